"""Store of results: an SQLite file to which a run adds results as they come in.

A result is in the file moments after it is known, so a killed run loses only the deals in progress
at that moment. The store never writes to a damaged file or to a file of another kind.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from cadogan.core.errors import CadoganError, ContradictionError, InvalidStudyError, no_folder
from cadogan.core.input_limits import RESULT_TEXT, kilobytes
from cadogan.core.user_folder import home, make_private, touch_private
from cadogan.model.deal_numbers import MOST_DEALS
from cadogan.odds.experiment import Result, Study, Tally, plain_name
from cadogan.odds.schema import COLUMNS, VERSION, broken, check, is_ours, make, studies_in
from cadogan.odds_data import option_text

FILE = "studies.sqlite3"
_WAIT = 30.0  # the seconds to wait for another process that writes to the same file
_NOWHERE = ":memory:"  # SQLite's name for an in-memory database
# the suffixes for the names of the file itself and of SQLite's files beside it
_ENDINGS = ("", "-wal", "-shm")
_PLACES = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
# the number of rows in one statement: faster than single rows, and within SQLite's limit
_ROWS = 100
_STUDY_PLACES = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_BEGIN = f"INSERT OR IGNORE INTO studies VALUES {_STUDY_PLACES}"  # noqa: S608  # placeholders only
_RESULT = "deal, result, nodes, seconds, moves, reached, method"
_TALLY = """
SELECT coalesce(sum(result = 'won'), 0), coalesce(sum(result = 'lost'), 0),
    coalesce(sum(result = 'unknown'), 0), coalesce(sum(nodes), 0), coalesce(total(seconds), 0)
FROM results WHERE study = ?
"""
# The limits do not change the course of a search until it reaches one. So a result found within the
# current limits is also valid for them. That includes a search that ran out of memory. CROSS fixes
# the order of the join: otherwise SQLite would go through the results of all studies.
_WITHIN = f"""
WITH new ({COLUMNS}) AS (VALUES {_STUDY_PLACES})
SELECT {", ".join(f"r.{name}" for name in _RESULT.split(", "))}, r.measured
FROM new CROSS JOIN studies AS old CROSS JOIN results AS r ON r.study = old.study
WHERE old.study <> new.study AND r.deal BETWEEN ? AND ?
    AND (old.game, old.options, old.rules, old.solver, old.seed)
        = (new.game, new.options, new.rules, new.solver, new.seed)
    AND (old.memory = new.memory AND r.reached = 'memory'
        OR old.memory <= new.memory AND r.result <> 'unknown')
    AND (new.nodes IS NULL OR r.nodes <= new.nodes)
    AND (new.seconds IS NULL OR r.seconds <= new.seconds)
ORDER BY r.result <> 'unknown'
"""  # noqa: S608  # only names of columns
# Here, CROSS makes SQLite begin with the studies, which are few; otherwise it would compare all
# pairs of results.
_CONTRADICTIONS = """
SELECT DISTINCT one.name, one.options, w.deal FROM studies AS one
CROSS JOIN studies AS other ON (other.game, other.options, other.rules)
    = (one.game, one.options, one.rules)
CROSS JOIN results AS w ON w.study = one.study
CROSS JOIN {others} AS l ON l.study = other.study AND l.deal = w.deal
WHERE w.result = ? AND l.result = ?
    -- a policy that does not win proves nothing (only names of policies are followed by a blank)
    AND (one.study = other.study
        OR CASE w.result WHEN 'lost' THEN one.solver ELSE other.solver END NOT LIKE '% %')
"""
_NAMED = 5  # a message names at most this many contradictory deals


class Results:
    """A file of studies and their results.

    >>> from cadogan import game
    >>> from cadogan.odds import Limits
    >>> study = Study.of(game("klondike"), Limits(nodes=1000))
    >>> with Results.open(":memory:") as results:
    ...     results.begin(study)
    ...     results.add(study, Result(7, "won", 537, 0.01, 103, "", "quick search"))
    ...     results.tally(study), results.missing(study, range(6, 9))
    (Tally(won=1, lost=0, unknown=0, nodes=537, seconds=0.01), [6, 8])
    """

    def __init__(
        self, connection: sqlite3.Connection, path: str, written: Path | None = None
    ) -> None:
        self._db = connection
        self.path = path
        # the identity of the open file and of SQLite's files beside it
        names = [f"{written}{ending}" for ending in _ENDINGS] if written else []
        self._inodes = {name: _inode(name) for name in names}

    @classmethod
    def open(cls, path: Path | str | None = None, label: str = "") -> Results:
        """Open a results file, creating it if it does not exist.

        Args:
            path: a file in an existing folder; None means the user's own file, whose folder is
                created if it is missing. ``":memory:"`` keeps everything in memory.
            label: the name of the file in messages; by default its path.

        Raises:
            InvalidStudyError: if the file cannot be used.
        """
        name = _file_name(path if path is not None else home() / FILE)
        label = label or name
        with _errors_explained(label, "written"):
            if path is None:
                make_private(Path(name).parent)
                touch_private(Path(name))
            elif why := no_folder(name):
                raise InvalidStudyError(f"{label!r} cannot be written: {why}")
        with _errors_explained(label, "written"), _closed_if_bad(name) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                make(connection)
            check(connection, label)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            # SQLite reports a read-only file only at the first write
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.rollback()
        return cls(connection, label, None if name == _NOWHERE else Path(name).resolve())

    @classmethod
    def read(cls, path: Path | str) -> Results:
        """Open an existing results file for reading only.

        Raises:
            InvalidStudyError: if the file does not exist, or is not a results file.
        """
        name = _file_name(path)
        with _errors_explained(name, "read"):
            if not Path(name).is_file():
                reason = "it is a folder" if Path(name).is_dir() else "there is no such file"
                raise InvalidStudyError(f"{name!r} cannot be read: {reason}")
            if not os.access(name, os.R_OK):  # SQLite's own message would not help the user
                raise InvalidStudyError(
                    f"{name!r} cannot be read: you have no permission to read it"
                )
        with _errors_explained(name, "read"), _closed_if_bad(name, read_only=True) as connection:
            check(connection, name)
        return cls(connection, name)

    @classmethod
    def temporary(cls) -> Results:
        """Open a temporary file, deleted when it is closed; only part of it is kept in memory.

        Raises:
            InvalidStudyError: if the disk does not have enough room for the file.
        """
        label = "a temporary file"
        with _errors_explained(label, "written"):
            connection = sqlite3.connect("")
            make(connection)
        return cls(connection, label)

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; it is then self-contained, unless another process writes to it."""
        # closing a lost file would delete the log of the file that has replaced it
        if not self._fate():
            with suppress(sqlite3.Error):
                # only the last process to close the file can do this
                self._db.execute("PRAGMA busy_timeout = 0")
                self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()

    def check(self) -> None:
        """Check that the file is still in its place, and still a results file.

        SQLite would continue to write to a file that was deleted, moved or replaced, and the
        results would be lost. So the method writes the readable contents to a new file.

        Raises:
            InvalidStudyError: if the check fails; the message names the new file.
        """
        if gone := self._fate():
            raise InvalidStudyError(
                f"{self.path!r} was {gone} while Cadogan was writing to it; {self._put_aside()}"
            )

    def _fate(self) -> str:
        """Return what happened to the file, or "" if it is still in its place."""
        name = next(iter(self._inodes), None)
        if name is None:
            return ""
        if _inode(name) != self._inodes[name]:
            return "deleted, moved or replaced"
        return "" if is_ours(name) else "overwritten"

    def _put_aside(self) -> str:
        """Write the lost file's contents to a new file; return a sentence about the outcome."""
        aside = f"{self.path}.{os.getpid()}"
        lost = "its contents and the results found so far are lost"
        again = "start again, and leave the file where it is"
        overwritten = self._fate() == "overwritten"
        try:
            if overwritten:  # the rest of the contents is in the write-ahead log
                check(self._db, self.path)
            self._db.execute("VACUUM INTO ?", (aside,))
        except InvalidStudyError:
            return f"{lost}: {again}"
        except sqlite3.Error as error:
            if overwritten:
                return f"{lost}: {again}"
            return f"{lost}, because {aside!r} cannot be written either ({error}): {again}"
        finally:
            # SQLite would apply the old log to another file with this name
            for name, inode in [*self._inodes.items()][1:]:
                if inode and _inode(name) == inode:
                    with suppress(OSError):
                        if overwritten and name.endswith("-wal"):
                            os.truncate(name, 0)
                        Path(name).unlink()
        there = f"are in {aside!r}: continue with that file"
        return f"its contents and the results found so far {there}"

    # -- reading ---------------------------------------------------------------------------------

    def studies(self) -> list[Study]:
        """Return all studies, sorted by game, options and limits."""
        with _errors_explained(self.path, "read"):
            return [study for _, study in studies_in(self._db, self.path)]

    def results(self, study: Study) -> list[Result]:
        """Return the results of a study, sorted by deal."""
        query = f"SELECT {_RESULT} FROM results WHERE study = ? ORDER BY deal"  # noqa: S608
        return [Result(*row) for row in self._ask(query, study.key)]

    def tally(self, study: Study, deals: range | None = None) -> Tally:
        """Return the counts of a study's results, for all of its deals or for the given ones."""
        if deals is None:
            return Tally(*self._ask(_TALLY, study.key)[0])
        if not deals:
            return Tally()
        within = " AND deal BETWEEN ? AND ? AND (deal - ?) % ? = 0"
        bounds = (*_ends(deals), deals[0], abs(deals.step))
        return Tally(*self._ask(_TALLY + within, study.key, *bounds)[0])

    def spread(self, study: Study) -> tuple[int, int, float]:
        """Return a study's first and last deal with a result, and the median time."""
        ((first, last, count),) = self._ask(
            "SELECT min(deal), max(deal), count(*) FROM results WHERE study = ?", study.key
        )
        ((median,),) = self._ask(
            "SELECT seconds FROM results WHERE study = ? ORDER BY seconds LIMIT 1 OFFSET ?",
            study.key,
            (count - 1) // 2,
        )
        return first, last, median

    def span(self, study: Study) -> tuple[float, float]:
        """Return the shortest and the longest time that a deal of a study took, in seconds."""
        query = "SELECT min(seconds), max(seconds) FROM results WHERE study = ?"
        ((least, most),) = self._ask(query, study.key)
        return least, most

    def found(self, study: Study) -> Iterator[str]:
        """Yield the result of each deal of a study, sorted by deal, without collecting them."""
        return self._each("SELECT result FROM results WHERE study = ? ORDER BY deal", study)

    def decided(self, study: Study) -> Iterator[float]:
        """Yield the seconds that a study's decided deals took, in increasing order."""
        query = "SELECT seconds FROM results WHERE study = ? AND result <> 'unknown'"
        return self._each(f"{query} ORDER BY seconds", study)

    def _each(self, query: str, study: Study) -> Iterator[Any]:
        with _errors_explained(self.path, "read"):
            for (value,) in self._db.execute(query, (study.key,)):
                yield value

    def missing(self, study: Study, deals: range) -> list[int]:
        """Return those of ``deals`` that have no result."""
        if not deals:
            return []
        query = "SELECT deal FROM results WHERE study = ? AND deal BETWEEN ? AND ?"
        rows = self._ask(query, study.key, *_ends(deals))
        known = {deal for (deal,) in rows}
        return [deal for deal in deals if deal not in known]

    def within(
        self, study: Study, deals: range = range(1, MOST_DEALS + 1)
    ) -> dict[int, tuple[Result, str]]:
        """Return, by deal, results of other studies that are valid for this one, with their keys.

        They have the same rules, options, solver and seed, and were found within this study's
        limits. A verdict found with a lower limit stays valid; an unknown result does not.
        """
        rows = self._ask(_WITHIN, *_row(study), *_ends(deals)) if deals else []
        return {row[0]: (Result(*row[:-1]), row[-1]) for row in rows}

    def contradiction(self, study: Study | None = None, *, same_solver: bool | None = True) -> str:
        """Return a sentence about the deals that one study won and another lost, or "".

        Args:
            study: one of the two studies; by default any study.
            same_solver: whether the two studies have the same solver; None if that does not matter.
        """
        # within one study a deal has only one result
        where, values = " AND one.study <> other.study", []
        if same_solver is not None:
            where += f" AND one.solver {'=' if same_solver else '<>'} other.solver"
        if study:
            where, values = f"{where} AND one.study = ?", [study.key]
        with _errors_explained(self.path, "read"):
            return self._contradiction("results", where, *values)

    def _contradiction(self, others: str, where: str = "", *values: object) -> str:
        deals: set[tuple[str, str, int]] = set()
        for pair in (("won", "lost"), ("lost", "won")):
            query = _CONTRADICTIONS.format(others=others) + where
            deals.update(self._db.execute(query, (*pair, *values)))
        return _contradiction_text(sorted(deals)) if deals else ""

    # -- writing ---------------------------------------------------------------------------------

    def begin(self, study: Study) -> None:
        """Add a study to the file, if it is new."""
        with _errors_explained(self.path, "written"), self._db:
            self._db.execute(_BEGIN, _row(study))

    def add(self, study: Study, result: Result, measured: str | None = None) -> None:
        """Store a result of a study, as :meth:`add_all` does."""
        self.add_all(study, [result], measured)

    def add_all(self, study: Study, results: Iterable[Result], measured: str | None = None) -> None:
        """Store either all or none of the results of a study, which must be in the file.

        A deal that already has a result keeps it. ``measured`` is the key of the study that found
        the results, if it is another study.
        """
        measured = measured or study.key
        rows = [(study.key, *msgspec.structs.astuple(result), measured) for result in results]
        hint = "; earlier results are kept, so the run can be continued"
        with _errors_explained(self.path, "written", hint), self._db:
            for at in range(0, len(rows), _ROWS):
                part = rows[at : at + _ROWS]
                places = ", ".join([_PLACES] * len(part))
                self._db.execute(
                    f"INSERT OR IGNORE INTO results VALUES {places}",  # noqa: S608  # only places
                    [*chain.from_iterable(part)],
                )
        self.check()

    def _ask(self, query: str, *values: object) -> list[Any]:
        with _errors_explained(self.path, "read"):
            return self._db.execute(query, values).fetchall()

    def rows(self) -> Iterator[Any]:
        """Yield all rows of results in the file."""
        with _errors_explained(self.path, "read"):
            yield from self._db.execute("SELECT * FROM results")

    def take_all(self, path: Path | str, *, same_solver: bool | None = None) -> int:
        """Add the contents of another file; return how many of its deals already had a result.

        If a deal has two results in the same study, a verdict replaces an unknown result.
        ``same_solver`` selects the contradictions that count, as for :meth:`contradiction`.

        Raises:
            InvalidStudyError: if the other file cannot be read.
            ContradictionError: if a deal is both won and lost, within one file or between the two;
                then nothing changes.
        """
        with Results.read(path) as other, _errors_explained(self.path, "written"), self._db:
            if bug := other.contradiction(same_solver=same_solver):
                raise ContradictionError(f"{path}: {bug}")
            self._db.executemany(_BEGIN, [_row(study) for study in other.studies()])
            self._db.execute("CREATE TEMP TABLE others AS SELECT * FROM results LIMIT 0")
            self._db.execute("CREATE UNIQUE INDEX temp.others_by_deal ON others (study, deal)")
            fill = f"INSERT INTO others VALUES {_PLACES}"  # noqa: S608  # only places
            self._db.executemany(fill, other.rows())
            where = " AND one.solver = other.solver" if same_solver else ""
            if bug := self._contradiction("others", where):
                raise ContradictionError(f"{path} and the files before it: {bug}")
            (duplicates,) = self._db.execute(
                "SELECT count(*) FROM others JOIN results USING (study, deal)"
            ).fetchone()
            self._db.execute(
                "INSERT INTO results SELECT * FROM others WHERE true"
                " ON CONFLICT DO UPDATE SET result = excluded.result, nodes = excluded.nodes,"
                " seconds = excluded.seconds, moves = excluded.moves, reached = excluded.reached,"
                " method = excluded.method, measured = excluded.measured"
                " WHERE result = 'unknown' AND excluded.result <> 'unknown'"
            )
            self._db.execute("DROP TABLE others")
        return int(duplicates)


def combine(paths: Collection[Path | str], out: Path | str) -> int:
    """Write a new file with the contents of several; return how many deals occurred more than once.

    Raises:
        InvalidStudyError: if a file cannot be read, or if the new file already exists.
        ContradictionError: if a deal is won in one study and lost in another; then nothing is
            written.
    """
    file = Path(out)
    if not file.name:
        raise InvalidStudyError("the name of the new file is empty")
    if file.exists():
        raise InvalidStudyError(f"{str(out)!r} already exists; give the name of a new file")
    if why := no_folder(out):
        raise InvalidStudyError(f"{str(out)!r} cannot be written: {why}")
    beside = file.with_name(f".{file.name[:40]}.{os.getpid()}")
    try:
        with Results.open(beside, label=str(out)) as whole:
            duplicates = sum(whole.take_all(path) for path in paths)
        with _errors_explained(str(out), "written"):
            beside.rename(file)
    finally:
        for ending in _ENDINGS:
            with suppress(OSError):
                Path(f"{beside}{ending}").unlink()
    return duplicates


def _contradiction_text(deals: Sequence[tuple[str, str, int]]) -> str:
    """Return a sentence about deals with contradictory results, naming the first of them.

    >>> deals = [("Golf", "{}", 4), ("Klondike", '{"turn":"three"}', 7)]
    >>> _contradiction_text(deals).partition(" in ")[0]
    '2 deals (deal 4 of Golf, deal 7 of Klondike (turn=three)) can be won'
    """
    texts = []
    for name, choices, deal in deals[:_NAMED]:
        options = msgspec.json.decode(choices)
        behind = f" ({option_text(options)})" if options else ""
        texts.append(f"deal {deal} of {plain_name(name, options)}{behind}")
    named = ", ".join(texts)
    if len(deals) > 1:
        named = f"{len(deals):,} deals ({named}{', ...' if len(deals) > _NAMED else ''})"
    return (
        f"{named} can be won in one study, but not in another: this is a bug in Cadogan's"
        " solver. Do not trust it when it reports that a deal is lost"
    )


def _ends(deals: range) -> tuple[int, int]:
    """Return the lowest and the highest deal; there must be at least one deal."""
    return min(deals[0], deals[-1]), max(deals[0], deals[-1])


def _row(study: Study) -> tuple[object, ...]:
    options = msgspec.json.encode(study.options, order="sorted").decode()
    limits = (study.limits.nodes, study.limits.seconds, study.limits.memory)
    return (
        *(study.key, study.game, study.name, options, study.rules, study.solver),
        *(*limits, study.seed, study.version),
    )


def _file_name(path: Path | str) -> str:
    """Return the name of a file; raise an error if the name is empty."""
    if not str(path):
        raise InvalidStudyError("the file name is empty; give the name of a results file")
    return str(path)


@contextmanager
def _errors_explained(name: str, what: str, hint: str = "") -> Iterator[None]:
    """Convert an SQLite error to a sentence about the file and the action, with a hint."""
    try:
        yield
    except sqlite3.Error as error:
        why, code = str(error), getattr(error, "sqlite_errorname", "")
        if code.startswith("SQLITE_NOTADB"):
            raise InvalidStudyError(
                f"{name!r} is not a results file: it is not an SQLite database"
            ) from None
        if code.startswith("SQLITE_CORRUPT"):
            raise broken(name, why) from None
        if code.startswith("SQLITE_TOOBIG"):
            why = f"a string in it is longer than {kilobytes(RESULT_TEXT)}"
            raise broken(name, why) from None
        if _is_folder(name):
            why = "it is a folder"
        elif code.startswith("SQLITE_BUSY"):
            why += f"; another program has locked it for {_WAIT:g} seconds: try again later"
        elif what == "read" and code.startswith("SQLITE_CANTOPEN"):
            why += (
                "; a run may have been killed, or the file copied during a run: copy it, with any"
                " '-wal' file, to a writable folder"
            )
        elif what == "written" and code.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            why += "; perhaps the disk is full"
        elif what == "written" and code.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            why += "; perhaps you have no permission to write there"
        raise InvalidStudyError(f"{name!r} cannot be {what}: {why}{hint}") from None
    except (OSError, ValueError) as error:
        if isinstance(error, CadoganError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise InvalidStudyError(f"{name!r} cannot be {what}: {reason}") from None


@contextmanager
def _closed_if_bad(name: str, *, read_only: bool = False) -> Iterator[sqlite3.Connection]:
    nowhere = name == _NOWHERE and not read_only
    uri = "file::memory:" if nowhere else Path(name).resolve().as_uri()
    how = "?mode=ro" if read_only else ""
    connection = sqlite3.connect(f"{uri}{how}", uri=True, timeout=_WAIT)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, RESULT_TEXT)
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except OSError:  # the file's folder is not accessible
        return False


def _inode(name: str) -> tuple[int, int] | None:
    """Return the identity of a file, independent of its name; None if it does not exist."""
    try:
        status = Path(name).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
