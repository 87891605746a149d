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
    """A way to be placed, taken apart: concealed or not, and the fortification it goes into."""
    concealed = how.startswith("concealed")
    return concealed, how.removeprefix("concealed").removeprefix("_")


class Deploy(Placing, frozen=True, kw_only=True):
    """Place the starting units; until all is done they may be moved about."""

    phase: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "TI-SET-11"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (PLACE, LOAD, PLACE_REST, DONE)

    def zone(self, s: Position) -> tuple[str, ...]:
        """The deployment zone of the side."""
        return s.mission.zones.get(f"{self.who}_deploy", ())

    def mine(self, s: Position) -> tuple[str, ...]:
        """Everybody of the side who is not due later."""
        return tuple(
            x
            for x, u in s.units.items()
            if u.side == self.who and (u.on_map or u.inside or u.at == TRAYS[self.who])
        )

    def hows(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        """In the open, in a fortification when a card allows it, concealed when the scenario says so."""
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
                    say("The scenario conceals 1 squad of this side."),
                    say("The scenario conceals {n} squads of this side.", n=most),
                )
                yield Reason("M-10", text)

    def _no_shelter(self, seat: TiSeat, uid: str, at: str, fort: str) -> Iterator[Reason]:
        s, unit = seat.s, seat.s.units[uid]
        if not unit.squad:
            yield Reason("TI-FORT-05", say("Vehicles cannot be in fortifications."))
        if not effects.allows(seat.rules, s, self.who, INSIDE):
            yield Reason("TI-SET-06", say("No operations card lets squads start in fortifications."))
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
            )  # who is concealed is public; where he is may not be
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
            return say("{side}: all units are placed.", side=side)
        if n == 1:
            return say("{side}: place the units. One is left.", side=side)
        return say("{side}: place the units. {n} are left.", side=side, n=n)

    def finish(self, play: TiPlay) -> None:
        """Whom there is no hex for is lost; whoever cannot stay concealed is seen (B-CNC-2)."""
        for uid in self.left(play):
            lose(play, uid)
        play.pop()
        reveal(play)


def reveal(play: TiPlay) -> None:
    """The tests of concealment, when there is anybody to test."""
    if any(u.concealed for u in play.units.values()):
        concealment.check(play)


# C.1, S3: each marker of the scenario is laid in the hexes it may be laid in.

KINDS = ("entrenchment", "pillbox", "razor_wire", "tank_trap", "minefield", "smoke")
_ONE_EACH = {
    "razor_wire": "TI-FORT-14",
    "tank_trap": "TI-FORT-18",
    "minefield": "TI-FORT-25",
    "smoke": "TI-SMK-08",
}
"""Markers of which a hex holds one at most, and the clause that says so."""
WATER = ("stream_shallow", "stream_deep", "stream_flooded", "pond", "bridge")
"""Where nobody digs, besides buildings (TI-SPC-06, B-FORT-2)."""


def _unlayable(rules: TiRules, s: Position, kind: str, hex_: str) -> Iterator[Reason]:
    """Why a marker can never lie in a hex, whoever lays it: how many there are, and the ground."""
    here = s.works.get(hex_, NONE)
    terrain = rules.atlas.cell(hex_).terrain
    if kind in FORTS:
        if here.forts >= rules.tables.fort_limit:
            yield Reason("TI-FORT-06", say("{hex} holds three fortifications.", hex=hex_), (hex_,))
    elif getattr(here, kind):
        text = say("{hex} holds such a marker already.", hex=hex_)
        yield Reason(_ONE_EACH[kind], text, (hex_,))
    if kind == "entrenchment" and (terrain in WATER or terrain == "building"):
        text = say("Nobody can dig in {hex}.", hex=hex_)
        yield Reason("B-FORT-2" if terrain == "bridge" else "TI-SPC-06", text, (hex_,))
    if kind == "smoke" and terrain == "building":
        yield Reason("TI-SMK-08", say("There is never smoke in a building hex."), (hex_,))


def _with_one(here: Works, kind: str, by: int = 1) -> Works:
    """The markers of a hex with one more of a kind, or one less."""
    if kind == "entrenchment":
        return replace(here, entrenchment=here.entrenchment + by)
    if kind == "pillbox":
        return replace(here, pillbox=here.pillbox + by)
    return replace(here, **{kind: by > 0})


def zone_of(s: Position, side: str, kind: str) -> tuple[str, ...]:
    """The hexes a side may lay a marker in; without a word about it, its deployment zone."""
    zone = s.mission.forces[side].marker_zones.get(kind, f"{side}_deploy")
    return s.mission.zones.get(zone, ()) if isinstance(zone, str) else zone


def _suitable(seat: TiSeat, side: str, kind: str) -> Iterator[str]:
    """Where a side may lay a marker now."""
    for hex_ in zone_of(seat.s, side, kind):
        if hex_ in seat.rules.atlas.index and not any(_unlayable(seat.rules, seat.s, kind, hex_)):
            yield hex_


class PlaceMarker(Verb["TiSeat", "PlaceMarkers", "TiPlay"]):
    """Lay one marker."""

    name = "place_marker"
    label = say("Lay a marker")
    help = say("Lay one of your fortifications or obstacles in a hex of your set-up area.")
    object = "hex"
    hows = KINDS

    def offer(self, seat: TiSeat, step: PlaceMarkers) -> Offer | None:
        """While there is a marker and a hex for it."""
        return Offer(self.name) if any(self.targets(seat, step, ())) else None

    def targets(self, seat: TiSeat, step: PlaceMarkers, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every kind that is left, in every hex it may lie in."""
        for kind in seat.s.markers_left.get(step.who, {}):
            for hex_ in _suitable(seat, step.who, kind):
                yield Target(hex_, kind, rules=("TI-SET-01",))

    def reasons(self, seat: TiSeat, step: PlaceMarkers | None, action: Action) -> Iterator[Reason]:
        """None left, no such hex, not there."""
        kind, hex_ = action.how, action.object
        if kind not in KINDS:
            yield Reason("TI-SET-01", say("Name one of {kinds}.", kinds=", ".join(KINDS)))
            return
        if step is not None and not seat.s.markers_left.get(step.who, {}).get(kind):
            yield Reason("TI-SET-01", say("There is no marker left: {kind}.", kind=names.marker(kind)))
        if hex_ not in seat.rules.atlas.index:
            yield Reason("TI-SET-01", say("{hex} is not a hex of this map.", hex=hex_))
            return
        if step is not None and hex_ not in zone_of(seat.s, step.who, kind):
            text = say("{kind} may not be laid in {hex}.", kind=names.marker(kind), hex=hex_)
            yield Reason("TI-SET-01", text, (hex_,))
        yield from _unlayable(seat.rules, seat.s, kind, hex_)

    def do(self, play: TiPlay, step: PlaceMarkers, action: Action) -> None:
        step.lay(play, action.how, action.object)


class _TakeMarker(Verb["TiSeat", "PlaceMarkers", "TiPlay"]):
    """Take a marker up that was laid just now."""

    name = "take_marker"
    label = say("Take a marker up")
    help = say("The marker goes back among those still to be laid.")
    object = "hex"
    hows = KINDS

    def offer(self, seat: TiSeat, step: PlaceMarkers) -> Offer | None:
        """When something was laid."""
        return Offer(self.name, back=True) if step.laid else None

    def targets(self, seat: TiSeat, step: PlaceMarkers, subject: tuple[str, ...]) -> Iterator[Target]:
        for kind, hex_ in dict.fromkeys(step.laid):
            yield Target(hex_, kind, rules=("TI-SET-01",))

    def reasons(self, seat: TiSeat, step: PlaceMarkers | None, action: Action) -> Iterator[Reason]:
        """It was not laid by this player."""
        if step is not None and (action.how, action.object) not in step.laid:
            yield Reason("TI-SET-01", say("You have laid no such marker there."))

    def do(self, play: TiPlay, step: PlaceMarkers, action: Action) -> None:
        """Back to the others."""
        kind, hex_ = action.how, action.object
        laid = list(step.laid)
        laid.remove((kind, hex_))
        play.swap(laid=tuple(laid))
        casualties.set_works(play, hex_, _with_one(play.works[hex_], kind, -1))
        left = play.markers_left.get(step.who, {})
        play.edit("markers_left")[step.who] = {**left, kind: left.get(kind, 0) + 1}


class _PlaceMarkersRest(Press["TiSeat", "PlaceMarkers", "TiPlay"]):
    """Lay all that are left, one to a hex while there are hexes: objectives first, then towards the enemy."""

    name = "place_markers"
    label = say("Lay the rest")
    help = say("Lay all markers that are left where they are likely to be of use.")
    rule = "TI-SET-01"

    def against(self, seat: TiSeat, step: PlaceMarkers | None) -> Iterator[Reason]:
        """Some must be left."""
        if step is not None and not any(step.left_to_do(seat)):
            yield Reason("TI-SET-01", say("All markers are laid."))

    def do(self, play: TiPlay, step: PlaceMarkers, action: Action) -> None:
        """One after the other."""
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
    """Lay the markers. ``laid`` are those of this player, (kind, hex), in order."""

    laid: tuple[tuple[str, str], ...] = ()
    phase: ClassVar[str] = "place_markers"
    rule: ClassVar[str] = "TI-SET-01"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (PLACE_MARKER, TAKE_MARKER, PLACE_MARKERS_REST, DONE)

    def say(self, seat: TiSeat) -> Say:
        """Whose, and how many are left."""
        n = sum(seat.s.markers_left.get(self.who, {}).values())
        side = seat.rules.side_name(self.who)
        if n == 1:
            return say("{side}: lay the markers. One is left.", side=side)
        return say("{side}: lay the markers. {n} are left.", side=side, n=n)

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """Markers that some hex has room for."""
        for kind in seat.s.markers_left.get(self.who, {}):
            if any(_suitable(seat, self.who, kind)):
                text = say("There are markers left to lay: {kind}.", kind=names.marker(kind))
                yield Reason("TI-SET-01", text)

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Markers without a hex."""
        return checklist.markers_left(seat, self)

    def default(self, seat: TiSeat) -> Action | None:
        """Lay the rest, then go on."""
        return Action("place_markers" if any(self.left_to_do(seat)) else "done")

    def lay(self, play: TiPlay, kind: str, hex_: str) -> None:
        """One marker comes to lie in a hex. The step is on top of the stack."""
        left = dict(play.markers_left[self.who])
        left[kind] -= 1
        play.edit("markers_left")[self.who] = {key: n for key, n in left.items() if n}
        play.swap(laid=(*play.top.laid, (kind, hex_)))
        casualties.set_works(play, hex_, _with_one(play.works.get(hex_, NONE), kind))

    def finish(self, play: TiPlay) -> None:
        """What no hex has room for stays in the box."""
        play.edit("markers_left").pop(self.who, None)
        play.pop()


def begin(play: TiPlay, step: SetUp) -> None:
    """Tell that set-up begins."""
    play.tell(PhaseBegan("set_up", None, say("Set-up")))


def _opening_cards(play: TiPlay, step: SetUp) -> None:
    """S5, TI-SET-05: so many cards from each deck; the + symbol does nothing here (TI-SET-14)."""
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
