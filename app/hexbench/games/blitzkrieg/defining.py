"""Defining an engagement by selecting units one after another (BK-ENG-10..14, BK-ENG-20).

The hex of the first unit is the centre. More units of the centre may be selected until a unit of a
neighbouring hex has been selected; after that, selecting one of the centre again closes the definition. If
anything else ends it while it is incomplete, it is discarded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.events import Noted
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import End, Phase, Pick
from hexbench.games.blitzkrieg.engage import engagement_at, engagement_of, joined, touching
from hexbench.games.blitzkrieg.odds import defenders
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, Engagement

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat, Position


class Defining(Phase, frozen=True, kw_only=True):
    """A definition that is not closed yet. Until it is closed, it does not fulfil any unit's duty to engage
    (BK-ENG-20).
    """

    centre: str
    attackers: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()

    def say(self, seat: BkSeat) -> Say:
        """The prompt: what can be selected."""
        if self.beside:
            text = say(
                "Centre {hex}: select more units, or select a unit in {hex} again to close.", hex=self.centre
            )
        elif self.central:
            text = say("From {hex}: select more units there, then adjacent enemies.", hex=self.centre)
        else:
            text = say("Against {hex}: select the adjacent units that will attack.", hex=self.centre)
        return text

    @property
    def beside(self) -> bool:
        """Whether a unit of a neighbouring hex has been selected (BK-ENG-14)."""
        return bool(self.hexes) if self.central else bool(self.attackers)

    @property
    def central(self) -> bool:
        """Whether the central hex attacks; otherwise it defends (BK-ENG-08)."""
        return self.centre not in self.hexes

    def default(self, seat: BkSeat) -> Action | None:
        return Action(CLOSE.name)

    def close(self, play: BkPlay) -> None:
        """A complete definition becomes an engagement; an incomplete one is discarded (BK-ENG-20)."""
        play.pop()
        if not self.attackers or not self.hexes:
            play.tell(
                Noted(
                    "BK-ENG-20",
                    say("The definition was not complete and has been discarded."),
                    (self.centre,),
                )
            )
            return
        attackers = play.board.in_order(self.attackers)
        number = play.next_engagement
        made = Engagement(number=number, centre=self.centre, attackers=attackers, hexes=self.hexes)
        play.set(engagements=(*play.engagements, made), next_engagement=number + 1)
        joined(play, made, attackers)


class _Define(Pick["BkSeat", Phase, "BkPlay"]):
    """Select the first unit: its hex is the centre of the engagement (BK-ENG-10)."""

    name = "define"
    label = say("Define an engagement")
    help = say(
        "Select one of your units or an enemy: its hex is the centre. Then select units next "
        "to it; selecting the centre again closes the definition."
    )
    rule = "BK-ENG-10"
    one_rule = "BK-ENG-06"
    back = True  # dragging a unit onto an enemy does the same, so this verb is never needed

    def among(self, seat: BkSeat, step: Phase) -> Sequence[str]:
        """Units in contact that are in no engagement, on both sides."""
        return [u for u in _in_contact(seat, step.who) if not any(_why_not_first(seat, step.who, u))]

    def unfit(self, seat: BkSeat, step: Phase | None, ref: str) -> Iterable[Reason]:
        """Why no engagement can begin with it."""
        return _why_not_first(seat, seat.s.phasing, ref)

    def do(self, play: BkPlay, step: Phase, action: Action) -> None:
        uid = action.subject[0]
        unit = play.units[uid]
        if unit.side == step.who:
            play.push(Defining(who=step.who, centre=unit.at, attackers=(uid,)))
        else:
            play.push(Defining(who=step.who, centre=unit.at, hexes=(unit.at,)))
        _tell(play, uid, "BK-ENG-10")


class Select(Pick["BkSeat", Defining, "BkPlay"]):
    """Select the next unit of the engagement that is being defined (BK-ENG-13, BK-ENG-14)."""

    name = "select"
    label = say("Select for the engagement")
    help = say(
        "Select a unit in the centre or in an adjacent hex; selecting the centre again closes the definition."
    )
    rule = "BK-ENG-13"
    one_rule = "BK-ENG-06"

    def among(self, seat: BkSeat, step: Defining) -> Sequence[str]:
        """Everything that can be selected."""
        near = (step.centre, *seat.rules.atlas.near[step.centre])
        here = (u for at in near for u in seat.board.at.get(at, ()))
        return [u for u in here if not any(_why_not_next(seat, step, u))]

    def unfit(self, seat: BkSeat, step: Defining | None, ref: str) -> Iterable[Reason]:
        """Why it cannot be the next."""
        return _why_not_next(seat, step, ref) if step is not None else ()

    def do(self, play: BkPlay, step: Defining, action: Action) -> None:
        """Add it, or close."""
        uid = action.subject[0]
        unit = play.units[uid]
        if not (unit.at == step.centre and step.beside):
            _tell(play, uid, "BK-ENG-13")
        if unit.at == step.centre and step.beside:
            step.close(play)
        elif unit.side == step.who:
            play.swap(attackers=(*step.attackers, uid))
        else:
            play.swap(hexes=(*step.hexes, unit.at))


def _tell(play: BkPlay, uid: str, rule: str) -> None:
    """Report to both sides which unit is selected."""
    name = play.rules.title(play.roster[uid])
    play.tell(Noted(rule, say("{unit} is selected for an engagement.", unit=name), (uid,)))


class _CloseDefinition(End):
    """End the definition (BK-ENG-20)."""

    name = "close_definition"
    label = say("Close the definition")
    help = say("A complete engagement is kept; one that lacks attackers or defenders is discarded.")


def draft(s: Position) -> Engagement | None:
    """The engagement being defined as far as it has got, for displays; None if there is none."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Defining):
        return None
    number = s.next_engagement
    return Engagement(number=number, centre=step.centre, attackers=step.attackers, hexes=step.hexes)


def _in_contact(seat: BkSeat, who: str) -> Iterator[str]:
    found = touching(seat, who)
    yield from found
    yield from defenders(
        seat.s, seat.board, sorted({at for hexes in found.values() for at in hexes}), FOE[who]
    )


def _fighter(seat: BkSeat, uid: str) -> Iterator[Reason]:
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map:
        yield Reason("BK-ENG-01", say("{unit} is not on the map.", unit=uid))
    elif seat.s.roster[uid].type not in GROUND:
        yield Reason("BK-ENG-18", say("Infiltrators cannot take part in engagements."), unit.spot)


def _free(seat: BkSeat, who: str, uid: str) -> Iterator[Reason]:
    """It must not be in an engagement: a unit attacks once, and a hex defends in one engagement only."""
    s = seat.s
    unit = s.units[uid]
    name = seat.rules.title(s.roster[uid])
    if unit.side == who and engagement_of(s, uid) is not None:
        text = say("{unit} is already in an engagement: undo that first.", unit=name)
        yield Reason("BK-ENG-04", text, unit.spot)
    elif unit.side != who and engagement_at(s, unit.at) is not None:
        text = say("All units in {hex} are already defending in an engagement: undo that first.", hex=unit.at)
        yield Reason("BK-ENG-05", text, unit.spot)


def _why_not_first(seat: BkSeat, who: str, uid: str) -> Iterator[Reason]:
    wrong = tuple(_fighter(seat, uid))
    yield from wrong
    if wrong:
        return
    s = seat.s
    unit = s.units[uid]
    found = touching(seat, who)
    near = uid in found if unit.side == who else any(unit.at in hexes for hexes in found.values())
    if not near:
        text = say("{unit} is not next to any unit of the other side.", unit=seat.rules.title(s.roster[uid]))
        yield Reason("BK-ENG-01", text, unit.spot)
    yield from _free(seat, who, uid)


def _why_not_next(seat: BkSeat, step: Defining, uid: str) -> Iterator[Reason]:
    wrong = tuple(_fighter(seat, uid))
    yield from wrong
    if wrong:
        return
    s = seat.s
    unit = s.units[uid]
    central = step.central
    if unit.at == step.centre:
        if not step.beside and not (central and uid not in step.attackers):
            yield Reason(
                "BK-ENG-13",
                say("A unit in {hex} is already selected: now select one next to it.", hex=unit.at),
                unit.spot,
            )
        elif not step.beside:
            yield from _free(seat, step.who, uid)
        return
    if unit.at not in seat.rules.atlas.near[step.centre]:
        text = say("{hex} is not next to the central hex {centre}.", hex=unit.at, centre=step.centre)
        yield Reason("BK-ENG-08", text, (unit.at, step.centre))
    if (unit.side == step.who) == central:
        text = say("Units of the same side cannot be both in the centre and next to it.")
        yield Reason("BK-ENG-08", text, unit.spot)
        return
    if uid in step.attackers or unit.at in step.hexes:
        yield Reason("BK-ENG-13", say("This unit is already selected."), unit.spot)
    yield from _free(seat, step.who, uid)


DEFINE: Final = _Define()
SELECT: Final = Select()
CLOSE: Final = _CloseDefinition()
Defining.verbs = (SELECT, CLOSE)
