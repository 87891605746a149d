"""A painter without a screen: a picture is the text of what it would show, so that two worlds can be held against each other."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.display import Card, Chip, Face, Points, Table
from hexbench.engine.values import Say
from hexbench.exchange.grid import HexGrid
from hexbench.exchange.position_out import Exported, Origin, export
from hexbench.exchange.things import Cell
from hexbench.session.opening import begun

LIBRARY = bootstrap.catalogue()
SCENARIOS = tuple(
    f"{game}/{info.name}"
    for game in LIBRARY.games
    for info in LIBRARY.scenarios(game)
    if "hexbench" not in game
)


class Words:
    """Everything it shows, as bytes."""

    def board(self, grid: HexGrid) -> list[bytes]:
        return [repr((grid.width, grid.height)).encode()]

    def counter(self, face: Face) -> bytes:
        return repr(replace(face, unit="", title=Say(""), group="")).encode()

    def chip(self, chip: Chip) -> bytes:
        return repr((chip.key, chip.text)).encode()

    def point(self, heap: Points, *, down: bool) -> bytes:
        return repr((heap.sign, heap.side, down)).encode()

    def card(self, card: Card | None, side: str) -> bytes:
        return repr((side, card and (card.title, card.text, card.cost))).encode()

    def token(self, colour: str, lines: tuple[str, ...]) -> bytes:
        return repr((colour, lines)).encode()

    def table(self, table: Table) -> bytes:
        return repr(table).encode()

    def boxes(self, title: str, cells: tuple[Cell, ...], size: tuple[int, int]) -> bytes:
        return repr((title, cells, size)).encode()

    def seal(self) -> bytes:
        return b"H"

    def words(self, text: Say | str) -> str:
        return str(text)


def of_state(rules: Any, game: Any, state: Any, side: str | None, name: str) -> Exported:
    """The module of a position, as a side knows it."""

    def seat(who: str | None) -> Any:
        return rules.seat(state, who)

    return export(game, seat(side), Origin(name, name), Words(), seat)


@cache
def of_scenario(name: str, side: str | None = None) -> Exported:
    """The module of a scenario at its first decision, made once: a dozen tests look at the same one."""
    return made_anew(name, side)


def made_anew(name: str, side: str | None = None) -> Exported:
    """The same, made once more."""
    game, _, scenario = name.partition("/")
    with begun(LIBRARY, game, scenario) as session:
        return of_state(session.rules, session.game, session.state, side, name)
