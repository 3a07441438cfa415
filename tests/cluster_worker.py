"""Dask worker with the fake solver from :mod:`tests.odds_worker`."""

from __future__ import annotations

from tests.odds_worker import pretend

if __name__ == "__main__":
    # Imported only in this block, because pytest imports the module when it collects tests.
    from distributed.cli.dask_worker import main

    pretend()
    main()
