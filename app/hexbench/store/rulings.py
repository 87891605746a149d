"""Pages made from the code: the rulings, and JSON Schemas of every file format, from the types that read them.

``hexbench rulings`` prints docs/rulings.md: every option of every game with its clauses, its readings and the reason
for the default; ``make rulings`` writes it, and a test fails if it is out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.inspect import IntType

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.options import Option, options_of
from hexbench.engine.rules import GameDef
from hexbench.store import canon
from hexbench.store.scenarios import PositionFile, ScenarioFile
from hexbench.store.tables import OwnTables

if TYPE_CHECKING:
    from hexbench.engine.ledger import Ledger


HEAD: Final = """# Rulings and options

Every option of every game, as the code declares it: this page is written by `make rulings` (`hexbench rulings` prints it), and a
test says when it is stale. An option is chosen when a game begins, on the start page or by its key in a request or a
scenario (`"options": {"key": value}`); it holds for that game and is kept with it.

Three kinds there are. *Rulings* decide a sentence of the rules that may be read in more than one way, and the start page
keeps them folded away. *Optional rules* the rules themselves offer, or their publisher. *Balance* changes a number or a
chance. The numbers in brackets are clauses of the ledger, `resources/games/<game>/rules.md`, which quotes no rule book.
"""
KINDS: Final = (("ruling", "Rulings"), ("rule", "Optional rules"), ("balance", "Balance"))


def rulings_page(games: Iterable[GameDef], ledger_of: Callable[[str], Ledger]) -> str:
    """The text of the page. ``ledger_of``: the ledger of a game by its key."""
    return "\n".join([HEAD, *(line for game in games for line in _game(game, ledger_of(game.key)))])


def _game(game: GameDef, ledger: Ledger) -> Iterator[str]:
    options = options_of(game.Options)
    yield f"## {game.title} (`{game.key}`)\n"
    if not options:
        yield "No options.\n"
    for kind, title in KINDS:
        found = [option for option in options if option.kind == kind]
        if found:
            yield f"### {title}\n"
        for option in found:
            yield from _option(option, ledger)


def _option(option: Option, ledger: Ledger) -> Iterator[str]:
    yield f"**{option.title}** (`{option.key}`)\n"
    for reading in option.readings:
        mark = " **The default.**" if reading.value == option.default else ""
        text = reading.text if reading.text.endswith(".") else f"{reading.text}."
        yield f"- `{_json(reading.value)}`: {text}{mark}"
    if not option.readings:
        yield f"- {option.text} {_numbers(option)}"
    yield f"- Why: {option.why}"
    for rule in option.clauses:
        clause = ledger.find(rule)
        if clause is not None:
            yield f"- [{rule}] {clause.text}"
    yield ""


def _numbers(option: Option) -> str:
    kind = option.type
    if not isinstance(kind, IntType):
        return f"Default: {option.default}."
    steps = f", in steps of {kind.multiple_of}" if kind.multiple_of else ""
    return f"From {kind.ge} to {kind.le}{steps}; {option.default} unless something else is chosen."


def _json(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def schemas(games: Iterable[GameDef]) -> dict[str, dict[str, Any]]:
    """file name -> schema: the frames that all games share, and for each game its own contents."""
    kinds: dict[str, Any] = {
        "map": MapSheet,
        "scenario": ScenarioFile,
        "position": PositionFile,
        "own_tables": OwnTables,
    }
    for game in games:
        kinds[f"{game.key}.scenario"] = game.Scenario
        kinds[f"{game.key}.position"] = game.State
        kinds[f"{game.key}.options"] = game.Options
        kinds[f"{game.key}.tables"] = game.Tables
    return {f"{name}.schema.json": _schema(name, kind) for name, kind in kinds.items()}


def _schema(name: str, kind: Any) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": name,
        **msgspec.json.schema(kind),
    }


def write_schemas(resources: Path, games: Iterable[GameDef]) -> tuple[Path, ...]:
    """Write them all, and remove those of formats that no longer exist; returns the files written. Raises CannotWrite."""
    folder = resources / "schema"
    wanted = schemas(games)
    for old in folder.glob("*.schema.json"):
        if old.name not in wanted:
            old.unlink()
    for name, schema in wanted.items():
        canon.write(folder / name, schema)
    return tuple(folder / name for name in wanted)
