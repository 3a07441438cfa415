"""A worker of a Dask cluster that solves without a solver, as :mod:`tests.odds_worker` does."""

from __future__ import annotations

from tests.odds_worker import pretend

if __name__ == "__main__":
    # Only here: the collection of tests imports this module too.
    from distributed.cli.dask_worker import main

    pretend()
    main()
