"""The base class of card ops' implementations, the registry that finds one by its op, and shared conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar

from hexbench.engine.state import State
from hexbench.engine.values import Reason, Say, counted, say
from hexbench.games.tide_of_iron import concealment, effects, sight
from hexbench.games.tide_of_iron.decks import Op
from hexbench.games.tide_of_iron.pieces import HANDLE, SLOTS
from hexbench.games.tide_of_iron.strength import leads

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.card_run import CardRun
    from hexbench.games.tide_of_iron.decks import Card, Filter, Where
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiPlay
    from hexbench.games.tide_of_iron.strength import Scene


# Which units and hexes a card can be used on: the conditions of the effect language (ledger A.5), each with
# the reason given when it fails.

CARD = "M-05"
"""The clause cited for a card's own text."""


def place(sc: Scene, unit: Unit) -> str:
    """The hex a unit is in, inside a vehicle or not; an empty string when it is not on the map."""
    at = sc.s.units[unit.inside].at if unit.inside else unit.at
    return "" if at.startswith("#") else at


def unfit(sc: Scene, who: str, asked: Filter, uid: str) -> Iterator[Reason]:
    """Why ``who`` cannot use the card on a unit."""
    unit = sc.s.units.get(uid)
    if unit is None or unit.type == HANDLE:
        yield sc.rules.missing(f"unit {uid}")
        return
    title = sc.rules.title(unit)
    if (unit.side == who) != (asked.side == "own"):
        text = (
            say("{unit} belongs to the other side.", unit=title)
            if asked.side == "own"
            else say("{unit} is a friendly unit.", unit=title)
        )
        yield Reason(CARD, text)
        return
    if not effects.describes(sc.rules, unit, asked.kind, asked.weight):
        yield Reason(CARD, say("{unit} is not the kind of unit the card requires.", unit=title), unit.spot)
        return
    if not place(sc, unit):
        yield Reason(CARD, say("{unit} is not on the map.", unit=title))
        return
    if asked.side == "enemy" and unit.concealed:
        yield Reason("TI-CNC-02", say("{unit} is concealed.", unit=title))
        return
    yield from _states(unit, asked, title)
    if asked.free_slots and slots(sc, unit) < 1:
        yield Reason("M-01", say("{unit} has no room on its base.", unit=title), unit.spot)
    yield from _places(sc, who, unit, asked, title)


def likely(who: str, asked: Filter, unit: Unit) -> bool:
    """A quick test of side, kind, token and condition; :func:`unfit` makes the full test."""
    return (
        (unit.side == who) == (asked.side == "own")
        and (not asked.kind or unit.squad == (asked.kind == "squad"))
        and (not asked.token or unit.token == asked.token)
        and (not asked.condition or (unit.condition or "normal") == asked.condition)
    )


def _states(unit: Unit, asked: Filter, title: Say) -> Iterator[Reason]:
    """What is wrong with its tokens and conditions."""
    if asked.token and unit.token != asked.token:
        yield Reason(CARD, say("{unit} does not have the token the card requires.", unit=title), unit.spot)
    if asked.condition and (unit.condition or "normal") != asked.condition:
        text = (
            say("{unit} is pinned or disrupted.", unit=title)
            if unit.condition
            else say("{unit} is neither pinned nor disrupted.", unit=title)
        )
        yield Reason(CARD, text, unit.spot)


def _places(sc: Scene, who: str, unit: Unit, asked: Filter, title: Say) -> Iterator[Reason]:
    """What is wrong with where it is."""
    asks_place = asked.hex or asked.in_cover or asked.not_adjacent_enemy or asked.in_or_adjacent_officer
    if (asks_place or asked.in_los_of_own_nonfatigued) and unit.inside:
        yield Reason("TI-TRN-08", say("{unit} is inside a vehicle.", unit=title))
        return
    if asked.hex == "objective" and not any(o.hex == unit.at for o in sc.s.mission.objectives):
        yield Reason(CARD, say("{unit} is not on an objective.", unit=title), unit.spot)
    if asked.in_cover and not concealment.in_cover(sc.rules, sc.s, unit):
        yield Reason(CARD, say("{unit} is not in cover.", unit=title), unit.spot)
    if asked.not_adjacent_enemy and next_to_enemy(sc, who, unit.at):
        yield Reason(CARD, say("{unit} is adjacent to an enemy.", unit=title), unit.spot)
    if asked.in_or_adjacent_officer and not near_officer(sc, who, unit.at):
        yield Reason(
            CARD, say("No officer is in the hex of {unit} or adjacent to it.", unit=title), unit.spot
        )
    if asked.in_los_of_own_nonfatigued and not any(
        sight.sees(sc.rules, sc.s, at, unit.at) for at in lookouts(sc, who).officers
    ):
        yield _unseen(sc, who, unit, title)


def _unseen(sc: Scene, who: str, unit: Unit, title: Say) -> Reason:
    """The reason that no unit sees this one, with what blocks the nearest observer."""
    watchers = sorted(lookouts(sc, who).officers, key=lambda at: sc.rules.atlas.distance(at, unit.at))
    if not watchers:
        return Reason(CARD, say("No unfatigued friendly unit sees {unit}.", unit=title), unit.spot)
    why, hexes = sight.unseen(sc.rules, sc.s, watchers[0], unit.at)
    text = say(
        "No unfatigued friendly unit sees {unit}. From {at}: {why}", unit=title, at=watchers[0], why=why
    )
    return Reason(CARD, text, (*hexes, *unit.spot))


def next_to_enemy(sc: Scene, who: str, hex_: str) -> bool:
    """Whether an enemy of ``who`` is in this hex or an adjacent one."""
    units, at = sc.s.units, sc.board.units_at
    return any(units[x].side != who for h in (hex_, *sc.rules.atlas.near[hex_]) for x in at(h))


def near_officer(sc: Scene, who: str, hex_: str) -> bool:
    """Whether an officer of ``who`` is on foot in a hex or adjacent to it (B-CON-1)."""
    units, at = sc.s.units, sc.board.units_at
    return any(
        units[x].side == who and leads(sc.rules, units[x])
        for h in (hex_, *sc.rules.atlas.near[hex_])
        for x in at(h)
    )


class _Lookouts(NamedTuple):
    """Where a side's unfatigued units are; units in op fire mode count (B-CARD-2)."""

    officers: dict[str, bool]
    """hex -> whether an officer is there."""
    near: frozenset[str]
    """These hexes and those next to them."""
    friends: frozenset[str]
    """The hexes with units of the side, fatigued or not, and those next to them."""


def lookouts(sc: Scene, who: str) -> _Lookouts:
    """The lookouts of a side, cached because a question about a target tests every hex."""
    units = sc.s.units
    known = sc.rules.memo.get("lookouts")
    if known is not None and known[0] is units and known[1] == who:
        kept: _Lookouts = known[2]
        return kept
    officers: dict[str, bool] = {}
    everywhere: set[str] = set()
    for unit in units.values():
        if unit.side == who and unit.on_map and unit.type != HANDLE:
            everywhere.add(unit.at)
            if unit.token != "fatigued":
                officers[unit.at] = officers.get(unit.at, False) or leads(sc.rules, unit)
    found = _Lookouts(officers, _round(sc, officers), _round(sc, everywhere))
    if isinstance(sc.s, State):  # a Play may still change its units
        sc.rules.memo["lookouts"] = (units, who, found)
    return found


def _round(sc: Scene, hexes: Iterable[str]) -> frozenset[str]:
    near = sc.rules.atlas.near
    return frozenset(x for h in hexes for x in (h, *near[h]))


def slots(sc: Scene, unit: Unit) -> int:
    """Free slots on a squad's base (M-01)."""
    kinds = sc.rules.tables.nations[unit.side].figures
    return SLOTS - sum(kinds[kind].slots * n for kind, n in unit.figures.items())


# ---- hexes for markers -----------------------------------------------------------------------------------------------
def unfit_hex(sc: Scene, who: str, where: Where, hex_: str) -> Iterator[Reason]:
    """Why a marker may not be placed in a hex, whichever marker it is."""
    units, here = sc.s.units, sc.board.units_at(hex_)
    light = (hex_,)
    if where.own_squad and not any(units[x].side == who and units[x].squad for x in here):
        yield Reason(CARD, say("No friendly squad is in {hex}.", hex=hex_), light)
    if where.within and hex_ not in within(sc, who, where.within):
        text = counted(
            where.within,
            say("No friendly squad is in {hex} or adjacent to it.", hex=hex_),
            say("No friendly squad is within {n} hexes of {hex}.", n=where.within, hex=hex_),
        )
        yield Reason(CARD, text, light)
    if where.empty and here:
        yield Reason(CARD, say("{hex} is not empty.", hex=hex_), light)
    elif where.enemy_free and any(units[x].side != who for x in here):
        yield Reason(CARD, say("There is an enemy unit in {hex}.", hex=hex_), light)
    if where.not_adjacent_enemy and next_to_enemy(sc, who, hex_):
        yield Reason(CARD, say("{hex} is adjacent to an enemy unit.", hex=hex_), light)
    if where.diggable and not diggable(sc, hex_):
        yield Reason(
            "TI-SPC-06",
            say("No entrenchment can be dug in {hex}: it is a water or building hex.", hex=hex_),
            light,
        )


def within(sc: Scene, who: str, most: int) -> frozenset[str]:
    """The hexes within ``most`` hexes of a squad of a side; cached between calls."""
    units = sc.s.units
    known = sc.rules.memo.get("within")
    if known is not None and known[0] is units and known[1] == (who, most):
        kept: frozenset[str] = known[2]
        return kept
    found = frozenset(u.at for u in units.values() if u.side == who and u.squad and u.on_map)
    for _ in range(most):
        found = _round(sc, found)
    if isinstance(sc.s, State):  # a Play may still change its units
        sc.rules.memo["within"] = (units, (who, most), found)
    return found


def diggable(sc: Scene, hex_: str) -> bool:
    """Whether an entrenchment can be dug in a hex: no stream (or bridge), pond or building (TI-SPC-06, B-FORT-2)."""
    terrain = sc.rules.atlas.cell(hex_).terrain
    return not terrain.startswith("stream") and terrain not in ("pond", "building", "bridge")


OpT = TypeVar("OpT", bound=Op)
Kind = Literal["hex", "unit", "card"]


class Word(Generic[OpT]):
    """The implementation of one op: what it would do, whether it can, what it asks, what it does. Stateless.

    An op that needs no answer implements :meth:`do`. An op that asks sets the ``kind`` of thing it asks for, and implements
    :meth:`why_not` for each candidate and :meth:`chosen` for the answer.
    """

    kind: ClassVar[Kind | None] = None

    def says(self, sc: Scene, who: str, card: Card, op: OpT) -> Say:
        """What it would do, in one sentence."""
        raise TypeError(f"{type(self).__name__} does not implement this")

    def against(self, sc: Scene, who: str, op: OpT) -> Iterator[Reason]:
        """Why the op can do nothing now."""
        kind = self.asks(op)
        if kind is not None and self.times(op) and not any(self.choices(sc, who, op, None, kind)):
            yield Reason(CARD, say("There is nothing the card can be used on."))

    def asks(self, op: OpT) -> Kind | None:
        """The kind of thing it asks for; None if it does not ask."""
        return self.kind

    def times(self, op: OpT) -> int:
        """How many times it asks."""
        return 1

    def choices(self, sc: Scene, who: str, op: OpT, run: CardRun | None, kind: Kind) -> Iterator[str]:
        """All legal answers to its question."""
        for one in domain(sc, who, kind):
            if not any(self.why_not(sc, who, op, run, kind, one)):
                yield one

    def why_not(
        self, sc: Scene, who: str, op: OpT, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """Reasons against one answer, which is a hex of the map, a unit, or a card of a play area."""
        return iter(())

    def may_decline(self, op: OpT, kind: Kind) -> bool:
        """Whether the owner may choose nothing."""
        return False

    def preview(self, sc: Scene, who: str, op: OpT, run: CardRun, choice: str) -> tuple[Say, ...]:
        """What an answer would lead to, if that is not obvious."""
        return ()

    def favourite(self, sc: Scene, who: str, op: OpT, run: CardRun) -> str:
        """The default answer; an empty string: the first choice."""
        return ""

    def do(self, play: TiPlay, run: CardRun, op: OpT) -> None:
        """Apply the op. The CardRun is on top of the stack and already points to the next op."""

    def chosen(self, play: TiPlay, run: CardRun, op: OpT, kind: Kind, choice: str) -> None:
        """Apply the op to an answer. The CardRun is on top of the stack."""
        raise TypeError(f"{type(self).__name__} does not implement this")


WORDS: Final[dict[type[Op], Word[Any]]] = {}
"""Op type -> its implementation; filled in by the card_* modules."""


def word_of(op: Op) -> Word[Any]:
    """The implementation of an op."""
    return WORDS[type(op)]


def domain(sc: Scene, who: str, kind: Kind) -> tuple[str, ...]:
    """Every hex, unit or card in play that could be an answer."""
    if kind == "hex":
        return sc.rules.atlas.labels
    if kind == "unit":
        return tuple(sc.s.units)
    return tuple(dict.fromkeys(c.card for side in sc.rules.sides for c in sc.s.in_play.get(side, ())))
