"""Concentrated Fire (TI-ACT-03, TI-ACT-04) including Rally, at a unit or with mortars at a hex; also hypothetical fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, get_args

from msgspec.structs import replace

from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Step
from hexbench.engine.values import Action, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.tide_of_iron import attack_draft, firing
from hexbench.games.tide_of_iron.acting import spend, unfit
from hexbench.games.tide_of_iron.attack_draft import MODES
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.strength import Aim, Kind, Part, band_of, scene, weapons, worst
from hexbench.games.tide_of_iron.volley import best_figures, foresee, volley

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


class Concentrating(Step, frozen=True, kw_only=True):
    """An action that is a single attack. If the attack is cancelled, no action is spent."""

    who: Side
    fired: bool = False

    def run(self, play: TiPlay) -> None:
        """Spend the action if the attack was made."""
        play.pop()
        if self.fired:
            spend(play)


class _FireVerb(Verb["TiSeat", "Turn", "TiPlay"]):
    """Base of fire at units and fire at hexes."""

    subject = "unit"

    def marks(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        """What a unit could fire at."""
        return ()

    def targets(self, seat: TiSeat, step: Turn, subject: tuple[str, ...]) -> Iterable[Target]:
        """Everything the unit can fire at."""
        if not any(unfit(seat, step, subject)):
            pinned = seat.s.units[subject[0]].condition == "pinned"
            rules = ("TI-ACT-03", "TI-ABL-03") if pinned else ("TI-ACT-03",)
            for at in self.marks(seat, subject[0]):
                yield Target(at, rules=rules)

    def reasons(self, seat: TiSeat, step: Turn | None, action: Action) -> Iterator[Reason]:
        """Why the unit may not fire, or not at that target."""
        yield from unfit(seat, step, action.subject)
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            return
        if action.object in (seat.s.units if self.object == "unit" else seat.rules.atlas.index):
            yield from attack_draft.why_not(seat, action.subject[0], "concentrated", action.object)
        else:
            yield seat.rules.missing(f"{self.object} {action.object}")

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The odds for any units on any target at any time: the first unit leads, the others support it.

        ``how`` may name the mode and kind of the attack ("suppressive", "op_fire", "suppressive/fire_move"). None if the
        target is out of range or concealed, there is nothing to fire with, or no change of tokens or sight could make it
        possible.
        """
        units = seat.s.units
        if not action.subject or any(x not in units or not units[x].on_map for x in action.subject):
            return None
        if len({units[x].side for x in action.subject}) > 1:
            return None  # units of different sides cannot attack together
        aim = imagined(seat, action)
        if aim is None:
            return None
        sc = scene(seat)
        parts: list[Part] = []
        for uid in dict.fromkeys(action.subject):
            if not weapons(sc, uid, aim) or firing.unthinkable(sc, uid, aim, "support" if parts else "lead"):
                return None
            parts.append(Part(unit=uid, figures=best_figures(sc, aim, parts, uid)))
        band = worst(*(band_of(sc, part, aim) for part in parts))
        if band == "out" or (band == "long" and aim.kind == "fire_move"):
            return None
        return foresee(sc, volley(sc, aim, parts))

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """Start drafting the attack."""
        play.push(Concentrating(who=step.who))
        attack_draft.begin(
            play, who=step.who, kind="concentrated", leader=action.subject[0], target=action.object
        )


def imagined(seat: TiSeat, action: Action) -> Aim | None:
    """The aim of a hypothetical attack; None if there is no such target."""
    words = action.how.split("/") if action.how else []
    mode = next((m for m in MODES if m in words), "normal")
    kind: Kind = next((k for k in get_args(Kind) if k in words), "concentrated")
    aim = attack_draft.aim_at(seat, action.subject[0], kind, action.object)
    if aim.area and aim.hex not in seat.rules.atlas.index:
        return None
    if not aim.area:
        target = seat.s.units[aim.target]
        if not target.on_map or firing.hidden(target) or (mode == "suppressive" and not target.squad):
            return None
    return replace(aim, mode=mode)


class Fire(_FireVerb):
    """Attack one enemy unit, alone or supported; a pinned squad may do so if rallied by an officer."""

    name = "fire"
    label = say("Concentrated Fire")
    help = say("Attack without moving. Fresh friendly units may support. All of them are fatigued.")
    object: ClassVar = "unit"

    def marks(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        """Enemy units."""
        return firing.marks(seat, uid, "concentrated")

    def able(self, seat: TiSeat, step: Turn) -> Iterable[str]:
        """Every fresh unit with an enemy it can fire at."""
        return (
            x
            for x, u in seat.s.units.items()
            if u.side == step.who and u.on_map and not u.token and firing.any_mark(seat, x, "concentrated")
        )


class _FireMortars(_FireVerb):
    """A squad's mortars attack every unit in a hex (TI-ABL-09)."""

    name = "bombard"
    label = say("Fire mortars")
    help = say(
        "The squad's mortars attack every unit in a hex, friend or foe. A friendly unit that "
        "sees the hex can spot for them."
    )
    object: ClassVar = "hex"

    def marks(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        """Hexes."""
        key = ("mortar marks", uid)
        if key not in seat.memo:
            seat.memo[key] = firing.mortar_marks(seat, uid)
        found: tuple[str, ...] = seat.memo[key]
        return found

    def able(self, seat: TiSeat, step: Turn) -> Iterable[str]:
        """Every fresh squad whose mortars have something to fire at."""
        return (
            x
            for x, u in seat.s.units.items()
            if "mortar" in u.figures and u.side == step.who and u.fresh and firing.any_mortar_mark(seat, x)
        )


FIRE, BOMBARD = Fire(), _FireMortars()
