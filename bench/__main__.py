"""Runner of the benchmarks.

    python -m bench                    the solver's signature and a small table of its speed
    python -m bench signature --help   has the search changed?
    python -m bench solver --help      how many deals does the solver decide, and how fast?
    python -m bench rival --help       how does it compare with other programs?
    python -m bench calls --help       what does a deal cost besides its search?
    python -m bench moves --help       how fast is the engine?
    python -m bench page --help        how fast does the page's server answer?
    python -m bench browser --help     how fast is a board drawn, and how smooth are drags?
    python -m bench policies --help    how many deals a second does a policy play?
    python -m bench workers --help     how much faster do two workers finish a study?

Run it from the root of the repository.
"""

from __future__ import annotations

import sys

from bench import browser, calls, moves, page, policies, rival, signature, solver, workers

_MAINS = {
    "browser": browser.main,
    "calls": calls.main,
    "moves": moves.main,
    "page": page.main,
    "policies": policies.main,
    "rival": rival.main,
    "signature": signature.main,
    "solver": solver.main,
    "workers": workers.main,
}
_SMALL = ["--deals", "1-10", "--seconds", "1"]


def main(arguments: list[str]) -> int:
    """Run the named benchmark, or a short selection of benchmarks; return the exit status."""
    if not arguments:
        changed = signature.main([])
        return solver.main(_SMALL) or changed
    name, *rest = arguments
    if name in _MAINS:
        return _MAINS[name](rest)
    asked = name in {"-h", "--help"}
    print((__doc__ or "").strip(), file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
