"""C.1: the steps of set-up, each for the holder of the initiative first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import PhaseBegan, UnitChanged, UnitPlaced
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, counted, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron import casualties, checklist, concealment, effects, names
from hexbench.games.tide_of_iron.acting import DONE, Stage, in_order
from hexbench.games.tide_of_iron.opfire import FirstOpFire
from hexbench.games.tide_of_iron.pieces import FORTS, NONE, TRAYS, Works
from hexbench.games.tide_of_iron.placing import (
    INSIDE,
    LOAD,
    PLACE,
    PLACE_REST,
    Placing,
    from_enemy,
    lose,
    unplaceable,
)
from hexbench.games.tide_of_iron.seat import TiPlay
from hexbench.games.tide_of_iron.setup_build import BuildSquads, bases

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiSeat


# C.1, S4: each side places its starting units in its deployment zone (TI-SET-11, TI-SET-12).


def parts(how: str) -> tuple[bool, str]:
    """The parts of a way of placing: whether concealed, and the fortification entered."""
    concealed = how.startswith("concealed")
    return concealed, how.removeprefix("concealed").removeprefix("_")


class Deploy(Placing, frozen=True, kw_only=True):
    """Place the starting units; until the step is done they may be moved around."""

    phase: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "TI-SET-11"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (PLACE, LOAD, PLACE_REST, DONE)

    def zone(self, s: Position) -> tuple[str, ...]:
        """The deployment zone of the side."""
        return s.mission.zones.get(f"{self.who}_deploy", ())

    def mine(self, s: Position) -> tuple[str, ...]:
        """All units of the side that are not due later."""
        return tuple(
            x
            for x, u in s.units.items()
            if u.side == self.who and (u.on_map or u.inside or u.at == TRAYS[self.who])
        )

    def hows(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        """In the open; in a fortification if a card allows it; concealed if the scenario allows it."""
        out = [""]
        if seat.s.units[uid].squad:
            if effects.allows(seat.rules, seat.s, self.who, INSIDE):
                out += FORTS
            if seat.s.mission.forces[self.who].concealed:
                out += ["concealed" + (f"_{how}" if how else "") for how in tuple(out)]
        return tuple(out)

    def against(self, seat: TiSeat, uid: str, at: str, how: str) -> Iterator[Reason]:
        """The zone, the ground, stacking; room in the fortification; how many may be concealed."""
        s, unit = seat.s, seat.s.units[uid]
        concealed, fort = parts(how)
        if (unit.at, unit.concealed, unit.shelter) == (at, concealed, fort):
            yield Reason(self.rule, say("It is already in {hex}.", hex=at), (at,))
        yield from unplaceable(seat.rules, s, seat.board, uid, at, self.zone(s), self.rule)
        if fort:
            yield from self._no_shelter(seat, uid, at, fort)
        if concealed:
            if not unit.squad:
                yield Reason("TI-CNC-01", say("Only squads can be concealed."))
            most = s.mission.forces[self.who].concealed
            others = sum(u.concealed and u.side == self.who and x != uid for x, u in s.units.items())
            if others >= most:
                text = counted(
                    most,
                    say("Only 1 squad of this side may start concealed."),
                    say("Only {n} squads of this side may start concealed.", n=most),
                )
                yield Reason("M-10", text)

    def _no_shelter(self, seat: TiSeat, uid: str, at: str, fort: str) -> Iterator[Reason]:
        s, unit = seat.s, seat.s.units[uid]
        if not unit.squad:
            yield Reason("TI-FORT-05", say("Vehicles cannot be in fortifications."))
        if not effects.allows(seat.rules, s, self.who, INSIDE):
            yield Reason("TI-SET-06", say("No operations card allows squads to start in fortifications."))
        inside = sum(s.units[x].shelter == fort and x != uid for x in seat.board.units_at(at))
        if inside >= getattr(s.works.get(at, NONE), fort):
            yield Reason(
                "TI-FORT-01", say("There is no empty fortification of that kind in {hex}.", hex=at), (at,)
            )

    def put(self, play: TiPlay, uid: str, at: str, how: str) -> None:
        """Place it. A concealed squad may be known to its own side only (:mod:`concealment`)."""
        concealed, fort = parts(how)
        if concealed and not play.units[uid].concealed:
            play.tell(
                UnitChanged(uid, "concealed", "yes")
            )  # that a squad is concealed is public; where it is may not be
        sheltered = play.units[uid].shelter != fort
        play.put(uid, at=at, shelter=fort, concealed=concealed)
        concealment.keep(play, uid)
        concealment.tell(play, uid, UnitPlaced(uid, at))
        if sheltered:
            concealment.tell(play, uid, UnitChanged(uid, "shelter", fort))

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Units without a hex, and squads that may be concealed."""
        return checklist.deploy_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        """Whose, and how many are left."""
        n, side = len(self.left(seat.s)), seat.rules.side_name(self.who)
        if not n:
            return say("{side}: all units have been placed.", side=side)
        if n == 1:
            return say("{side}: place your units. One is left.", side=side)
        return say("{side}: place your units. {n} are left.", side=side, n=n)

    def finish(self, play: TiPlay) -> None:
        """Units for which there is no hex are lost; squads that cannot stay concealed are revealed (B-CNC-2)."""
        for uid in self.left(play):
            lose(play, uid)
        play.pop()
        reveal(play)


def reveal(play: TiPlay) -> None:
    """Check concealment, if any squad is concealed."""
    if any(u.concealed for u in play.units.values()):
        concealment.check(play)


# C.1, S3: the markers of the scenario are placed in the hexes allowed for them.

KINDS = ("entrenchment", "pillbox", "razor_wire", "tank_trap", "minefield", "smoke")
_ONE_EACH = {
    "razor_wire": "TI-FORT-14",
    "tank_trap": "TI-FORT-18",
    "minefield": "TI-FORT-25",
    "smoke": "TI-SMK-08",
}
"""Markers of which a hex holds at most one -> the clause that says so."""
WATER = ("stream_shallow", "stream_deep", "stream_flooded", "pond", "bridge")
"""Terrain in which no entrenchment can be dug, besides buildings (TI-SPC-06, B-FORT-2)."""


def _unlayable(rules: TiRules, s: Position, kind: str, hex_: str) -> Iterator[Reason]:
    """Why a marker cannot be placed in a hex by either side: marker limits and terrain."""
    here = s.works.get(hex_, NONE)
    terrain = rules.atlas.cell(hex_).terrain
    if kind in FORTS:
        if here.forts >= rules.tables.fort_limit:
            yield Reason("TI-FORT-06", say("{hex} already holds three fortifications.", hex=hex_), (hex_,))
    elif getattr(here, kind):
        text = say("{hex} already holds such a marker.", hex=hex_)
        yield Reason(_ONE_EACH[kind], text, (hex_,))
    if kind == "entrenchment" and (terrain in WATER or terrain == "building"):
        text = say("No entrenchment can be dug in {hex}.", hex=hex_)
        yield Reason("B-FORT-2" if terrain == "bridge" else "TI-SPC-06", text, (hex_,))
    if kind == "smoke" and terrain == "building":
        yield Reason("TI-SMK-08", say("Smoke cannot be placed in a building hex."), (hex_,))


def _with_one(here: Works, kind: str, by: int = 1) -> Works:
    """The markers of a hex with one more of a kind, or one less."""
    if kind == "entrenchment":
        return replace(here, entrenchment=here.entrenchment + by)
    if kind == "pillbox":
        return replace(here, pillbox=here.pillbox + by)
    return replace(here, **{kind: by > 0})


def zone_of(s: Position, side: str, kind: str) -> tuple[str, ...]:
    """The hexes in which a side may place a marker; by default its deployment zone."""
    zone = s.mission.forces[side].marker_zones.get(kind, f"{side}_deploy")
    return s.mission.zones.get(zone, ()) if isinstance(zone, str) else zone


def _suitable(seat: TiSeat, side: str, kind: str) -> Iterator[str]:
    """The hexes in which a side may place a marker now."""
    for hex_ in zone_of(seat.s, side, kind):
        if hex_ in seat.rules.atlas.index and not any(_unlayable(seat.rules, seat.s, kind, hex_)):
            yield hex_


class PlaceMarker(Verb["TiSeat", "PlaceMarkers", "TiPlay"]):
    """Place one marker."""

    name = "place_marker"
    label = say("Place a marker")
    help = say("Place one of your fortifications or obstacles in a hex of your set-up area.")
    object = "hex"
    hows = KINDS

    def offer(self, seat: TiSeat, step: PlaceMarkers) -> Offer | None:
        """Offered while there is a marker and a hex for it."""
        return Offer(self.name) if any(self.targets(seat, step, ())) else None

    def targets(self, seat: TiSeat, step: PlaceMarkers, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every kind that is left, in every hex it may be placed in."""
        for kind in seat.s.markers_left.get(step.who, {}):
            for hex_ in _suitable(seat, step.who, kind):
                yield Target(hex_, kind, rules=("TI-SET-01",))

    def reasons(self, seat: TiSeat, step: PlaceMarkers | None, action: Action) -> Iterator[Reason]:
        """None left, no such hex, or not allowed there."""
        kind, hex_ = action.how, action.object
        if kind not in KINDS:
            yield Reason("TI-SET-01", say("Choose one of {kinds}.", kinds=names.choices(KINDS)))
            return
        if step is not None and not seat.s.markers_left.get(step.who, {}).get(kind):
            yield Reason("TI-SET-01", say("There is no such marker left: {kind}.", kind=names.marker(kind)))
        if hex_ not in seat.rules.atlas.index:
            yield Reason("TI-SET-01", say("{hex} is not a hex of this map.", hex=hex_))
            return
        if step is not None and hex_ not in zone_of(seat.s, step.who, kind):
            text = say("This marker may not be placed in {hex}: {kind}.", kind=names.marker(kind), hex=hex_)
            yield Reason("TI-SET-01", text, (hex_,))
        yield from _unlayable(seat.rules, seat.s, kind, hex_)

    def do(self, play: TiPlay, step: PlaceMarkers, action: Action) -> None:
        step.lay(play, action.how, action.object)


class _TakeMarker(Verb["TiSeat", "PlaceMarkers", "TiPlay"]):
    """Pick up a marker that was placed in this step."""

    name = "take_marker"
    label = say("Pick up a marker")
    help = say("Return the marker to those still to be placed.")
    object = "hex"
    hows = KINDS

    def offer(self, seat: TiSeat, step: PlaceMarkers) -> Offer | None:
        """Offered if a marker has been placed."""
        return Offer(self.name, back=True) if step.laid else None

    def targets(self, seat: TiSeat, step: PlaceMarkers, subject: tuple[str, ...]) -> Iterator[Target]:
        for kind, hex_ in dict.fromkeys(step.laid):
            yield Target(hex_, kind, rules=("TI-SET-01",))

    def reasons(self, seat: TiSeat, step: PlaceMarkers | None, action: Action) -> Iterator[Reason]:
        """It must have been placed by this player."""
        if step is not None and (action.how, action.object) not in step.laid:
            yield Reason("TI-SET-01", say("You have not placed such a marker there."))

    def do(self, play: TiPlay, step: PlaceMarkers, action: Action) -> None:
        """Return it to the markers left."""
        kind, hex_ = action.how, action.object
        laid = list(step.laid)
        laid.remove((kind, hex_))
        play.swap(laid=tuple(laid))
        casualties.set_works(play, hex_, _with_one(play.works[hex_], kind, -1))
        left = play.markers_left.get(step.who, {})
        play.edit("markers_left")[step.who] = {**left, kind: left.get(kind, 0) + 1}


class _PlaceMarkersRest(Press["TiSeat", "PlaceMarkers", "TiPlay"]):
    """Place all remaining markers, spread over the hexes: objectives first, then towards the enemy."""

    name = "place_markers"
    label = say("Place all markers")
    help = say("Place all remaining markers where they are likely to be useful.")
    rule = "TI-SET-01"

    def against(self, seat: TiSeat, step: PlaceMarkers | None) -> Iterator[Reason]:
        """There must be markers left."""
        if step is not None and not any(step.left_to_do(seat)):
            yield Reason("TI-SET-01", say("All markers have been placed."))

    def do(self, play: TiPlay, step: PlaceMarkers, action: Action) -> None:
        """Place them one by one."""
        prizes = {o.hex for o in play.mission.objectives}
        rules, far = play.rules, from_enemy(play.rules, play, step.who)
        for kind in tuple(play.markers_left.get(step.who, {})):
            while play.markers_left[step.who].get(kind):
                free = [h for h in zone_of(play, step.who, kind) if not any(_unlayable(rules, play, kind, h))]
                if not free:
                    break

                def crowd(hex_: str) -> tuple[int, bool, int]:
                    return sum(h == hex_ for _, h in play.top.laid), hex_ not in prizes, far[hex_]

                play.top.lay(play, kind, min(free, key=crowd))


PLACE_MARKER, TAKE_MARKER, PLACE_MARKERS_REST = PlaceMarker(), _TakeMarker(), _PlaceMarkersRest()


class PlaceMarkers(Stage, frozen=True, kw_only=True):
    """Place the markers. ``laid`` are those placed by this player, (kind, hex), in order."""

    laid: tuple[tuple[str, str], ...] = ()
    phase: ClassVar[str] = "place_markers"
    rule: ClassVar[str] = "TI-SET-01"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (PLACE_MARKER, TAKE_MARKER, PLACE_MARKERS_REST, DONE)

    def say(self, seat: TiSeat) -> Say:
        """Whose, and how many are left."""
        n = sum(seat.s.markers_left.get(self.who, {}).values())
        side = seat.rules.side_name(self.who)
        if n == 1:
            return say("{side}: place your markers. One is left.", side=side)
        return say("{side}: place your markers. {n} are left.", side=side, n=n)

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """Markers that some hex has room for."""
        for kind in seat.s.markers_left.get(self.who, {}):
            if any(_suitable(seat, self.who, kind)):
                text = say("There are still markers to place: {kind}.", kind=names.marker(kind))
                yield Reason("TI-SET-01", text)

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Markers without a hex."""
        return checklist.markers_left(seat, self)

    def default(self, seat: TiSeat) -> Action | None:
        """Place the rest, then finish."""
        return Action("place_markers" if any(self.left_to_do(seat)) else "done")

    def lay(self, play: TiPlay, kind: str, hex_: str) -> None:
        """Place one marker in a hex. The step is on top of the stack."""
        left = dict(play.markers_left[self.who])
        left[kind] -= 1
        play.edit("markers_left")[self.who] = {key: n for key, n in left.items() if n}
        play.swap(laid=(*play.top.laid, (kind, hex_)))
        casualties.set_works(play, hex_, _with_one(play.works.get(hex_, NONE), kind))

    def finish(self, play: TiPlay) -> None:
        """Markers for which no hex has room are discarded."""
        play.edit("markers_left").pop(self.who, None)
        play.pop()


def begin(play: TiPlay, step: SetUp) -> None:
    """Announce the set-up."""
    play.tell(PhaseBegan("set_up", None, say("Set-up")))


def _opening_cards(play: TiPlay, step: SetUp) -> None:
    """S5, TI-SET-05: draw the opening cards from each deck; the + symbol has no effect here (TI-SET-14)."""
    for side in in_order(play):
        force = play.mission.forces.get(side)
        for deck, n in (force.decks if force else {}).items():
            for _ in range(n):
                if any(play.decks.get(f"{side}/{deck}", {}).values()):
                    from hexbench.games.tide_of_iron import cards

                    cards.draw(play, side, deck, "TI-SET-05")


def build_squads(play: TiPlay, step: SetUp) -> None:
    """S2."""
    play.push(*(BuildSquads(who=side) for side in in_order(play) if bases(play, side)))


def place_markers(play: TiPlay, step: SetUp) -> None:
    """S3."""
    play.push(*(PlaceMarkers(who=side) for side in in_order(play) if play.markers_left.get(side)))


def deploy(play: TiPlay, step: SetUp) -> None:
    """S4."""
    play.push(*(Deploy(who=x) for x in in_order(play) if any(u.at == TRAYS[x] for u in play.units.values())))


def op_fire(play: TiPlay, step: SetUp) -> None:
    """S6."""
    play.push(*(FirstOpFire(who=side) for side in in_order(play)))


class SetUp(Script, frozen=True, kw_only=True):
    """The set-up, from opening cards to op fire."""

    phase: ClassVar[str] = "set_up"
    stages: ClassVar[tuple[Callable[[TiPlay, SetUp], None], ...]] = (
        begin,
        _opening_cards,
        build_squads,
        place_markers,
        deploy,
        op_fire,
    )
