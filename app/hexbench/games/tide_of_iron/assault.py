"""The assault step of an Assault (C.2 A6): which hex, with whose support, or none at all; TI-ASL-01 to TI-ASL-09."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Declaration
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb
from hexbench.engine.verbs.kinds import Pick, Press
from hexbench.games.tide_of_iron import checklist
from hexbench.games.tide_of_iron.acting import DraftVerb
from hexbench.games.tide_of_iron.assault_fight import Assault
from hexbench.games.tide_of_iron.assault_strength import (
    MOST_SUPPORTERS,
    assaultable,
    clash,
    foresee,
    hex_bars,
    squad_bars,
    unthinkable,
)
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.strength import Scene, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


def begin(play: TiPlay, who: Side, squad: str) -> None:
    """Ask ``who`` what ``squad`` assaults. Sets ``fired`` on the step below, at once if there is nothing to assault."""
    hexes = assaultable(scene(play), squad)
    if hexes:
        play.push(AssaultDraft(who=who, squad=squad, hex=hexes[0] if len(hexes) == 1 else ""))
    else:
        play.swap(fired=False)


def supporters(seat: TiSeat, step: AssaultDraft) -> tuple[str, ...]:
    """The squads that may join, in order."""
    if not step.hex or len(step.supporters) >= MOST_SUPPORTERS:
        return ()
    sc = scene(seat)
    return tuple(
        x
        for h in (seat.rules.atlas.near[step.hex])
        for x in sc.board.units_at(h)
        if x not in step.units and not any(joins(sc, x, step))
    )


def joins(sc: Scene, uid: str, step: AssaultDraft) -> Iterator[Reason]:
    """Every reason against a squad as supporter."""
    unit = sc.s.units[uid]
    if unit.side != step.who:
        yield Reason("TI-ASL-06", say("{unit} is not on your side.", unit=sc.rules.title(unit)))
        return
    if uid in step.units:
        yield Reason("TI-ASL-06", say("{unit} is already taking part.", unit=sc.rules.title(unit)))
    if len(step.supporters) >= MOST_SUPPORTERS:
        yield Reason("TI-ASL-06", say("Two squads already support the assault."))
    if not step.hex:
        yield Reason("TI-ASL-03", say("First choose the hex to assault."))
        return
    yield from squad_bars(sc, uid, step.hex, "support")


class _AssaultVerb(DraftVerb):
    """Base of the draft's verbs."""

    named = "TI-ASL-06", say("Select one squad.")
    alone = "TI-ASL-03"


class _ChooseHex(_AssaultVerb):
    """The hex to be assaulted (TI-ASL-03)."""

    name = "assault_hex"
    label = say("Assault this hex")
    help = say("Choose this hex as the target of the assault.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: TiSeat, step: AssaultDraft) -> Offer | None:
        """The active squad, while there is another hex to choose."""
        return Offer(self.name, (step.squad,)) if any(self.targets(seat, step, (step.squad,))) else None

    def targets(self, seat: TiSeat, step: AssaultDraft, subject: tuple[str, ...]) -> Iterable[Target]:
        """The adjacent hexes with enemies."""
        if step.squad and subject == (step.squad,):
            for at in assaultable(scene(seat), step.squad):
                if at != step.hex:
                    yield Target(at, rules=("TI-ASL-03",))

    def reasons(self, seat: TiSeat, step: AssaultDraft | None, action: Action) -> Iterator[Reason]:
        """Why the squad cannot assault that hex."""
        wrong = tuple(self.one(seat, action))
        yield from wrong
        if wrong:
            return
        if step is not None and action.subject[0] != step.squad:
            yield Reason("TI-ASL-03", say("Only the active squad can lead the assault."))
        if step is not None and action.object and action.object == step.hex:
            yield Reason("TI-ASL-03", say("That hex is already chosen."))
        sc = scene(seat)
        yield from hex_bars(sc, seat.s.units[action.subject[0]].side, action.object)
        yield from squad_bars(sc, action.subject[0], action.object, "lead")

    def do(self, play: TiPlay, step: AssaultDraft, action: Action) -> None:
        """Set the hex and clear the supporters, who must be chosen again."""
        play.swap(hex=action.object, supporters=())


class Support(Pick["TiSeat", "AssaultDraft", "TiPlay"]):
    """A squad next to the hex supports the assault with half its firepower (TI-ASL-06 to TI-ASL-09)."""

    name = "assault_support"
    label = say("Support the assault")
    help = say("Add half the squad's firepower. Fatigued squads may also support, but cannot advance.")
    rule = "TI-ASL-06"

    def among(self, seat: TiSeat, step: AssaultDraft) -> Sequence[str]:
        return supporters(seat, step)

    def unfit(self, seat: TiSeat, step: AssaultDraft | None, ref: str) -> Iterable[Reason]:
        return joins(scene(seat), ref, step) if step is not None and step.squad else ()

    def warnings(self, seat: TiSeat, step: AssaultDraft, refs: tuple[str, ...]) -> tuple[Say, ...]:
        """Whether it will advance."""
        tired = seat.s.units[refs[0]].token == "fatigued"
        return (say("The squad is fatigued and cannot advance."),) if tired else ()

    def do(self, play: TiPlay, step: AssaultDraft, action: Action) -> None:
        play.swap(supporters=(*step.supporters, action.subject[0]))


class Dismiss(Pick["TiSeat", "AssaultDraft", "TiPlay"]):
    """Remove a supporter again."""

    name = "assault_dismiss"
    label = say("Leave out of the assault")
    help = say("This squad takes no part in the assault.")
    rule = "TI-ASL-06"
    back = True
    other = say("The squad is not supporting this assault.")

    def among(self, seat: TiSeat, step: AssaultDraft) -> Sequence[str]:
        """Those that support it."""
        return step.supporters

    def do(self, play: TiPlay, step: AssaultDraft, action: Action) -> None:
        play.swap(supporters=tuple(x for x in step.supporters if x != action.subject[0]))


class Decline(Press["TiSeat", "AssaultDraft", "TiPlay"]):
    """No assault; the movement points are lost all the same (TI-ACT-16)."""

    name = "decline_assault"
    ends = True
    label = say("Do not assault")
    help = say("The squad stays where its move ended.")
    rule = "TI-ASL-03"

    def do(self, play: TiPlay, step: AssaultDraft, action: Action) -> None:
        """Back to the action."""
        play.pop()
        play.swap(fired=False)


class Storm(Press["TiSeat", "AssaultDraft", "TiPlay"]):
    """Commit the assault and roll the dice."""

    name = "storm"
    barrier = "dice"
    label = say("Assault")
    help = say("Commit to the assault and roll the dice.")
    rule = "TI-ASL-17"

    def against(self, seat: TiSeat, step: AssaultDraft | None) -> Iterator[Reason]:
        """There must be a hex to assault."""
        if step is not None and not step.hex:
            yield Reason("TI-ASL-03", say("First choose the hex to assault."))

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The odds of the assault as it stands, or of any squad (with supporters) on any hex, when they are named."""
        step, sc = seat.step, scene(seat)
        if action.subject and action.object:
            return hypothetical(sc, action.subject, action.object)
        if not isinstance(step, AssaultDraft) or not step.hex:
            return None
        return foresee(clash(sc, step.hex, step.squad, step.supporters))

    def do(self, play: TiPlay, step: AssaultDraft, action: Action) -> None:
        play.pop()
        play.push(Assault(who=step.who, squad=step.squad, hex=step.hex, supporters=step.supporters))


def hypothetical(sc: Scene, squads: tuple[str, ...], hex_: str) -> Forecast | None:
    """The odds of a hypothetical assault, wherever the squads are; None if there is nothing to assault, or if no change of
    tokens could make it possible.
    """
    units, squads = sc.s.units, tuple(dict.fromkeys(squads))
    if hex_ not in sc.rules.atlas.index or any(x not in units or not units[x].squad for x in squads):
        return None
    if len({units[x].side for x in squads}) > 1:
        return None  # units of different sides cannot attack together
    if not all(units[x].on_map for x in squads):
        return None
    return None if unthinkable(sc, hex_, squads) else foresee(clash(sc, hex_, squads[0], squads[1:]))


CHOOSE, SUPPORT, DISMISS, DECLINE, STORM = _ChooseHex(), Support(), Dismiss(), Decline(), Storm()
VERBS: tuple[AnyVerb, ...] = (CHOOSE, SUPPORT, DISMISS, DECLINE, STORM)


class AssaultDraft(Declaration, frozen=True, kw_only=True):
    """``squad`` may assault ``hex`` with the support of up to two others."""

    who: Side
    squad: str
    hex: str = ""
    supporters: tuple[str, ...] = ()
    verbs: ClassVar = VERBS

    @property
    def units(self) -> tuple[str, ...]:
        """Who takes part, the active squad first."""
        return (self.squad, *self.supporters)

    def masked(self, side: str) -> AssaultDraft:
        """The other side learns the details only when the assault is committed."""
        return self if side == self.who else replace(self, squad="", hex="", supporters=())

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        return checklist.assault_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        """Which hex, and who supports."""
        if not self.squad:
            return say("The {side} player is considering an assault.", side=seat.rules.side_name(self.who))
        name = seat.called(self.squad)
        if not self.hex:
            return say("{unit} may assault: choose a hex or decline.", unit=name)
        return say("{unit} assaults {hex}: choose supporting squads.", unit=name, hex=self.hex)

    def default(self, seat: TiSeat) -> Action | None:
        """Assault when that is more likely to succeed than not."""
        for at in (self.hex,) if self.hex else assaultable(scene(seat), self.squad):
            line = foresee(clash(scene(seat), at, self.squad, self.supporters)).lines[0][1]
            if 2 * dict(line.results).get("success", 0) >= line.ways:
                return Action("storm") if self.hex else Action("assault_hex", (self.squad,), at)
        return Action("decline_assault")
