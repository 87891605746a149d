"""11.77b-11.78: the result of one combat is applied: losses, retreats, the attacker's option, the advance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec.structs import replace

from hexbench.engine.events import Noted
from hexbench.engine.forecast import OddsLine
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, Value, say
from hexbench.engine.verbs.kinds import Pick, Press
from hexbench.games.iron_tide.advance import Advance, Trail, anybody, victors
from hexbench.games.iron_tide.charts import CombatResult, read_result
from hexbench.games.iron_tide.combatants import Fight, by_hex, left_out, troops
from hexbench.games.iron_tide.losses import TakeLosses, dearness, lose_step, what_becomes
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.retreat import Retreat, Rout
from hexbench.games.iron_tide.stacking import drop_marks, eliminate

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


Counted = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]


class Fought(Value, frozen=True, kw_only=True):
    """A combat whose dice have been rolled."""

    fight: Fight
    line: OddsLine
    counted: Counted
    """For each side its units and what each of them counted."""
    dice: int
    result: str


class Hit(Value, frozen=True):
    """A hex that suffers the result, with all its units, taking part or not (B17)."""

    hex: str
    units: tuple[str, ...]


# ---- the stages ------------------------------------------------------------------------------------------------------
def _strike_overstacks(play: ItPlay, step: Aftermath) -> None:
    """8.2b, 11.8l: an adverse result first eliminates the units that overstacked the hex."""
    fight = step.fought.fight
    foe = FOE[fight.side]
    if step.result.hit == "A":
        return
    hits: list[Hit] = []
    for at in fight.hexes:
        _strike(play, foe, at)
        hits.append(Hit(at, troops(play, play.board, foe, at)))
    play.swap(hits=tuple(hits))


def _strike(play: ItPlay, side: str, at: str) -> None:
    for uid in troops(play, play.board, side, at):
        if play.units[uid].retreated:
            name = called(play.roster[uid])
            text = say("{unit} overstacked {hex} and is eliminated.", unit=name, hex=at)
            play.tell(Noted("8.2b", text, (at,)))
            eliminate(play, uid)


def _defender_loses(play: ItPlay, step: Aftermath) -> None:
    """11.78c, B18: the mandatory steps, once for the side; the defender's results come first (11.77b)."""
    if step.result.hit in "DB" and step.result.losses:
        units = tuple(u for hit in step.hits for u in hit.units)
        play.push(TakeLosses(who=FOE[step.fought.fight.side], units=units, left=step.result.losses))


def _defender_retreats(play: ItPlay, step: Aftermath) -> None:
    """11.78b, B18: each hex retreats or pays for itself."""
    if step.result.hit in "DB":
        _retreat_next(play, step, FOE[step.fought.fight.side], "defence", _DEFENDER_RETREATS)


def _retreat_next(
    play: ItPlay, step: Aftermath, who: str, group: Literal["attack", "defence"], again: int
) -> None:
    """Retreat from the next hex that was hit; the stage repeats until all have retreated."""
    done = len({rout.hex for rout in step.routs})  # units that retreat apart report apart (B23)
    if done < len(step.hits):
        play.swap(at=again)
        hit = step.hits[done]
        play.push(Retreat(who=who, units=hit.units, start=hit.hex, left=step.result.retreat, group=group))


def _attacker_loses(play: ItPlay, step: Aftermath) -> None:
    """11.78e, B55: the attacker's mandatory steps, the first from armor that attacked; units that had retreated onto the
    attackers and overstacked their hex are eliminated first (8.2b).
    """
    play.swap(defence=step.routs, routs=(), hits=())
    fight = step.fought.fight
    if step.result.hit not in "AB":
        return
    for at in by_hex((u for u in fight.attackers if play.units[u].on_map), play):
        _strike(play, fight.side, at)
    alive = [u for u in fight.attackers if play.units[u].on_map]
    hits = tuple(Hit(at, troops(play, play.board, fight.side, at)) for at in by_hex(alive, play))
    play.swap(hits=hits)
    if step.result.losses:
        armor = tuple(u for u in alive if play.roster[u].type == "armor")
        units = tuple(u for hit in hits for u in hit.units)
        play.push(TakeLosses(who=fight.side, units=units, left=step.result.losses, first=armor))


def _attacker_presses_on(play: ItPlay, step: Aftermath) -> None:
    """11.78l, B21: after B1-(1) with the defender's hex empty one more step may take the place of the retreat."""
    fight = step.fought.fight
    if step.result.name == "B1-(1)" and emptied(play, step.defence, FOE[fight.side]):
        units = tuple(u for hit in step.hits for u in hit.units if play.units[u].on_map)
        if units:
            play.push(PressOn(who=fight.side, units=units))


def _attacker_retreats(play: ItPlay, step: Aftermath) -> None:
    """11.8, as for the defender; not when he pressed on."""
    if step.result.hit in "AB" and not step.pressed:
        _retreat_next(play, step, step.fought.fight.side, "attack", _ATTACKER_RETREATS)


def _victor_advances(play: ItPlay, step: Aftermath) -> None:
    """11.9: the victor may advance."""
    fight = step.fought.fight
    foe = FOE[fight.side]
    standing = tuple(u for one in fight.stands for u in one.units if not play.units[u].fell_back)
    group, phase = play.stack[-2], play.stack[-3]
    beside = group.left_out or left_out(
        play, play.board, fight.side, by_hex(fight.attackers, play), phase.guests
    )
    if step.result.hit == "D":
        _offer_advance(play, fight.side, fight.attackers, beside, trails(play, step.defence, foe))
    elif step.pressed:
        into = tuple(Trail(t.hex, t.path, 1, t.eliminated) for t in trails(play, step.defence, foe, least=1))
        _offer_advance(play, fight.side, fight.attackers, beside, into)
    elif step.result.hit == "A" or not emptied(play, step.defence, foe):
        beside = left_out(play, play.board, foe, {one.hex: one.units for one in fight.stands})
        _offer_advance(play, foe, standing, beside, trails(play, step.routs, fight.side), one_each=True)


def _offer_advance(
    play: ItPlay,
    who: str,
    taking_part: Iterable[str],
    beside: Collection[tuple[str, str]],
    found: tuple[Trail, ...],
    one_each: bool = False,
) -> None:
    """Ask the victor, if any unit can advance."""
    units = victors(play, play.board, who, taking_part, beside)
    if found and units:
        advance = Advance(who=who, units=units, trails=found, one_each=one_each)
        if anybody(play, advance):
            play.push(advance)


def tidy(play: ItPlay, step: Aftermath) -> None:
    """B20: clear the marks of overstacks that no longer exist. R31: units that advanced into a hex from which others are
    still to attack are guests there.
    """
    drop_marks(play)
    fight, phase = step.fought.fight, play.stack[-3]
    homes = {play.units[u].at for plan in phase.plans for u in plan.attackers if play.units[u].on_map}
    here = {uid for at in homes for uid in troops(play, play.board, fight.side, at)}
    fought = (*fight.attackers, *(uid for _, uid in play.stack[-2].left_out))
    came = tuple(u for u in fought if u in here and not play.units[u].fell_back and u not in phase.guests)
    if came:
        play.stack[-3] = replace(phase, guests=(*phase.guests, *came))


def emptied(play: ItPlay, routs: tuple[Rout, ...], side: str) -> bool:
    """Whether some hex that was hit is empty now."""
    return any(not troops(play, play.board, side, rout.hex) for rout in routs)


def trails(play: ItPlay, routs: tuple[Rout, ...], side: str, least: int = 0) -> tuple[Trail, ...]:
    """The vacated hexes, each with the length of advance: the retreat number less the steps paid instead (11.9c-d, B54)."""
    out: list[Trail] = []
    for rout in routs:
        length = max(least, rout.owed - rout.paid)
        if length and not troops(play, play.board, side, rout.hex):
            gone = not any(play.units[u].on_map for u in rout.units)
            out.append(Trail(rout.hex, rout.path, length, gone))
    return tuple(out)


# ---- 11.78l ----------------------------------------------------------------------------------------------------------
class _LoseAndAdvance(Pick["ItSeat", "PressOn", "ItPlay"]):
    """Lose one more step instead of retreating, and advance."""

    name = "press"
    label = say("Lose a step and advance")
    help = say("Lose one more step instead of retreating; survivors may enter the empty hex.")
    rule = "11.78l"

    def among(self, seat: ItSeat, step: PressOn) -> Sequence[str]:
        """Any unit of the attacking hexes (B19)."""
        return step.units

    def unfit(self, seat: ItSeat, step: PressOn | None, ref: str) -> Iterator[Reason]:
        """One unit that was hit."""
        if step is not None and ref not in step.units:
            yield Reason("11.78l", say("{unit} is not among the attackers.", unit=seat.called(ref)))

    def warnings(self, seat: ItSeat, step: PressOn, refs: tuple[str, ...]) -> tuple[Say, ...]:
        """What becomes of it."""
        return (what_becomes(seat, refs[0]),)

    def do(self, play: ItPlay, step: PressOn, action: Action) -> None:
        """Lose the step and cancel the retreat."""
        play.answer(pressed=True)
        lose_step(play, action.subject[0])


class Decline(Press["ItSeat", "PressOn", "ItPlay"]):
    """Retreat as the result says."""

    name = "decline"
    label = say("Retreat instead")
    help = say("The attackers retreat, or lose a step for each hex instead; no unit advances.")
    rule = "11.78l"

    def do(self, play: ItPlay, step: PressOn, action: Action) -> None:
        """Go on to the retreat."""
        play.pop()


PRESS, DECLINE = _LoseAndAdvance(), Decline()


class PressOn(Ask, frozen=True, kw_only=True):
    """11.78l: whether the attacker pays a second step and moves in."""

    units: tuple[str, ...]
    verbs: ClassVar = (PRESS, DECLINE)
    open_table: ClassVar = True

    def say(self, seat: ItSeat) -> Say:
        return say("The defender's hex is empty: lose one more step and advance, or retreat?")

    def default(self, seat: ItSeat) -> Action | None:
        """Advance if another unit is left besides the one that pays, otherwise retreat."""
        if len(self.units) > 1:
            return Action("press", (min(self.units, key=lambda u: dearness(seat.s, u)),))
        return Action("decline")


class Aftermath(Script, frozen=True, kw_only=True):
    """One result. ``hits`` and ``routs`` are those of the side at hand; ``defence`` keeps the defender's routs."""

    fought: Fought
    hits: tuple[Hit, ...] = ()
    routs: tuple[Rout, ...] = ()
    defence: tuple[Rout, ...] = ()
    pressed: bool = False
    stages: ClassVar = (
        _strike_overstacks,
        _defender_loses,
        _defender_retreats,
        _attacker_loses,
        _attacker_presses_on,
        _attacker_retreats,
        _victor_advances,
        tidy,
    )

    @property
    def result(self) -> CombatResult:
        return read_result(self.fought.result)


_DEFENDER_RETREATS = Aftermath.stages.index(_defender_retreats)
_ATTACKER_RETREATS = Aftermath.stages.index(_attacker_retreats)
