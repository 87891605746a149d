"""One attack by fire, from the dice to the tokens (C.4, T6 to T8). ``Attack.stages`` is its table of contents."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Declared, Noted
from hexbench.engine.state import Script
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import casualties, concealment, effects, losses, names, resolve
from hexbench.games.tide_of_iron.decks import Mode
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.strength import Aim, Kind, Part, scene
from hexbench.games.tide_of_iron.volley import volley

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiPlay


def open_up(play: TiPlay, step: Attack) -> None:
    """Declare the attack and reveal concealed participants (TI-CNC-05)."""
    for part in step.parts:
        if play.units[part.unit].concealed:
            concealment.reveal(play, part.unit)
    play.tell(Declared("attack", tuple(part.unit for part in step.parts), step.target or step.hex))
    for part in step.parts:
        unit = play.units[part.unit]
        if part.figures != unit.figures:
            text = say(
                "{unit} fires with {figures} only.",
                unit=play.rules.title(unit),
                figures=names.figures(part.figures),
            )
            play.tell(Noted("TI-RNG-08", text, (part.unit,)))


def throw(play: TiPlay, step: Attack) -> None:
    """Black dice, then red ones, unit by unit (TI-ATK-09, B-DICE-1)."""
    sc, aim = scene(play), step.aim
    one = volley(sc, aim, step.parts)
    leader = play.units[step.parts[0].unit]
    rule = "TI-AREA-03" if aim.area else "TI-ATK-09"
    why = say("{unit} fires, {band} range", unit=play.rules.title(leader), band=one.band)
    black = resolve.throw(play, one.black, why, rule, leader.side)
    if aim.area:
        resolve.cut_wire(play, step.hex, black)
    play.swap(successes=black, hits=resolve.against(play, black, one.facing))


def take_effect(play: TiPlay, step: Attack) -> None:
    """Apply hits unit by unit; the owner picks the figures lost (TI-ATK-15, B-ATK-1)."""
    if step.hits:
        (uid, hits), *rest = step.hits
        play.swap(hits=tuple(rest), at=step.at - 1)
        losses.suffer(play, uid, step.mode, hits, active=step.kind == "op_fire")


def tire(play: TiPlay, step: Attack) -> None:
    """Fatigue all participants (TI-CF-06, TI-OPF-04), except a Fire and Movement attacker (T8) and squads that used
    op fire with machine guns only (TI-ABL-07, B-OPF-7).
    """
    for i, part in enumerate(step.parts):
        unit = play.units[part.unit]
        effects.spent(play, part.unit, "attack")
        if step.kind == "op_fire" and rapid(part):
            play.put(part.unit, fired_at=(*unit.fired_at, step.target))
            text = say("{unit} stays in op fire mode: only machine guns fired.", unit=play.rules.title(unit))
            play.tell(Noted("TI-ABL-07", text))
        elif step.kind != "fire_move" or i:
            casualties.fatigue(play, part.unit)
        if not i and step.kind in ("concentrated", "rally"):
            effects.spent(play, part.unit, "activation")  # the attack was its whole action (TI-ACT-03)


def rapid(part: Part) -> bool:
    """Whether only machine gun crews take part (TI-ABL-07)."""
    return part.figures.keys() == {"mg"}


def report(play: TiPlay, step: Attack) -> None:
    """Tell the step below that there was an attack."""
    play.pop()
    play.swap(fired=True)


class Attack(Script, frozen=True, kw_only=True):
    """A committed attack. The first part leads; ``successes`` are those of the black dice.

    ``hits`` are still to take effect.
    """

    who: Side
    kind: Kind
    target: str
    hex: str
    mode: Mode
    parts: tuple[Part, ...]
    successes: int = 0
    hits: resolve.Hits = ()
    stages: ClassVar = (open_up, throw, take_effect, tire, report)

    @property
    def aim(self) -> Aim:
        """The target of the attack, with its kind and mode."""
        return Aim(kind=self.kind, target=self.target, hex=self.hex, mode=self.mode)
