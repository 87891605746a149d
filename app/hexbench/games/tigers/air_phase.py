"""The air attacks of the phasing player: ground attacks, bridge raids, raids on the fuel dump (P_AIR; TG-AIR-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Action, Check, Flow, Offer, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.games.tigers import air
from hexbench.games.tigers.air_mission import Kind, Mission, take_off
from hexbench.games.tigers.combat import CALL_OFF
from hexbench.games.tigers.pieces import ALLIED, FOE, VDH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat

POOL: Final = "air"
SPARE: Final = " fresh"
"""How a ground attack leaves disrupted units alone: the type, then this (AMB-71)."""


def box_key(type_: str) -> str:
    """The heap of a type in the dock, as flows name it."""
    return f"{POOL}.{type_}"


def prey(seat: TgSeat, side: str) -> dict[str, bool]:
    """Hexes with units a side may attack from the air -> whether some of them are disrupted and some are not."""
    found: dict[str, list[bool]] = seat.memo.get("prey") or {}
    if not found:
        roster_foe = FOE[side]
        for uid, unit in seat.s.units.items():
            if unit.side == roster_foe and unit.on_map and uid != VDH:
                found.setdefault(unit.at, []).append(unit.disrupted)
        seat.memo["prey"] = found
    return {at: any(states) and not all(states) for at, states in found.items()}


def spans(s: Position) -> list[str]:
    """The bridges that stand."""
    return [side for side, bridge in s.bridges.items() if bridge.intact]


def _dump_to_burn(s: Position, side: str) -> str:
    """The hex of the fuel dump as long as it can be destroyed by a side; empty: there is none (TG-FUL-07)."""
    return s.dump if side == ALLIED and s.dump_state != "destroyed" else ""


def _types(seat: TgSeat, side: str) -> dict[str, str]:
    found: dict[str, str] | None = seat.memo.get("bombers")
    if found is None:
        found = seat.memo["bombers"] = air.bombers(seat.rules, seat.s, side)
    return found


def _fly(play: TgPlay, step: AirStrikes, kind: Kind, target: str, how: str) -> None:
    type_ = how.removesuffix(SPARE)
    group = air.bombers(play.rules, play, step.who)[type_]
    take_off(
        play,
        Mission(
            side=play.air[group].side,
            group=group,
            kind=kind,
            target=target,
            spare=how.endswith(SPARE),
            first=not play.air[group].again,
        ),
    )


def _untimely(step: AirStrikes | None) -> Iterator[Reason]:
    if step is None:
        yield Reason(
            "TG-AIR-02", say("Air attacks are flown in the owner's turn, after attacks are allocated.")
        )


class Bomb(Verb["TgSeat", "AirStrikes", "TgPlay"]):
    """Attack every unit of a hex."""

    name = "bomb"
    label = say("Air attack")
    help = say(
        "One air unit attacks every unit of a hex, one die each; a D disrupts. Disrupted units may be left out."
    )
    object = "hex"
    hows = tuple(f"{t}{s}" for types in air.TYPES.values() for t in types for s in ("", SPARE))
    risk = "dice"

    def offer(self, seat: TgSeat, step: AirStrikes) -> Offer | None:
        """While one can fly and there is something below."""
        return Offer(self.name) if _types(seat, step.who) and prey(seat, step.who) else None

    def targets(self, seat: TgSeat, step: AirStrikes, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every hex of enemies, with every type that can fly."""
        if subject:
            return ()
        keys = [
            (at, f"{type_}{spare}")
            for at, mixed in prey(seat, step.who).items()
            for type_ in _types(seat, step.who)
            for spare in (("", SPARE) if mixed else ("",))
        ]
        return LazyTargets(keys, lambda key: _bomb_target(seat, step, *key))

    def reasons(self, seat: TgSeat, step: AirStrikes | None, action: Action) -> Iterator[Reason]:
        """TG-AIR-01, TG-AIR-02, TG-AIR-29."""
        yield from _untimely(step)
        if step is None:
            return
        at, how = action.object, action.how
        yield from air.against_flying(seat.rules, seat.s, step.who, how.removesuffix(SPARE), bombing=True)
        there = prey(seat, step.who)
        if at not in there:
            hexes = (at,) if at in seat.rules.atlas.index else ()
            yield Reason("TG-AIR-03", say("There is no enemy unit to attack in {hex}.", hex=at or "-"), hexes)
        elif how.endswith(SPARE) and not there[at]:
            yield Reason("AMB-71", say("Disrupted units are left out where there are both kinds."), (at,))

    def do(self, play: TgPlay, step: AirStrikes, action: Action) -> None:
        _fly(play, step, "strike", action.object, action.how)


def _bomb_target(seat: TgSeat, step: AirStrikes, at: str, how: str) -> Target:
    rules, s = seat.rules, seat.s
    columns = {"open": 0, "cover": 0}
    for uid in air.order(s, seat.board, at, FOE[step.who]):
        if not (how.endswith(SPARE) and s.units[uid].disrupted):
            columns[air.column(rules, s, uid)] += 1
    words = [say("disrupted units left out")] if how.endswith(SPARE) else []
    if columns["open"]:
        words.append(say("{n} in the open: D on 1 to 3", n=columns["open"]))
    if columns["cover"]:
        words.append(say("{n} under cover: D on 1 or 2", n=columns["cover"]))
    flow = () if how.endswith(SPARE) else (Flow(box_key(how), (at,)),)
    return Target(at, how, says=tuple(words), rules=("TG-AIR-03", "TG-AIR-06", "TG-AIR-07"), flow=flow)


class _Raid(Verb["TgSeat", "AirStrikes", "TgPlay"]):
    """Attack a bridge."""

    name = "raid"
    label = say("Raid a bridge")
    help = say("One air unit, one die: the bridge is destroyed on 1 or 2.")
    object = "side"
    hows = tuple(t for types in air.TYPES.values() for t in types)
    risk = "dice"

    def offer(self, seat: TgSeat, step: AirStrikes) -> Offer | None:
        """While one can fly and a bridge stands."""
        return Offer(self.name) if _types(seat, step.who) and spans(seat.s) else None

    def targets(self, seat: TgSeat, step: AirStrikes, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every bridge, with every type that can fly."""
        if subject:
            return ()
        keys = [(side, type_) for side in spans(seat.s) for type_ in _types(seat, step.who)]
        text = (say("destroyed on 1 or 2"),)
        return LazyTargets(keys, lambda key: Target(key[0], key[1], says=text, rules=("TG-AIR-05",)))

    def reasons(self, seat: TgSeat, step: AirStrikes | None, action: Action) -> Iterator[Reason]:
        """TG-AIR-05."""
        yield from _untimely(step)
        if step is None:
            return
        yield from air.against_flying(seat.rules, seat.s, step.who, action.how, bombing=True)
        if action.object not in spans(seat.s):
            yield Reason("TG-AIR-05", say("No bridge stands at {side}.", side=action.object or "-"))

    def do(self, play: TgPlay, step: AirStrikes, action: Action) -> None:
        _fly(play, step, "raid", action.object, action.how)


class Burn(Verb["TgSeat", "AirStrikes", "TgPlay"]):
    """Attack the fuel dump."""

    name = "burn_dump"
    label = say("Bomb the fuel dump")
    help = say("One USAAF group, one die: the dump is destroyed on 1 or 2. Where it lies is revealed.")
    object = "hex"
    hows = air.TYPES[ALLIED]
    barrier = "seen"

    def undo_barrier(self, seat: TgSeat, step: AirStrikes) -> Any:
        """The secret is out, if it was one; else a die or the other side's answer may come."""
        return ("seen", seat.s.dump_state == "hidden") if seat.s.dump_state == "hidden" else ("dice", False)

    def offer(self, seat: TgSeat, step: AirStrikes) -> Offer | None:
        """While a group can fly and there is a dump."""
        return Offer(self.name) if _types(seat, step.who) and _dump_to_burn(seat.s, step.who) else None

    def targets(self, seat: TgSeat, step: AirStrikes, subject: tuple[str, ...]) -> Iterable[Target]:
        at = _dump_to_burn(seat.s, step.who)
        if at and not subject:
            for type_ in _types(seat, step.who):
                yield Target(at, type_, says=(say("destroyed on 1 or 2"),), rules=("TG-FUL-07",))

    def reasons(self, seat: TgSeat, step: AirStrikes | None, action: Action) -> Iterator[Reason]:
        """TG-FUL-07."""
        yield from _untimely(step)
        if step is None:
            return
        yield from air.against_flying(seat.rules, seat.s, step.who, action.how, bombing=True)
        at = _dump_to_burn(seat.s, step.who)
        if step.who != ALLIED:
            yield Reason("TG-FUL-07", say("Only the USAAF bombs the fuel dump."))
        elif not at:
            yield Reason("TG-FUL-07", say("There is no fuel dump to be destroyed."))
        elif action.object != at:
            yield Reason("TG-FUL-07", say("The fuel dump lies in {hex}.", hex=at), (at,))

    def do(self, play: TgPlay, step: AirStrikes, action: Action) -> None:
        _fly(play, step, "dump", action.object, action.how)


BOMB, RAID, BURN = Bomb(), _Raid(), Burn()


def wanted(play: TgPlay, side: str) -> bool:
    """Whether a player has anything that could fly, so that he is asked."""
    return bool(air.bombers(play.rules, play, side))


class AirStrikes(Phase, frozen=True, kw_only=True):
    """Air attacks of the phasing player, one after the other."""

    verbs: ClassVar = (BOMB, RAID, BURN, CALL_OFF, END)
    phase: ClassVar[str] = "air"

    def say(self, seat: TgSeat) -> Say:
        """How many are there."""
        s = seat.s
        mine = [u for u in s.air.values() if u.side == self.who and air.present(s, u) and not u.flown]
        limit = air.cap(seat.rules, s, self.who)
        n = len(mine)
        if limit is not None:
            n = min(n, limit - sum(u.flown for u in s.air.values() if u.side == self.who))
        if n < 1:
            return say("Air attacks: no air unit can fly.")
        if n == 1:
            return say("Air attacks: one air unit can fly.")
        return say("Air attacks: {n} air units can fly.", n=n)

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """Units kept back may still intercept or fly supplies; second attacks would be lost."""
        for key, unit in seat.s.air.items():
            if unit.side == self.who and unit.again:
                text = say("{unit} may attack once more.", unit=air.title(key, unit))
                yield Check("point", text, "TG-WEA-07")

    def close(self, play: TgPlay) -> None:
        play.pop()
        air.stand_down(play, self.who)
