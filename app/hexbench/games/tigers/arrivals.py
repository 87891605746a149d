"""Reinforcements of a player turn (B1, C1; TG-RFT-06..15), and the splitting of American armored divisions
into three combat commands and joining them again (TG-STK-08..11, AMB-121).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.checklist import offers_left
from hexbench.engine.events import UnitChanged, UnitPlaced
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import END, Phase, Pick
from hexbench.games.tigers import casualties, ground, movers, victory, zoc
from hexbench.games.tigers.pieces import (
    ALLIED,
    BROKEN,
    FOE,
    GERMAN,
    SUBSTITUTES,
    TRAYS,
    Edge,
    Printed,
    due_in,
)
from hexbench.hexes.coords import distance

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat


COMMANDS: Final = 3


def armored(s: Position, uid: str) -> bool:
    """Whether it is an American armored division (TG-STK-08, TG-STK-11)."""
    printed = s.roster[uid]
    return printed.type == "arm" and printed.size == "div" and printed.nation == "us"


def divisions(s: Position) -> tuple[str, ...]:
    """The divisions on the map that may be split."""
    return tuple(uid for uid, unit in s.units.items() if unit.on_map and armored(s, uid))


def spare(s: Position) -> tuple[str, ...]:
    """Substitute combat commands not in use."""
    return tuple(
        uid for uid, unit in s.units.items() if unit.at == SUBSTITUTES and s.roster[uid].size == "cc"
    )


def _joinable(s: Position) -> tuple[str, ...]:
    """Combat commands in hexes that hold three or more of them (TG-STK-09)."""
    found = [uid for uid, unit in s.units.items() if unit.on_map and s.roster[uid].size == "cc"]
    where = [s.units[uid].at for uid in found]
    return tuple(uid for uid in found if where.count(s.units[uid].at) >= COMMANDS)


def _makeable(s: Position) -> tuple[str, ...]:
    """Divisions that three combat commands may become: those split now, or the spare one (AMB-121)."""
    return tuple(uid for uid, unit in s.units.items() if unit.at in (BROKEN, SUBSTITUTES) and armored(s, uid))


def anything(s: Position) -> bool:
    """Whether anything can be split or joined now."""
    return bool((divisions(s) and len(spare(s)) >= COMMANDS) or (_joinable(s) and _makeable(s)))


def _not_his(seat: TgSeat, step: Arrive, subject: Sequence[str], rule: str) -> Iterator[Reason]:
    """Reasons against units of the other side, since both sides have a reinforcement phase."""
    for uid in subject:
        if seat.s.units[uid].side != step.who:
            name = seat.called(uid)
            yield Reason(rule, say("{unit} is not yours.", unit=name), seat.s.units[uid].spot)


class _Split(Pick["TgSeat", "Arrive", "TgPlay"]):
    """Break an armored division down into three combat commands."""

    name = "split"
    label = say("Split into combat commands")
    help = say("Three substitute combat commands replace the division and take over its state.")
    rule = "TG-STK-08"

    def among(self, seat: TgSeat, step: Arrive) -> Sequence[str]:
        """American armored divisions on the map, while there are combat commands to take their place."""
        return divisions(seat.s) if step.who == "allied" and len(spare(seat.s)) >= COMMANDS else ()

    def unfit(self, seat: TgSeat, step: Arrive | None, ref: str) -> Iterator[Reason]:
        """Why a unit cannot be split."""
        unit, printed = seat.s.units[ref], seat.s.roster[ref]
        if step is not None:
            yield from _not_his(seat, step, (ref,), self.rule)
        if not armored(seat.s, ref):
            rule = "TG-STK-11" if printed.nation == "british" else "TG-STK-08"
            yield Reason(rule, say("Only American armored divisions can be split."), unit.spot)
        elif not unit.on_map:
            yield Reason("TG-STK-08", say("It is not on the map."))
        if len(spare(seat.s)) < COMMANDS:
            yield Reason("TG-STK-08", say("There are not enough substitute combat commands available."))

    def do(self, play: TgPlay, step: Arrive, action: Action) -> None:
        """Put the combat commands in the division's hex, in the division's state."""
        (uid,) = action.subject
        unit = play.units[uid]
        parts = spare(play)[:COMMANDS]
        play.edit("split")[uid] = parts
        casualties.remove(play, uid, BROKEN)
        for part in parts:
            play.put(part, at=unit.at, disrupted=unit.disrupted, spent=unit.spent)
            play.tell(UnitPlaced(part, unit.at))
            if unit.disrupted:
                play.tell(UnitChanged(part, "disrupted", "yes"))


class Join(Verb["TgSeat", "Arrive", "TgPlay"]):
    """Make an armored division of three combat commands."""

    name = "join"
    label = say("Join into a division")
    help = say("Any three combat commands in one hex become a division that is currently split, or the 9th.")
    subject = "unit"
    object = "unit"

    def offer(self, seat: TgSeat, step: Arrive) -> Offer | None:
        """Combat commands in hexes that hold at least three."""
        found = _joinable(seat.s) if step.who == "allied" and _makeable(seat.s) else ()
        return Offer(self.name, found, "stack") if found else None

    def targets(self, seat: TgSeat, step: Arrive, subject: tuple[str, ...]) -> Iterable[Target]:
        """The divisions they may become."""
        for uid in _makeable(seat.s):
            if not any(self.reasons(seat, step, Action(self.name, subject, uid))):
                yield Target(uid, rules=("TG-STK-09",))

    def reasons(self, seat: TgSeat, step: Arrive | None, action: Action) -> Iterator[Reason]:
        """It takes three combat commands in one hex and a division that is not on the map."""
        s = seat.s
        unknown = [uid for uid in (*action.subject, action.object) if uid not in s.units]
        if unknown:
            yield seat.rules.missing(unknown[0] or "such division")
            return
        if step is not None:
            yield from _not_his(seat, step, action.subject, "TG-STK-09")
        if len(set(action.subject)) != COMMANDS:
            yield Reason("TG-STK-09", say("Forming a division takes exactly three combat commands."))
        if any(s.roster[uid].size != "cc" or not s.units[uid].on_map for uid in action.subject):
            yield Reason("TG-STK-09", say("Only combat commands on the map can be joined."))
        if len({s.units[uid].at for uid in action.subject}) > 1:
            hexes = tuple(s.units[uid].at for uid in action.subject)
            yield Reason("TG-STK-09", say("They are not all in the same hex."), hexes)
        if action.object not in _makeable(s):
            yield Reason("AMB-121", say("That division is neither currently split nor the spare one."))

    def do(self, play: TgPlay, step: Arrive, action: Action) -> None:
        """Put the division in their hex, disrupted if any of them is."""
        parts = [play.units[uid] for uid in action.subject]
        for uid in action.subject:
            play.put(uid, disrupted=False, spent=0)
            casualties.remove(play, uid, SUBSTITUTES)
        play.edit("split").pop(action.object, None)
        shaken = any(part.disrupted for part in parts)
        play.put(action.object, at=parts[0].at, disrupted=shaken, spent=max(part.spent for part in parts))
        play.tell(UnitPlaced(action.object, parts[0].at))
        if shaken:
            play.tell(UnitChanged(action.object, "disrupted", "yes"))


SPLIT: Final = _Split()
JOIN: Final = Join()


_AMERICAN_EDGES: Final[tuple[Edge, ...]] = ("N", "W", "S")
_FORWARD: Final = ("W", "S")
"""The edges whose reinforcements arrive a turn early when SS units were set up in the south (TG-RFT-15)."""


# ---- which units arrive ----------------------------------------------------------------------------------------------
def day_of(s: Position, uid: str) -> int:
    """The earliest turn in which a unit may arrive (TG-RFT-06, TG-RFT-14, TG-RFT-15)."""
    printed = s.roster[uid]
    if printed.early_meuse and s.meuse:
        return 1
    early = s.early_edges and printed.nation == "us" and printed.edge in _FORWARD
    turn = due_in(s.units[uid].at) or printed.turn
    return turn - 1 if early else turn


def held_back_from(rules: TgRules, s: Position, uid: str) -> int:
    """The turn after which a unit that has not entered counts as held back (AMB-124)."""
    return day_of(s, uid) if rules.options.early_held_back == "early_turn" else s.roster[uid].turn


def begin(play: TgPlay, side: str) -> None:
    """Move the arrivals of the turn to the tray; then start the reinforcement step if there is anything to
    decide.
    """
    for uid, unit in list(play.units.items()):
        if unit.side == side and due_in(unit.at) and day_of(play, uid) <= play.turn:
            play.put(uid, at=TRAYS[unit.side])
            play.tell(UnitPlaced(uid, TRAYS[unit.side]))
    if waiting(play, side) or (side == ALLIED and anything(play)):
        play.push(Arrive(who=side))


def waiting(s: Position, side: str) -> tuple[str, ...]:
    """The arrivals in the tray that have not entered yet."""
    tray = TRAYS[side]
    return tuple(uid for uid, unit in s.units.items() if unit.at == tray)


# ---- where -----------------------------------------------------------------------------------------------------------
def _edges_of(s: Position, uid: str) -> tuple[Edge, ...]:
    """The edges a unit may enter by: its own, or any for an American unit that was held back
    (TG-RFT-07..10).
    """
    printed = s.roster[uid]
    if printed.nation == "us" and s.units[uid].late:
        return _AMERICAN_EDGES
    return (printed.edge,)


def zone_of(rules: TgRules, s: Position, uid: str) -> dict[str, None]:
    """The hexes of its edges on its own side of the front, in map order (AMB-68)."""
    key = ("entry", s.units[uid].side, _edges_of(s, uid))
    kept: dict[str, None] | None = rules.memo.get(key)
    if kept is None:
        _, side, edges = key
        named, zones = rules.tables.entry, rules.atlas.sheet.zones
        found = [at for edge in edges for at in zones.get(named.get(edge, ""), ()) if rules.home(at) == side]
        kept = rules.memo[key] = dict.fromkeys(sorted(found, key=rules.atlas.index.__getitem__))
    return kept


def closed(seat: TgSeat, side: str, at: str) -> Iterator[Reason]:
    """Why no unit of a side may enter on a hex (TG-RFT-11, TG-RFT-12)."""
    rules, s, board = seat.rules, seat.s, seat.board
    foe = FOE[side]
    if at in zoc.stands(s, board, foe):
        yield Reason("TG-RFT-11", say("An enemy unit is in {hex}.", hex=at), (at,))
    elif zoc.strongest(rules, s, board, foe, at) != "None" and not zoc.friends(s, board, side, at):
        text = say("{hex} is in an enemy zone of control and holds no friendly unit.", hex=at)
        yield Reason("TG-RFT-12", text, (at,))


def price(rules: TgRules, printed: Printed, at: str) -> int:
    """The cost of the entry hex, in thirds (TG-RFT-13, AMB-67): road rate for mechanized units where a road
    crosses the map edge, or for Germans on any road hex.
    """
    by_road = ground.on_road(rules, at) if printed.side == GERMAN else victory.road_out(rules, at)
    if printed.mech and by_road:
        return movers.ROAD
    if printed.mech and at in ground.terrain(rules, "venn"):
        return movers.VENN
    if printed.mech and at in ground.terrain(rules, "forest"):
        return movers.FOREST
    return movers.MF


def open_hexes(seat: TgSeat, uid: str) -> tuple[str, ...]:
    """The hexes a unit may enter on now, in map order; they are the same for all units of a side that share an
    edge.
    """
    unit = seat.s.units[uid]
    key = ("open", unit.side, _edges_of(seat.s, uid))
    found: tuple[str, ...] | None = seat.memo.get(key)
    if found is None:
        ours = zoc.standing(seat.s, seat.board, unit.side)
        found = tuple([at for at, zone in _not_held(seat, uid) if not zone or at in ours])
        seat.memo[key] = found
    return found


def _not_held(seat: TgSeat, uid: str) -> list[tuple[str, bool]]:
    """The hexes a unit may enter by where no enemy stands, each with whether it is in an enemy zone of control, where a
    friend must stand (:func:`closed`): the same as long as the enemy does nothing.
    """
    rules, s, board = seat.rules, seat.s, seat.board
    foe = FOE[s.units[uid].side]

    def make() -> list[tuple[str, bool]]:
        held, zones = zoc.stands(s, board, foe), zoc.zones(rules, s, board, foe)
        return [(at, at in zones) for at in zone_of(rules, s, uid) if at not in held]

    return rules.facts.get(("not held", foe, _edges_of(s, uid)), zoc.projecting(rules, s, board, foe), make)


class Enter(Verb["TgSeat", "Arrive", "TgPlay"]):
    """Bring on a reinforcement."""

    name = "enter"
    label = say("Enter")
    help = say(
        "Place a reinforcement on a hex of its entry edge. The hex costs movement; "
        "the unit may spend the rest in the movement phase."
    )
    subject = "unit"
    object = "hex"

    def able(self, seat: TgSeat, step: Arrive) -> Iterable[str]:
        """The units that have a hex to enter on."""
        return (u for u in waiting(seat.s, step.who) if open_hexes(seat, u))

    def targets(self, seat: TgSeat, step: Arrive, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every open hex of its edges, and what it costs."""
        if len(subject) != 1 or subject[0] not in waiting(seat.s, step.who):
            return ()
        rules, printed = seat.rules, seat.s.roster[subject[0]]

        def make(at: str) -> Target:
            return Target(at, cost=price(rules, printed, at) * movers.TWELFTHS, rules=("TG-RFT-13",))

        return LazyTargets(open_hexes(seat, subject[0]), make, ends=lambda at: (at, ""))

    def reasons(self, seat: TgSeat, step: Arrive | None, action: Action) -> Iterator[Reason]:
        """The unit, its turn and edge, and enemy units and their zones."""
        s, rules = seat.s, seat.rules
        if len(action.subject) != 1:
            yield Reason("TG-RFT-06", say("Reinforcements enter one at a time."))
            return
        (uid,) = action.subject
        if uid not in s.units:
            yield rules.missing(uid)
            return
        unit, printed = s.units[uid], s.roster[uid]
        if step is not None and unit.side != step.who:
            yield Reason("TG-SEQ-02", say("{unit} is not yours.", unit=rules.title(printed)), unit.spot)
        if unit.at != TRAYS[unit.side]:
            yield _not_due(seat, uid)
        if action.object not in rules.atlas.index:
            yield rules.missing(f"hex {action.object}")
            return
        if action.object not in zone_of(rules, s, uid):
            yield Reason(_edge_rule(printed, unit.late), _edge_words(printed, unit.late), (action.object,))
        yield from closed(seat, unit.side, action.object)

    def do(self, play: TgPlay, step: Arrive, action: Action) -> None:
        """Place the unit, undisrupted, with the cost of the hex paid (TG-DIS-17)."""
        (uid,) = action.subject
        spent = price(play.rules, play.roster[uid], action.object)
        play.put(uid, at=action.object, spent=spent, late=False)
        play.tell(UnitPlaced(uid, action.object))


ENTER: Final = Enter()


def _not_due(seat: TgSeat, uid: str) -> Reason:
    """Why a unit is not among this turn's arrivals."""
    s = seat.s
    name = seat.rules.title(s.roster[uid])
    if s.units[uid].at.startswith("#due/"):
        return Reason("TG-RFT-06", say("{unit} arrives in turn {turn}.", unit=name, turn=day_of(s, uid)))
    return Reason(
        "TG-RFT-06", say("{unit} is not a reinforcement of this turn.", unit=name), s.units[uid].spot
    )


def _edge_rule(printed: Printed, late: bool) -> str:
    if printed.side == GERMAN:
        return "TG-RFT-07"
    if printed.nation == "british":
        return "TG-RFT-08"
    return "TG-RFT-10" if late else "TG-RFT-09"


def _edge_words(printed: Printed, late: bool) -> Say:
    if printed.side == GERMAN:
        return say("German reinforcements must enter east of the starting front.")
    if printed.nation == "british":
        return say("British reinforcements must enter over the western half of the north edge.")
    if late:
        return say("It must enter over an edge behind Allied lines.")
    edges = {"N": say("north"), "W": say("west"), "S": say("south")}
    edge = edges.get(printed.edge, say("given"))
    return say("It must enter over the {edge} edge, behind Allied lines.", edge=edge)


def _away(seat: TgSeat, uid: str) -> dict[str, int]:
    """Hex by which a unit may enter -> hexes to the nearest enemy; none on the map: 0."""
    rules, board, foe = seat.rules, seat.board, FOE[seat.s.units[uid].side]
    hexes, axial, index = zone_of(rules, seat.s, uid), rules.atlas.axial, rules.atlas.index

    def make() -> dict[str, int]:
        theirs = [axial[index[there]] for there in zoc.stands(seat.s, board, foe)]
        return {at: min([distance(axial[index[at]], there) for there in theirs], default=0) for at in hexes}

    return rules.facts.get(("away", foe, _edges_of(seat.s, uid)), (board.stance[foe],), make)


class Arrive(Phase, frozen=True, kw_only=True):
    """B1_REINF, C1_REINF."""

    verbs: ClassVar = (ENTER, SPLIT, JOIN, END)
    phase: ClassVar[str] = "reinforcements"

    def close(self, play: TgPlay) -> None:
        """Units that have not entered wait; American ones may then enter by any edge (TG-RFT-10)."""
        for uid in waiting(play, self.who):
            first = held_back_from(play.rules, play, uid)
            if play.roster[uid].nation == "us" and play.turn >= first and not play.units[uid].late:
                play.put(uid, late=True)
        play.pop()

    def default(self, seat: TgSeat) -> Action | None:
        """Bring on every unit that can enter, as close to the enemy as possible, then end the phase."""
        for uid in waiting(seat.s, self.who):
            found = open_hexes(seat, uid)
            if found:
                rules, printed, away = seat.rules, seat.s.roster[uid], _away(seat, uid)
                nearest = min(away[at] for at in found)
                near = min(
                    [at for at in found if away[at] == nearest], key=lambda at: price(rules, printed, at)
                )
                return Action(ENTER.name, (uid,), near)
        return Action(END.name)

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """Units that could still enter; splitting and joining are not listed, being optional."""
        return offers_left(seat, (SPLIT.name, JOIN.name))

    def say(self, seat: TgSeat) -> Say:
        n, side = len(waiting(seat.s, self.who)), seat.rules.side_name(self.who)
        if not n:
            return say("{side} reinforcements: no units are left to enter.", side=side)
        if n == 1:
            return say("{side} reinforcements: one unit may enter.", side=side)
        return say("{side} reinforcements: {n} units may enter.", side=side, n=n)
