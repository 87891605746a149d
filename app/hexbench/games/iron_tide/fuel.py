"""12.4 and 12.5: resupply by air in clear weather, and fuel: the roll of each German Supply Phase, the depots that put it
off, and the formations that go short.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from hexbench.engine.events import FactChanged, Resolved, UnitChanged
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Flow, Reason, Say, Target, Value, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import checklist
from hexbench.games.iron_tide.air import RESUPPLY as BOX
from hexbench.games.iron_tide.air import box_key, ready, spend
from hexbench.games.iron_tide.names import division_name
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN, Printed, SupplyState

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


PUT_OFF: Final = (0, 2, 6)
"""12.5b-c: rolls put off by the number of captured depots; with all three there are none at all (12.5d)."""
_ALL_DEPOTS: Final = 3
_BRIGADES: Final[Mapping[str, tuple[str, ...]]] = {
    "G-150-BDE": ("G-150-BN",),
    "G-FBB": ("G-FBB-Pz", "G-FBB-StG"),
    "G-FGB": ("G-FGB-Pz", "G-FGB-StG"),
}
"""The battalions that belong to the independent mechanized brigades of the order of battle."""


class Formation(Value, frozen=True):
    """What goes short of fuel as one: a division, a brigade, or three independent battalions."""

    key: str
    name: Say
    units: tuple[str, ...]


def _thirsty(rules: ItRules, roster: Mapping[str, Printed]) -> list[tuple[str, str, str]]:
    """Every German unit that needs fuel, in the order of battle, as (unit, division, brigade); either may be empty."""

    def make() -> list[tuple[str, str, str]]:
        attached = {battalion: brigade for brigade, those in _BRIGADES.items() for battalion in those}
        found: list[tuple[str, str, str]] = []
        for uid, printed in roster.items():
            if printed.side != GERMAN or printed.mobility == "N" or printed.commando:
                continue
            brigade = attached.get(uid, uid if printed.size == "regiment" else "")
            if printed.division or brigade or printed.size == "battalion":
                found.append((uid, printed.division, brigade))
        return found

    return rules.facts.get("thirsty", (roster,), make)


def formations(rules: ItRules, s: Any, board: ItBoard) -> tuple[Formation, ...]:
    """The German formations on the map, in the order of battle; leftover battalions, fewer than three, form none."""
    of = (board.places[GERMAN], s.roster)
    return rules.facts.get("formations", of, lambda: _formations(rules, s))


def _formations(rules: ItRules, s: Any) -> tuple[Formation, ...]:
    divisions: dict[str, list[str]] = {}
    brigades: dict[str, list[str]] = {}
    loose: list[str] = []
    units = s.units
    for uid, division, brigade in _thirsty(rules, s.roster):
        if not units[uid].on_map:
            continue
        if division:
            divisions.setdefault(division, []).append(uid)
        elif brigade:
            brigades.setdefault(brigade, []).append(uid)
        else:
            loose.append(uid)
    out = [
        Formation(name, say("{name} Division", name=division_name(name)), tuple(uids))
        for name, uids in divisions.items()
    ]
    for key, uids in brigades.items():
        if key in uids:
            out.append(Formation(key, say("{name} Brigade", name=s.roster[key].name), tuple(uids)))
        else:  # the brigade is gone: its battalions are independent
            loose.extend(uids)
    n = rules.tables.fuel_shortage.leftovers_per_formation
    for start in range(0, len(loose) - n + 1, n):
        group = tuple(loose[start : start + n])
        names = ", ".join(s.roster[u].name for u in group)
        out.append(Formation(group[0], say("Battalions {names}", names=names), group))
    return tuple(out)


def captured(s: Any) -> int:
    """How many depots the Germans have captured (B28)."""
    return sum(state == "captured" for state in s.depots.values())


def _all_destroyed(s: Any) -> bool:
    """12.5e: whether the Allies have destroyed all three depots."""
    return len(s.depots) == _ALL_DEPOTS and all(state == "destroyed" for state in s.depots.values())


class FuelRoll(Value, frozen=True):
    """The outcome of a game turn's fuel roll, for the Turn Record: rolled, put off (12.5b-c), or none any more (12.5d)."""

    came: Literal["rolled", "put_off", "none"]
    die: int = 0
    formations: int = 0
    """How many go short."""


def note(play: ItPlay, roll: FuelRoll) -> None:
    """Write a fuel roll down on the Turn Record."""
    play.edit("fuel_rolls")[play.rules.turn(play.turn).id] = roll


# ---- the German Supply Phase -----------------------------------------------------------------------------------------
def shortage_ends(play: ItPlay) -> None:
    """A shortage lasts until the next German Supply Phase; check_supply follows at once."""
    for uid in short_now(play):
        play.put(uid, short=False)


def short_now(s: Any) -> tuple[str, ...]:
    """The units under a fuel shortage."""
    return tuple(uid for uid, unit in s.units.items() if unit.short)


def roll_fuel(play: ItPlay, before: tuple[str, ...]) -> None:
    """12.5a: one die a game turn from 19AM on, unless captured depots have put it off. ``before`` are the units that went
    short in the German Supply Phase before this one.
    """
    if not play.rules.turn(play.turn).fuel_roll:
        return
    n = captured(play)
    if n >= _ALL_DEPOTS:
        note(play, FuelRoll("none"))
        play.tell(
            FactChanged("fuel", "none", say("All depots have been captured; there are no more fuel rolls."))
        )
        return
    if play.fuel_skipped < PUT_OFF[n]:
        play.set(fuel_skipped=play.fuel_skipped + 1)
        note(play, FuelRoll("put_off"))
        text = say(
            "The fuel roll is put off; rolls still to be put off: {n}.", n=PUT_OFF[n] - play.fuel_skipped
        )
        play.tell(FactChanged("fuel", "put off", text))
        return
    table = play.rules.tables.fuel_shortage
    die = play.roll(say("Fuel shortage"), rule="12.5a", of=GERMAN)
    many = table.formations(die, depots_destroyed=_all_destroyed(play))
    play.tell(Resolved("fuel", "", str(many), "12.5e" if _all_destroyed(play) else "12.5a"))
    many = min(many, len(formations(play.rules, play, play.board)))
    note(play, FuelRoll("rolled", die, many))
    if many:
        play.push(Rationing(who=GERMAN, left=many, before=before))


def spared(s: Any, step: Rationing, one: Formation) -> bool:
    """Whether a formation did not go short the last time."""
    return not any(u in step.before for u in one.units)


def open_to(seat: ItSeat, step: Rationing) -> tuple[Formation, ...]:
    """The formations that may be named: not already short; those that were short last time only if no other is left."""
    left = [
        f
        for f in formations(seat.rules, seat.s, seat.board)
        if not any(seat.s.units[u].short for u in f.units)
    ]
    return tuple([f for f in left if spared(seat.s, step, f)] or left)


class _Ration(Verb["ItSeat", "Rationing", "ItPlay"]):
    """Name a formation that goes short of fuel."""

    name = "ration"
    label = say("Leave without fuel")
    help = say("All mechanized units of the formation are out of supply until the next German Supply Phase.")
    object = "choice"

    def targets(self, seat: ItSeat, step: Rationing, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every formation that may be named."""
        if not subject:
            for one in open_to(seat, step):
                yield Target(one.key, says=(one.name,), rules=("12.5a",))

    def reasons(self, seat: ItSeat, step: Rationing | None, action: Action) -> Iterator[Reason]:
        """Only a formation on the map, and none twice in a row while another is left."""
        if step is None:
            yield Reason("12.5a", say("Fuel shortages occur only in the German Supply Phase."))
            return
        if action.subject or action.how or action.via:
            yield Reason("12.5a", say("Choose only the formation."))
            return
        one = next((f for f in formations(seat.rules, seat.s, seat.board) if f.key == action.object), None)
        if one is None:
            yield Reason("12.5a", say("{key} is not a formation on the map.", key=action.object or "-"))
        elif one not in open_to(seat, step):
            if any(seat.s.units[u].short for u in one.units):
                text = say("{name} has already been chosen.", name=one.name)
            else:
                text = say("{name} went short last time; choose one that did not.", name=one.name)
            yield Reason("12.5a", text, tuple(dict.fromkeys(seat.s.units[u].at for u in one.units)))

    def do(self, play: ItPlay, step: Rationing, action: Action) -> None:
        """Mark its units; those in supply are out of supply from now on (12.2a, B60)."""
        one = next(f for f in formations(play.rules, play, play.board) if f.key == action.object)
        for uid in one.units:
            play.put(uid, short=True)
            play.tell(UnitChanged(uid, "short", "short"))
            if play.units[uid].supply == "supplied":
                play.put(uid, supply="out")
                play.tell(UnitChanged(uid, "supply", "out"))
        if step.left > 1:
            play.swap(left=step.left - 1)
        else:
            play.pop()


_RATION = _Ration()


class Rationing(Ask, frozen=True, kw_only=True):
    """The German player names the formations that go short (SEQ.G.SUPPLY.FUEL)."""

    left: int
    before: tuple[str, ...] = ()
    """The units that went short the last time."""
    verbs: ClassVar = (_RATION,)

    def say(self, seat: ItSeat) -> Say:
        return counted(
            self.left,
            say("Fuel shortage: choose one formation to go without fuel."),
            say("Fuel shortage: choose {n} formations to go without fuel.", n=self.left),
        )

    def default(self, seat: ItSeat) -> Action | None:
        return Action("ration", (), min(open_to(seat, self), key=lambda one: len(one.units)).key)


LIFTED: Final[dict[SupplyState, SupplyState]] = {"isolated": "out", "out": "supplied"}
"""12.4e: one level better."""


def _in_need(s: Any, board: ItBoard, at: str) -> tuple[str, ...]:
    """The Allied units in a hex that are out of supply or isolated."""
    return tuple(u for u in board.units_at(at) if s.units[u].side == ALLIED and s.units[u].supply in LIFTED)


def drop_zones(s: Any, board: ItBoard) -> tuple[str, ...]:
    """B27: the hexes that can be tried: not in supply, and not tried in this game turn."""
    return tuple(
        dict.fromkeys(
            unit.at
            for unit in s.units.values()
            if unit.on_map and unit.side == ALLIED and unit.supply in LIFTED and unit.at not in s.resupplied
        )
    )


def offer_resupply(play: ItPlay) -> None:
    """4.22b: the Allied player is asked while he has points, clear weather and a hex in need."""
    if (
        play.rules.turn(play.turn, play).weather == "clear"
        and ready(play, BOX)
        and drop_zones(play, play.board)
    ):
        play.push(Resupply(who=ALLIED))


class Drop(Verb["ItSeat", "Resupply", "ItPlay"]):
    """Fly supplies to a hex."""

    name = "drop"
    barrier = "dice"
    label = say("Resupply by air")
    help = say(
        "One air point, one die roll: on 1 to 5 the supply of all Allied units in the "
        "hex improves by one level."
    )
    object = "hex"

    def targets(self, seat: ItSeat, step: Resupply, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex in need."""
        if not subject:
            for at in drop_zones(seat.s, seat.board):
                n = len(_in_need(seat.s, seat.board, at))
                text = counted(
                    n, say("one unit; succeeds on 1 to 5"), say("{n} units; succeeds on 1 to 5", n=n)
                )
                flow = (Flow(box_key(BOX), (at,)),)
                yield Target(at, says=(text,), rules=("12.4c", "12.4e"), flow=flow)

    def reasons(self, seat: ItSeat, step: Resupply | None, action: Action) -> Iterator[Reason]:
        """12.4a, 12.4b, 12.4d, B27."""
        s, at = seat.s, action.object
        if step is None:
            yield Reason("12.4b", say("Air resupply is possible only in a Supply Phase."))
        if seat.rules.turn(s.turn, s).weather != "clear":
            yield Reason("12.4a", say("Air resupply is possible only in clear weather."))
        if not ready(s, BOX):
            yield Reason("12.4b", say("No air points are left for resupply."))
        if action.subject or action.how or action.via:
            yield Reason("12.4d", say("Choose only the hex."))
        if at not in seat.board.atlas.index:
            yield Reason("12.4d", say("{hex} is not a hex of this map.", hex=at or "-"))
            return
        if at in s.resupplied:
            yield Reason(
                "12.4d",
                say("Air resupply of {hex} has already been attempted this game turn.", hex=at),
                (at,),
            )
        if not _in_need(s, seat.board, at):
            yield Reason("B27", say("No Allied unit in {hex} is out of supply or isolated.", hex=at), (at,))

    def do(self, play: ItPlay, step: Resupply, action: Action) -> None:
        """Spend the point, whatever the die roll (10.0c), and improve the supply of the hex on a success."""
        at = action.object
        spend(play, BOX)
        play.set(resupplied=(*play.resupplied, at))
        die = play.roll(say("Do the supplies reach {hex}?", hex=at), rule="12.4c")
        result = play.rules.tables.air_resupply.result(die)
        play.tell(Resolved("resupply", at, result, "12.4c"))
        if result == "succeeds":
            for uid in _in_need(play, play.board, at):
                state = LIFTED[play.units[uid].supply]
                play.put(uid, supply=state)
                play.tell(UnitChanged(uid, "supply", state))
        if not ready(play, BOX) or not drop_zones(play, play.board):
            play.pop()


class _FlyNoMore(Verb["ItSeat", "Resupply", "ItPlay"]):
    """Keep what is left for the next Supply Phase."""

    name = "fly_no_more"
    risk = "dice"
    ends = True
    label = say("No more resupply")
    help = say("Unused points can still be used in the next Supply Phase of this game turn.")

    def do(self, play: ItPlay, step: Resupply, action: Action) -> None:
        play.pop()


DROP, FLY_NO_MORE = Drop(), _FlyNoMore()


class Resupply(Ask, frozen=True, kw_only=True):
    """The Allied player may fly supplies in (SEQ.P.SUPPLY.resupply)."""

    verbs: ClassVar = (DROP, FLY_NO_MORE)

    def unfinished(self, seat: ItSeat) -> Iterable[Check]:
        """Points that were not flown."""
        return checklist.resupply_left(seat, self)

    def say(self, seat: ItSeat) -> Say:
        n = ready(seat.s, BOX)
        return counted(
            n,
            say("Supply Phase: one air point for resupply. Choose a hex, or end air resupply."),
            say("Supply Phase: {n} air points for resupply. Choose a hex, or end air resupply.", n=n),
        )
