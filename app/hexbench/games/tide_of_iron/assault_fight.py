"""An assault from the dice to the last advance (C.5). Read Assault as a table of contents. Nobody fires op fire in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Declared, Line, Noted, Resolved
from hexbench.engine.state import Script
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import assault_after as after
from hexbench.games.tide_of_iron import concealment, effects, harm, hazards, losses, resolve
from hexbench.games.tide_of_iron.assault_strength import clash, defenders
from hexbench.games.tide_of_iron.pieces import FOE, Side
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import TiPlay


def meet(play: TiPlay, step: Assault) -> None:
    """The assault is declared; everybody in it shows (TI-CNC-05, B-CNC-4). Who was fatigued before does not advance."""
    foes = defenders(scene(play), step.hex, step.who)
    for uid in (*step.units, *foes):
        if play.units[uid].concealed:
            concealment.reveal(play, uid)
    play.tell(Declared("assault", step.units, step.hex))
    rested = tuple(x for x in step.supporters if play.units[x].token != "fatigued")
    play.swap(defenders=foes, eager=(step.squad, *rested))


def fight(play: TiPlay, step: Assault) -> None:
    """Attacker's black dice, red dice, defender's black dice (TI-ASL-17, TI-ASL-18, B-DICE-1)."""
    one = clash(scene(play), step.hex, step.squad, step.supporters)
    name = play.rules.title(play.units[step.squad])
    who, foe = step.who, FOE[step.who]
    why = say("{unit} assaults {hex}", unit=name, hex=step.hex)
    black = resolve.throw(play, one.black, why, "TI-ASL-17", who)
    red = resolve.throw(play, one.red, say("Cover of {hex}", hex=step.hex), "TI-ASL-17", foe)
    back = resolve.throw(play, one.back, say("Defence fire of {hex}", hex=step.hex), "TI-ASL-18", foe)
    play.swap(attack=max(0, black - red), defence=back)


def squad_falls(play: TiPlay, step: Assault) -> None:
    """The attacker's casualties: first those of the active squad (TI-ASL-19)."""
    taken = min(step.defence, play.units[step.squad].men)
    play.swap(rest=step.defence - taken)
    losses.fall(play, step.who, (step.squad,), taken, "TI-ASL-19")


def supporters_fall(play: TiPlay, step: Assault) -> None:
    """What is left of them goes to the supporters (TI-ASL-19)."""
    losses.fall(play, step.who, step.supporters, step.rest, "TI-ASL-19")


def defenders_fall(play: TiPlay, step: Assault) -> None:
    """The defender's casualties, in any mix of his units (TI-ASL-20, TI-ASL-21)."""
    losses.fall(play, FOE[step.who], step.defenders, step.attack, "TI-ASL-20")


def decide(play: TiPlay, step: Assault) -> None:
    """More attack hits than defence hits: success (TI-ASL-22, TI-ASL-23, B-ASL-4)."""
    won = step.attack > step.defence
    rule = "TI-ASL-23" if won else "TI-ASL-22"
    line = Line(attack=step.attack, defence=step.defence)  # hits, after cover
    play.tell(Resolved("assault", step.hex, "success" if won else "failure", rule, line))
    play.swap(won=won)
    for uid in step.units:
        effects.spent(play, uid, "attack")
    if not won:
        if play.units[step.squad].on_map:
            harm.fatigue(play, step.squad)
        play.swap(at=len(Assault.stages) - 1)


def break_up(play: TiPlay, step: Assault) -> None:
    """Disrupted squads and vehicles that cannot move do not get away (TI-ASL-27, B-ASL-2)."""
    for uid in survivors(play, step):
        unit = play.units[uid]
        if unit.condition == "disrupted" or unit.damage == "heavy":
            rule = "TI-ASL-27" if unit.squad else "B-ASL-2"
            play.tell(Noted(rule, say("{unit} cannot retreat.", unit=play.rules.title(unit)), (uid,)))
            harm.destroy(play, uid)


def survivors(play: TiPlay, step: Assault) -> tuple[str, ...]:
    """The defenders still in the hex."""
    return tuple(x for x in step.defenders if play.units[x].at == step.hex)


def seek_way_out(play: TiPlay, step: Assault) -> None:
    """The defender picks one hex for all of them; without any they are destroyed (TI-ASL-24, TI-ASL-26)."""
    left = survivors(play, step)
    if not left:
        return
    ways = after.ways_out(scene(play), step.hex, left)
    if not ways:
        play.tell(Noted("TI-ASL-26", say("There is no way out of {hex}.", hex=step.hex), (step.hex,)))
        for uid in left:
            harm.destroy(play, uid)
    elif len(ways) == 1:
        play.swap(to=ways[0])
    else:
        play.push(after.Retreat(who=FOE[step.who], hex=step.hex, units=left))


def fall_back(play: TiPlay, step: Assault) -> None:
    """They go together; met by somebody concealed, they look for another way."""
    left = survivors(play, step)
    if not left:
        return
    if after.flee(play, step.hex, step.to, left):
        play.swap(fled=tuple(x for x in left if play.units[x].on_map))
    else:
        play.swap(at=Assault.stages.index(seek_way_out), to="")


def make_room(play: TiPlay, step: Assault) -> None:
    """Who has no room there is destroyed; the owner picks (TI-ASL-25)."""
    many = after.surplus_units(scene(play), step.to, step.fled) if step.to else ()
    if not many:
        return
    play.swap(at=step.at - 1)
    if len(many) == 1:
        harm.destroy(play, many[0])
    else:
        play.push(after.Excess(who=FOE[step.who], hex=step.to, units=many))


def take_breath(play: TiPlay, step: Assault) -> None:
    """Pinned squads are disrupted by a retreat (TI-ASL-28); mines do not mind who enters (B-ASL-2)."""
    for uid in step.fled:
        if play.units[uid].on_map and play.units[uid].condition == "pinned":
            harm.set_condition(play, uid, "disrupted")
    concealment.check(play)


def mined(play: TiPlay, step: Assault) -> None:
    """One after the other those who fled roll for mines (TI-FORT-20, TI-FORT-21)."""
    if step.fled:
        uid, *rest = step.fled
        play.swap(fled=tuple(rest), at=step.at - 1)
        stumble(play, uid)


def stumble(play: TiPlay, uid: str) -> None:
    """A unit has come into a hex that may be mined."""
    unit = play.units[uid]
    if unit.on_map and scene(play).works(unit.at).minefield:
        harm.fatigue(play, uid)
        hazards.mines(play, uid)


def follow(play: TiPlay, step: Assault) -> None:
    """The active squad, then each supporter that was not fatigued: advance or not (TI-ASL-29, TI-ASL-31, B-ASL-6)."""
    if step.entered:
        play.swap(entered="", at=step.at - 1)
        concealment.entered(play, step.entered)
        stumble(play, step.entered)
    elif step.eager:
        uid, *rest = step.eager
        play.swap(eager=tuple(rest), at=step.at - 1)
        if not any(after.may_advance(scene(play), uid, step.hex)):
            play.push(after.FollowUp(who=step.who, unit=uid, hex=step.hex))


def tire(play: TiPlay, step: Assault) -> None:
    """After a success all who took part are fatigued, moved or not (TI-ASL-30, B-ASL-1)."""
    for uid in step.units:
        if play.units[uid].on_map:
            harm.fatigue(play, uid)
    concealment.check(play)


def report(play: TiPlay, step: Assault) -> None:
    """The caller learns that there was an assault."""
    play.pop()
    play.swap(fired=True)


class Assault(Script, frozen=True, kw_only=True):
    """``squad`` assaults ``hex``. ``attack`` and ``defence`` are hits; ``eager`` are those still to be asked to advance."""

    who: Side
    squad: str
    hex: str
    supporters: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0
    rest: int = 0
    won: bool = False
    to: str = ""
    fled: tuple[str, ...] = ()
    eager: tuple[str, ...] = ()
    entered: str = ""
    stages: ClassVar = (
        meet,
        fight,
        squad_falls,
        supporters_fall,
        defenders_fall,
        decide,
        break_up,
        seek_way_out,
        fall_back,
        make_room,
        take_breath,
        mined,
        follow,
        tire,
        report,
    )

    @property
    def units(self) -> tuple[str, ...]:
        """The attackers, the active squad first."""
        return (self.squad, *self.supporters)
