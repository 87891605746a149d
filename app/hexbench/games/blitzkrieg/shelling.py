"""RESOLVE begins: Allied guns in support fire first, then the guns of the phasing side (DEFENSIVE_FIRE, OFFENSIVE_FIRE).

Where several Germans are the largest that a gun in support could fire at, its owner picks one (BK-ART-16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.blitzkrieg import engage, fire
from hexbench.games.blitzkrieg.pieces import ALLIED, GERMAN, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat


def choose(play: BkPlay, step: Shelling) -> None:
    """Every gun in support finds its German, one after another (BK-ART-15, BK-ART-16)."""
    if step.side != GERMAN:
        return
    done = {gun for gun, _ in step.aimed}
    for gun, friend in play.support.items():
        if gun in done:
            continue
        alike = fire.largest_attackers(play, play.rules, gun, friend)
        if len(alike) > 1:
            play.swap(at=step.at - 1)
            play.push(Largest(who=ALLIED, gun=gun, units=alike))
            return
        if not alike:
            play.tell(Noted("BK-ART-16", say("A shot in support is lost."), (gun, friend)))
        play.swap(aimed=(*play.top.aimed, (gun, alike[0] if alike else "")))


def support_fire(play: BkPlay, step: Shelling) -> None:
    """Defensive fire comes before offensive fire (BK-ART-18)."""
    if step.side == GERMAN:
        fire.defensive_fire(play, [(gun, target) for gun, target in step.aimed if target])


def offensive_fire(play: BkPlay, step: Shelling) -> None:
    """Then the phasing side fires (BK-ART-08)."""
    fire.offensive_fire(play)


def lapse(play: BkPlay, step: Shelling) -> None:
    """What has nobody left to fight in it is not fought (BK-RES-35)."""
    engage.lapse(play)


class Shelling(Script, frozen=True, kw_only=True):
    """All artillery fire of a turn."""

    side: Side
    aimed: tuple[tuple[str, str], ...] = ()
    """Guns in support and their targets as far as they are known; no target: the shot is lost."""
    stages: ClassVar = (choose, support_fire, offensive_fire, lapse)


class Largest(Ask, frozen=True, kw_only=True):
    """Which of several equally strong attackers a gun in support fires at (BK-ART-16)."""

    gun: str
    units: tuple[str, ...]
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        name = seat.rules.title(seat.s.roster[self.gun])
        return say("{gun} fires in support: choose one of the strongest attackers.", gun=name)


class FireAt(Pick["BkSeat", Largest, "BkPlay"]):
    """Choose among attackers of equal strength."""

    name = "fire_at"
    label = say("Fire at it")
    help = say("Choose the attacker that the artillery in support fires at.")
    rule = "BK-ART-16"

    def among(self, seat: BkSeat, step: Largest) -> Sequence[str]:
        """The strongest attackers in range."""
        return step.units

    def unfit(self, seat: BkSeat, step: Largest | None, ref: str) -> Iterator[Reason]:
        """One of those that are asked about."""
        if step is None or ref not in step.units:
            yield Reason("BK-ART-16", say("Choose one of the strongest attackers in range."))

    def do(self, play: BkPlay, step: Largest, action: Action) -> None:
        """Note it; the fire goes on."""
        below: Shelling = play.stack[-2]
        play.answer(aimed=(*below.aimed, (step.gun, action.subject[0])))


FIRE_AT: Final = FireAt()
Largest.verbs = (FIRE_AT,)
