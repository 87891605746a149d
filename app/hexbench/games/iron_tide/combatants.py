"""Which units can take part in a combat, and how: units of a hex, regiments, commands (8.3, 11.1, 17.3, 17.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.values import Value
from hexbench.games.iron_tide.pieces import FOE, GERMAN, Printed, Side, Unit

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules

MOST: Final = 3
"""8.3b, 8.3c, 11.1f: units of one hex that take part in a combat."""


class Plan(Value, frozen=True):
    """One declared combat: the hexes attacked and the units that attack them."""

    hexes: tuple[str, ...]
    attackers: tuple[str, ...]


class Stand(Value, frozen=True):
    """The units that defend a hex with their strength."""

    hex: str
    units: tuple[str, ...]


class Fight(Value, frozen=True, kw_only=True):
    """A combat as far as it has been decided. In each pair the attacker comes first, then the defender.

    ``air`` is whether an air point counts, ``air_dice`` the die rolled for it (0: none); ``guns`` is supporting artillery.
    """

    side: Side
    attackers: tuple[str, ...]
    stands: tuple[Stand, ...]
    guns: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    air: tuple[bool, bool] = (False, False)
    air_dice: tuple[int, int] = (0, 0)

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes under attack."""
        return tuple(stand.hex for stand in self.stands)


# ---- single units ----------------------------------------------------------------------------------------------------
def is_regiment(unit: Unit, printed: Printed) -> bool:
    """Regiments, brigades and combat commands that are not cadres (8.3a)."""
    return printed.size == "regiment" and not unit.cadre


def is_artillery(printed: Printed) -> bool:
    """Artillery units (11.5)."""
    return printed.size == "artillery"


def command(army_rule: bool, printed: Printed) -> str:
    """The command whose units may attack together and share artillery: British or American (17.3a, B45); under the
    optional rule the army, on both sides (17.4a).
    """
    if army_rule:
        return printed.army
    if printed.side == GERMAN:
        return GERMAN
    return "british" if printed.nationality == "british" else "us"


def commands(army_rule: bool, roster: dict[str, Printed], units: Iterable[str]) -> tuple[str, ...]:
    """The commands of several units, each once, in order."""
    return tuple(dict.fromkeys(command(army_rule, roster[uid]) for uid in units))


def commandos(rules: ItRules, roster: dict[str, Printed]) -> frozenset[str]:
    """All commandos of a game (16.4)."""
    return rules.facts.get(
        "commandos", (roster,), lambda: frozenset(uid for uid, printed in roster.items() if printed.commando)
    )


# ---- the units of a hex ----------------------------------------------------------------------------------------------
def troops(s: Any, board: ItBoard, side: str, at: str) -> tuple[str, ...]:
    """The units of ``side`` in a hex, commandos left out (B36)."""
    units, roster = s.units, s.roster
    return tuple(u for u in board.units_at(at) if units[u].side == side and not roster[u].commando)


def targets_in(s: Any, board: ItBoard, side: str, at: str) -> tuple[str, ...]:
    """The units of ``side`` in a hex that can be attacked: not twice (11.0d, B70), and no overstacked ones (B20)."""
    units = s.units
    return tuple(u for u in troops(s, board, side, at) if not units[u].attacked and not units[u].retreated)


def regiments_of(s: Any, uids: Iterable[str]) -> tuple[str, ...]:
    """Those of several units that are regiments."""
    return tuple(u for u in uids if is_regiment(s.units[u], s.roster[u]))


def stand_of(s: Any, candidates: Sequence[str], regiment: str = "") -> tuple[str, ...]:
    """11.1f: the units of a hex that defend: the regiment (the one named, or the likeliest) and two small units, or
    three small units; of small units those with the highest factors.
    """
    regiments = regiments_of(s, candidates)
    chosen = (regiment,) if regiment else (likeliest(s, regiments),) if regiments else ()
    small = [u for u in candidates if u not in regiments]
    if len(chosen) + len(small) > MOST:
        small = sorted(small, key=lambda u: -printed_factor(s, u))[: MOST - len(chosen)]
    picked = (*chosen, *small)
    return tuple(u for u in candidates if u in picked)


def left_out(
    s: Any,
    board: ItBoard,
    side: str,
    taking_part: Mapping[str, Collection[str]],
    guests: Collection[str] = (),
) -> tuple[tuple[str, str], ...]:
    """11.9m, R31: the regiments of some hexes that take no part because another of their hex does, each with its hex.
    ``taking_part``: hex -> who does; ``guests`` came when the attacks were declared already.
    """
    return tuple(
        (at, uid)
        for at, units in taking_part.items()
        if regiments_of(s, units)
        for uid in regiments_of(s, troops(s, board, side, at))
        if uid not in units and uid not in guests and not _apart(s.units[uid])
    )


def _apart(unit: Unit) -> bool:
    return unit.reserve or unit.retreated or unit.fell_back


def must_choose(s: Any, candidates: Sequence[str]) -> bool:
    """11.1e, 8.3e: whether the defender has to choose which units in a hex take part."""
    n = len(regiments_of(s, candidates))
    return n > 1 or len(candidates) > MOST


def likeliest(s: Any, regiments: Sequence[str]) -> str:
    """The regiment that looks strongest from public information: full before reduced, then by letter, red before blue."""

    def looks(uid: str) -> tuple[bool, str, str]:
        return s.units[uid].reduced, s.roster[uid].letter, "ab"[s.roster[uid].cup != "red"]

    return min(regiments, key=looks)


def printed_factor(s: Any, uid: str) -> int:
    """2.31i: the factor printed on a small unit, or on the cadre side of a regiment."""
    printed: Printed = s.roster[uid]
    return printed.cadre_factor if s.units[uid].cadre else printed.factor


def by_hex(units: Iterable[str], s: Any) -> dict[str, tuple[str, ...]]:
    """hex -> the given units in it, in order."""
    out: dict[str, list[str]] = {}
    for uid in units:
        out.setdefault(s.units[uid].at, []).append(uid)
    return {at: tuple(found) for at, found in out.items()}


# ---- artillery -------------------------------------------------------------------------------------------------------
RANGE: Final = 3
"""11.5b: hexes from supporting artillery to the unit under attack, the last one counted (11.5c)."""


def in_the_line(s: Any, board: ItBoard, uid: str) -> bool:
    """11.5i: whether artillery is adjacent to an enemy combat unit, so that it uses its factor and may not support."""
    unit: Unit = s.units[uid]
    return board.enemy_near(unit.side, unit.at) is not None


def guns_in_range(s: Any, board: ItBoard, side: str, hexes: Sequence[str]) -> tuple[str, ...]:
    """11.5b-d: the artillery of ``side`` behind the line within range of a hex of the combat."""
    out: list[str] = []
    units, roster = s.units, s.roster
    for uid in board.present[side]:
        unit = units[uid]
        if (
            roster[uid].size == "artillery"
            and not unit.fired
            and not unit.reserve
            and any(board.atlas.distance(unit.at, at) <= RANGE for at in hexes)
            and not in_the_line(s, board, uid)
        ):
            out.append(uid)
    return tuple(out)


def most_guns(turn: int, side: str, *, attacking: bool) -> int:
    """11.5e-g: artillery shifts a side may have in one combat; on 16AM the Allies have none (18.0e)."""
    if side != GERMAN and turn == 1:
        return 0
    if not attacking:
        return 1
    return 2 if side == GERMAN else 3


# ---- what is left of a plan ------------------------------------------------------------------------------------------
def still_attacked(s: Any, board: ItBoard, side: str, plan: Plan) -> tuple[str, ...]:
    """The hexes of a plan that still contain units that can be attacked."""
    return tuple(at for at in plan.hexes if targets_in(s, board, FOE[side], at))


def still_attacking(s: Any, plan: Plan) -> tuple[str, ...]:
    """The attackers of a plan that are still on the map."""
    return tuple(u for u in plan.attackers if s.units[u].on_map)
