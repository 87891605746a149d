"""What lights up in the tables while a move, a shot or an engagement is weighed (BK-TAB-01, BK-TAB-02, BK-TAB-09)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light
from hexbench.engine.values import Action
from hexbench.engine.weighing import joined, lit_steps, read_in, route
from hexbench.games.blitzkrieg.charts import GROUNDS
from hexbench.games.blitzkrieg.moving_ways import routes

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Link
    from hexbench.games.blitzkrieg.seat import BkSeat

MOVES: Final = ("move", "move_again", "deposit")


def weighed(seat: BkSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells for a legal action: a move is reckoned from where the unit began the turn (BK-UI-13)."""
    lights = read_in(seat, action)
    if action.verb not in MOVES or not action.subject:
        return lights
    kinds, found = list(seat.rules.tables.movement), lights
    for uid in action.subject:
        kind = seat.s.roster[uid].type
        at = seat.rules.atlas.index.get(action.object)
        if kind not in kinds or at is None:
            continue
        row = kinds.index(kind)

        def cells(link: Link, row: int = row) -> Iterator[tuple[int, int]]:
            yield row, 0 if link.road else 1 + GROUNDS.index(link.enters.terrain)

        alone = Action(action.verb, (uid,), action.object, action.how, tuple(routes(seat, uid).to(at).via))
        way = route(seat, alone, seat.s.units[uid].start)
        found = dict(joined(found, "table_9", lit_steps(seat, way, cells)))
    return found
