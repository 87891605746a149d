"""An air mission from take-off to its last die: interception, then what it was flown for (TG-AIR)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from msgspec.structs import replace

from hexbench.engine.events import Declared, Resolved
from hexbench.engine.phases import END, Phase
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verbs.kinds import Choose
from hexbench.games.tigers import air, casualties, dump, tables
from hexbench.games.tigers.pieces import ALLIED, FOE, Side

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat
    from hexbench.games.tigers.tables import AirRow

Kind = Literal["strike", "raid", "dump", "resupply"]
GROUND: Final = ("strike", "raid", "dump")
"""The missions that are ground attacks (TG-AIR-01, TG-WEA-07)."""
TITLES: Final[dict[str, Say]] = {
    "strike": say("ground attack"),
    "raid": say("bridge raid"),
    "dump": say("raid on the fuel dump"),
    "resupply": say("supply flight"),
}


def take_off(play: TgPlay, mission: Mission) -> None:
    """The mission of the turn is used, whatever comes of it (TG-AIR-01)."""
    unit = play.air[mission.group]
    name = air.title(mission.group, unit)
    if mission.kind == "dump" and play.dump_state == "hidden":
        dump.reveal(play)
    play.tell(Declared(f"{TITLES[mission.kind]} by {name}", (), mission.target))
    again = unit.again - 1
    if mission.first:
        sky = play.rules.tables.weather.skies[play.weather]
        again = sky.attacks - 1 if mission.kind in GROUND else 0
    play.edit("air")[mission.group] = replace(unit, flown=True, again=again)
    play.push(mission)


# ---- stages ---------------------------------------------------------------------------------------------------------
def interception(play: TgPlay, step: Mission) -> None:
    """Before the first die of a mission the other side may intercept it (AMB-75, TG-AIR-27)."""
    if step.first and air.fresh(play.rules, play, FOE[step.side]):
        play.push(Intercepting(who=FOE[step.side]))


def _carry_out(play: TgPlay, step: Mission) -> None:
    """What it was flown for."""
    play.pop()
    if not step.stopped:
        _WORK[step.kind](play, step)


class Mission(Script, frozen=True, kw_only=True):
    """One air unit on its way to a hex or a hexside. ``stopped``: shot down or turned back before it got there."""

    side: Side
    group: str
    kind: Kind
    target: str
    spare: bool = False
    """A ground attack that leaves disrupted units alone (AMB-71)."""
    first: bool = True
    """Not the second attack of one mission, which is not intercepted again (AMB-75)."""
    stopped: bool = False
    stages: ClassVar = (interception, _carry_out)


def _roll(play: TgPlay, why: Say, rule: str) -> AirRow:
    return play.rules.tables.air[str(tables.row(play, why, rule))]


def strike(play: TgPlay, step: Mission) -> None:
    """Every unit of the hex one by one, until the attacker is shot down (TG-AIR-03, TG-AIR-08)."""
    rules, type_ = play.rules, play.air[step.group].type
    for uid in air.order(play, play.board, step.target, FOE[step.side]):
        if step.spare and play.units[uid].disrupted:
            continue
        column = air.column(rules, play, uid)
        row = _roll(play, say("Air attack on {unit}", unit=rules.title(play.roster[uid])), "TG-AIR-03")
        result = row.open if column == "open" else row.cover
        play.tell(Resolved("air attack", uid, result, "TG-AIR-06" if column == "open" else "TG-AIR-07"))
        if result == "D":
            casualties.disrupt(play, uid, by_air=True)
        elif air.shot_down(rules, play, uid, result, type_):
            air.shoot_down(play, step.group)
            return


def raid(play: TgPlay, step: Mission) -> None:
    """One die against a bridge (TG-AIR-05, AMB-73)."""
    a, _, b = step.target.partition("/")
    result = _roll(play, say("Air raid on the bridge {side}", side=step.target), "TG-AIR-05").bridge
    play.tell(Resolved("bridge raid", step.target, result, "TG-AIR-05"))
    if result == "BUST":
        casualties.blow_bridge(play, step.target)
    elif air.guarded(play.rules, play, play.board, (a, b)):
        _flak(play, step, result)


def burn(play: TgPlay, step: Mission) -> None:
    """One die against the fuel dump, whose guns always fire (TG-FUL-07, AMB-73)."""
    result = _roll(play, say("Air raid on the fuel dump"), "TG-FUL-07").bridge
    play.tell(Resolved("fuel dump raid", step.target, result, "TG-FUL-07"))
    if result == "BUST":
        play.set(dump_state="destroyed")
        casualties.set_fact(play, "dump", "destroyed", say("The fuel dump is destroyed."))
    else:
        _flak(play, step, result)


def _flak(play: TgPlay, step: Mission, result: str) -> None:
    """German guns against a raid; they cannot hit Germans (TG-AIR-11, TG-AIR-14)."""
    type_ = play.air[step.group].type
    hit = result in air.AA_ALL or (result in air.AA_P51 and type_ == "P-51")
    if hit and step.side == ALLIED:
        air.shoot_down(play, step.group)


def resupply(play: TgPlay, step: Mission) -> None:
    """Supplies for all units of the side in the hex (TG-AIR-24..26, AMB-51)."""
    result = _roll(play, say("Do the supplies reach {hex}?", hex=step.target), "TG-AIR-24").resupply
    play.tell(Resolved("air resupply", step.target, result, "TG-AIR-24"))
    if result == "SUPPLIED":
        play.edit("airlifted")[step.target] = step.side
        text = say("Supplies have reached {hex}.", hex=step.target)
        casualties.set_fact(play, f"airlift.{step.target}", step.side, text)
    elif result == "AA?" and step.side == ALLIED:
        near = play.rules.atlas.near[step.target]
        if sum(air.guarded(play.rules, play, play.board, (at,)) for at in near) >= 2:
            air.shoot_down(play, step.group)


_WORK: Final[dict[str, Callable[[TgPlay, Mission], None]]] = {
    "strike": strike,
    "raid": raid,
    "dump": burn,
    "resupply": resupply,
}


# ---- interception ---------------------------------------------------------------------------------------------------
def _mission_below(s: Position) -> Mission | None:
    """The mission that is being flown, or None."""
    return next((step for step in reversed(s.stack) if isinstance(step, Mission)), None)


def fight(play: TgPlay, hunter: str) -> None:
    """One interceptor, one die (TG-AIR-18..22, AMB-71)."""
    mission = play.stack[-2]
    prey = play.air[mission.group]
    play.edit("air")[hunter] = replace(play.air[hunter], flown=True)
    names = {"hunter": air.title(hunter, play.air[hunter]), "prey": air.title(mission.group, prey)}
    result = _roll(play, say("{hunter} intercepts {prey}", **names), "TG-AIR-18").intercept
    play.tell(Resolved("interception", mission.group, result, "TG-AIR-18"))
    if result in ("DEF_DOWN", "INTERCEPTED"):
        play.pop()
        play.swap(stopped=True)
        if result == "DEF_DOWN":
            air.shoot_down(play, mission.group)
        else:
            play.edit("air")[mission.group] = replace(play.air[mission.group], again=0)
        return
    below_height = prey.type == "P-47" and play.air[hunter].type == "FW-190"
    if result == "ATT_DOWN" or (result == "ATT_DOWN_IF_NOT_P47_TARGET" and not below_height):
        air.shoot_down(play, hunter)
    if not air.fresh(play.rules, play, play.air[hunter].side):
        play.pop()


class Intercept(Choose["TgSeat", "Intercepting", "TgPlay"]):
    """Send one unit against the mission."""

    name = "intercept"
    label = say("Intercept")
    help = say(
        "One air unit, one die: 1 and 2 shoot the other down, 3 turns it back, 5 and 6 may cost your own."
    )
    barrier = "dice"
    rule = "TG-AIR-18"

    def choices(self, seat: TgSeat, step: Intercepting) -> Sequence[Target]:
        """Each type that can fly."""
        return [Target(type_, rules=("TG-AIR-18",)) for type_ in air.fresh(seat.rules, seat.s, step.who)]

    def unfit(self, seat: TgSeat, step: Intercepting | None, key: str) -> Iterator[Reason]:
        """Nothing to intercept, or nobody who could."""
        if step is None:
            yield Reason("TG-AIR-27", say("There is no air mission to be intercepted."))
        else:
            yield from air.against_flying(seat.rules, seat.s, step.who, key)

    def do(self, play: TgPlay, step: Intercepting, action: Action) -> None:
        fight(play, air.fresh(play.rules, play, step.who)[action.object])


_INTERCEPT = Intercept()


class Intercepting(Phase, frozen=True, kw_only=True):
    """The other side may intercept, one unit after the other (I_INTERCEPT)."""

    verbs: ClassVar = (_INTERCEPT, END)

    def say(self, seat: TgSeat) -> Say:
        mission = _mission_below(seat.s)
        if mission is None:
            return say("Intercept?")
        name = air.title(mission.group, seat.s.air[mission.group])
        return say(
            "{kind} on {target} by {unit}: intercept it?",
            kind=TITLES[mission.kind],
            target=mission.target,
            unit=name,
        )

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """Nothing is lost by letting it pass."""
        return ()
