"""``make rules``: which clauses of each game's ledger are proved by a test, and whether every citation is valid.

Run as ``python -m tests.rules_report [ROOT]``. Prints a line for each game with a ledger and then the ids that no
test claims. Ends with 1 if something is wrong; docs/ledger-format.md lists what. Tests and games are read as source,
not run or imported.
"""

from __future__ import annotations

import sys
import textwrap
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from hexbench.engine import ledger
from tests.rules_sources import Citation, citations_in, claims_in

ROOT = Path(__file__).resolve().parents[1]


class GameReport(msgspec.Struct, frozen=True, kw_only=True):
    """One game: the state of its clauses. Each clause is counted in exactly one of the three groups."""

    key: str
    complete: bool
    tested: tuple[str, ...]
    not_testable: tuple[str, ...]
    untested: tuple[str, ...]
    needless: tuple[str, ...]
    """Clauses that are marked not testable although a test claims them; they are among ``tested``."""

    @property
    def line(self) -> str:
        """The line that is printed for the game."""
        clauses = len(self.tested) + len(self.not_testable) + len(self.untested)
        return (
            f"{self.key}: {clauses} clauses, {len(self.tested)} tested, "
            f"{len(self.not_testable)} not testable, {len(self.untested)} untested"
        )


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All games, and one sentence for everything that is wrong."""

    games: tuple[GameReport, ...]
    problems: tuple[str, ...]


def report(root: Path = ROOT) -> Report:
    """Read ledgers, tests and games below ``root`` and compare them."""
    problems: list[str] = []
    ledgers, complete = _ledgers(root, problems)
    claimed: dict[str, set[str]] = {key: set() for key in ledgers}
    for path in sorted((root / "tests").rglob("*.py")):
        claims, faults = claims_in(path.read_text(encoding="utf-8"))
        where = path.relative_to(root)
        problems += [f"{where}:{line}: {sentence}" for line, sentence in faults]
        if claims and not path.name.startswith("test_"):
            problems.append(
                f"{where}:{claims[0].line}: pytest collects tests from files named test_*.py only."
            )
            continue
        for claim in claims:
            if claim.game not in ledgers:
                problems.append(f"{where}:{claim.line}: there is no ledger of a game {claim.game!r}.")
                continue
            problems += _unknown(where, claim, ledgers[claim.game])
            claimed[claim.game].add(claim.rule)
    for key, book in ledgers.items():
        pattern = ledger.shapes(clause.id for clause in book)
        for path in sorted((root / "app/hexbench/games" / key).rglob("*.py")):
            where = path.relative_to(root)
            for citation in citations_in(path.read_text(encoding="utf-8"), key, pattern):
                problems += _unknown(where, citation, book)
    games = tuple(_game(key, book, complete[key], claimed[key]) for key, book in ledgers.items())
    problems += [
        f"{game.key}: the ledger is complete, and {len(game.untested)} of its clauses have no test."
        for game in games
        if game.complete and game.untested
    ]
    return Report(games=games, problems=tuple(problems))


def _ledgers(root: Path, problems: list[str]) -> tuple[dict[str, ledger.Ledger], dict[str, bool]]:
    """Every ledger that parses, by game, and whether the game is complete."""
    books: dict[str, ledger.Ledger] = {}
    complete: dict[str, bool] = {}
    for path in sorted((root / "resources/games").glob("*/rules.md")):
        key = path.parent.name
        try:
            books[key] = ledger.parse(path.read_text(encoding="utf-8"))
        except ledger.LedgerError as error:
            problems += [f"{path.relative_to(root)}: {problem}" for problem in error.problems]
            continue
        complete[key] = _complete(path.with_name("ledger.toml"), root, problems)
    return books, complete


def _complete(path: Path, root: Path, problems: list[str]) -> bool:
    """What ledger.toml says; a game without one is not complete."""
    if not path.exists():
        return False
    match tomllib.loads(path.read_text(encoding="utf-8")):
        case {"complete": bool(value), **rest} if not rest:
            return value
    problems.append(f"{path.relative_to(root)}: it holds one key, complete = true or false.")
    return False


def _unknown(where: Path, citation: Citation, book: ledger.Ledger) -> list[str]:
    if book.find(citation.rule):
        return []
    return [f"{where}:{citation.line}: the ledger of {citation.game} has no clause {citation.rule!r}."]


def _game(key: str, book: ledger.Ledger, complete: bool, claimed: set[str]) -> GameReport:
    unclaimed = [clause for clause in book if clause.id not in claimed]
    return GameReport(
        key=key,
        complete=complete,
        tested=tuple(clause.id for clause in book if clause.id in claimed),
        not_testable=tuple(clause.id for clause in unclaimed if not clause.testable),
        untested=tuple(clause.id for clause in unclaimed if clause.testable),
        needless=tuple(clause.id for clause in book if clause.id in claimed and not clause.testable),
    )


def _print(found: Report) -> None:
    for game in found.games:
        print(game.line)
        if game.untested:
            print(_filled(game.untested))
        for clause in game.needless:
            print(f"  note: {clause} is marked not testable, and a test claims it: take the mark away.")
    for problem in found.problems:
        print(problem, file=sys.stderr)


def _filled(ids: Iterable[str]) -> str:
    """The ids on indented lines, never broken within one."""
    return textwrap.fill(
        " ".join(ids),
        width=110,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def main(arguments: list[str]) -> int:
    """Print the report for the tree in ``arguments[0]`` (by default this one); returns 0 if nothing is wrong, otherwise 1."""
    found = report(Path(arguments[0]) if arguments else ROOT)
    _print(found)
    return 1 if found.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
