"""Small grounds and positions for the rule tests, and terse ways to play them and to ask about them.

A ground is written as in the ledger: a token for each hex, terrain letter and level (``.`` clear, ``r`` rough, ``w``
woods, ``b`` building, ``s`` shallow, ``d`` deep, ``f`` flooded stream, ``p`` pond, ``x`` bridge), columns A, B, ... from
the west, rows 1, 2, ... from the north, columns B, D, ... half a hex further south. PLAIN is 14 by 12, clear, level 0.

    now = field.position({"g1": field.squad("C5", "german"), "g2": field.squad("C6", "german")}, initiative="german")
    now = now.act("fatigue", "g1")
    assert now["g1"].token == "fatigued"
    assert now.refused("fatigue", "g1") == ["TI-SEQ-08"]

A side that has nobody fresh left is out of the Action Phase at once (TI-SEQ-09), and with nobody fresh on either side
the phase is over: give a side a fresh unit when it is to be asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Road
from hexbench.engine.values import Target
from hexbench.games.tide_of_iron.game import GAME
from hexbench.games.tide_of_iron.rules import TiRules
from hexbench.games.tide_of_iron.seat import TiSeat
from hexbench.games.tide_of_iron.setup import Scenario
from hexbench.games.tide_of_iron.state import TideOfIron
from hexbench.hexes.grid import GridSpec
from hexbench.hexes.numbering import label
from tests.games.field import Acting
from tests.games.tide_of_iron import shipped
from tests.games.tide_of_iron.shipped import TABLES

AMERICAN = "american"
GERMAN = "german"
LETTERS = {
    ".": "clear",
    "r": "rough",
    "w": "woods",
    "b": "building",
    "s": "stream_shallow",
    "d": "stream_deep",
    "f": "stream_flooded",
    "p": "pond",
    "x": "bridge",
}


# ---- grounds --------------------------------------------------------------------------------------------------------
@cache
def ground(rows: str, roads: tuple[str, ...] = (), tables: Any = TABLES, **options: Any) -> TiRules:
    """The game on a map drawn for one test. A road is a chain of hexes, "A1 B1 C2"; ``options`` are those of the game.

    ``tables``: others than those that ship.
    """
    lines = [row.split() for row in rows.strip().splitlines()]
    cells = {
        label("A1", c, r): Cell(LETTERS[token[0]], (), int(token[1:] or 0))
        for r, line in enumerate(lines, start=1)
        for c, token in enumerate(line, start=1)
    }
    links = [pair for chain in roads for pair in zip(chain.split(), chain.split()[1:], strict=False)]
    spec = GridSpec(
        orientation="flat",
        columns=(1, max(map(len, lines))),
        rows=(1, len(lines)),
        rows_from="north",
        pushed="even",
        push="south",
        numbering="A1",
    )
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key="corner",
        title="A corner of a field",
        source="reconstruction",
        provenance="Drawn for a test.",
        kilometres_per_hex=0.1,
        grid=spec,
        cells=cells,
        hexsides=_cliffs(spec, cells),
        roads=tuple(Road(name, "road") for name in dict.fromkeys(side_name(a, b) for a, b in links)),
    )
    return GAME.open(Atlas(sheet), tables, GAME.Options(**options))


def _cliffs(spec: GridSpec, cells: Mapping[str, Cell]) -> tuple[Hexside, ...]:
    from hexbench.hexes.grid import Grid

    grid = Grid(spec)
    return tuple(
        Hexside(side_name(a, b), ("cliff",))
        for a in cells
        for b in grid.neighbours(a)
        if b is not None and b in cells and a < b and abs(cells[a].elevation - cells[b].elevation) > 1
    )


PLAIN_ROWS = "\n".join(["  ".join([".0"] * 14)] * 12)
PLAIN = ground(PLAIN_ROWS)


def spotted(changes: Mapping[str, str], roads: tuple[str, ...] = (), **options: Any) -> TiRules:
    """PLAIN with some hexes changed: {"C5": "w0", "D4": ".1"}."""
    rows = [line.split() for line in PLAIN_ROWS.splitlines()]
    for at, token in changes.items():
        rows[int(at[1:]) - 1][ord(at[0]) - ord("A")] = token
    return ground("\n".join(" ".join(row) for row in rows), roads, **options)


# ---- units ----------------------------------------------------------------------------------------------------------
def squad(
    at: str, side: str = AMERICAN, figures: Mapping[str, int] | None = None, **facts: Any
) -> dict[str, Any]:
    """A squad for a position: four regulars unless ``figures`` says otherwise; ``facts`` are fields of Unit."""
    return {"at": at, "side": side, "figures": dict(figures or {"regular": 4}), **facts}


def vehicle(at: str, type: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:  # noqa: A002 - the field's name
    """A vehicle for a position: "panzer_iv", "opel_blitz", ... of its nation."""
    return {"at": at, "side": side, "type": type, **facts}


# ---- positions ------------------------------------------------------------------------------------------------------
class Situation(Acting[TiRules, TideOfIron, TiSeat]):
    """A position that can be asked and played."""

    ways_listed = True

    def targets(self, verb: str, *subject: str, how: str | None = None) -> dict[str, Target]:
        """The targets of a verb by object, of one ``how`` only if it is given."""
        return {t.object: t for t in self.seat.targets(verb, subject) if how in (None, t.how)}


def position(
    units: Mapping[str, Any],
    rules: TiRules = PLAIN,
    *,
    phase: str = "action",
    base: Scenario | None = None,
    numbers: Sequence[int] | None = None,
    sound: bool = True,
    **state: Any,
) -> Situation:
    """A position at the start of a phase, run to its first decision; the initiative holder is American by default.

    ``state`` are fields of TideOfIron (round, initiative, works, vp, command, mission, hands, ...), ``mission`` may give
    only the keys that matter, ``base`` is a scenario whose units and mission are used. ``sound``: the audit must find
    nothing.
    """
    when = {} if "stack" in state else {"phase": phase}
    outcome = rules.resume(GAME.compose(rules, {**when, "units": dict(units), **state}, base), numbers)
    if sound:
        assert [str(p) for p in rules.audit(outcome.state)] == []
    return Situation(rules, outcome)


def scenario(name: str, seed: int = 1, **options: Any) -> Situation:
    """A scenario that ships, at its first decision."""
    rules = shipped.rules(name, **options)
    return Situation(rules, rules.new(shipped.scenario(name), seed))
