"""Status step 4: figures change squads within a hex (TI-STA-13 to TI-STA-19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import UnitRemoved
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.games.tide_of_iron import checklist, veil
from hexbench.games.tide_of_iron.acting import spot
from hexbench.games.tide_of_iron.asking import DONE, Stage
from hexbench.games.tide_of_iron.pieces import FIGURES, LOST, SQUAD
from hexbench.games.tide_of_iron.setup_build import fill, no_room

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.board import TiBoard
    from hexbench.games.tide_of_iron.hands import Position, TiPlay, TiSeat
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules


def closed(rules: TiRules, unit: Unit) -> Iterator[Reason]:
    """Why a squad neither gives nor takes figures."""
    name = rules.title(unit)
    if unit.specialization:
        yield Reason("TI-STA-14", say("{unit} is specialized.", unit=name), spot(unit))
    if unit.condition:
        yield Reason("TI-STA-16", say("{unit} is pinned or disrupted.", unit=name), spot(unit))
    if unit.inside:
        yield Reason("TI-STA-17", say("{unit} is in a vehicle.", unit=name))
    if unit.shelter:
        yield Reason("TI-STA-18", say("{unit} is in a fortification.", unit=name), spot(unit))


def mates(s: Position, board: TiBoard, uid: str) -> tuple[str, ...]:
    """The other squads of the side in its hex."""
    unit = s.units[uid]
    return tuple(
        x
        for x in board.units_at(unit.at)
        if x != uid and s.units[x].side == unit.side and s.units[x].type == SQUAD
    )


class TransferFigure(Verb["TiSeat", "Transfer", "TiPlay"]):
    """One figure, ``how``, goes from one squad to another in the same hex."""

    name = "transfer"
    label = say("Transfer a figure")
    help = say("A figure goes from one squad to another in the same hex.")
    subject = "unit"
    object = "unit"
    hows = FIGURES

    def able(self, seat: TiSeat, step: Transfer) -> Iterable[str]:
        """The squads that can give."""
        return (
            x
            for x, u in seat.s.units.items()
            if u.side == step.who and u.type == SQUAD and u.on_map and any(self.targets(seat, step, (x,)))
        )

    def targets(self, seat: TiSeat, step: Transfer, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every squad that can take, with every figure it has room for."""
        unit = seat.s.units.get(subject[0]) if len(subject) == 1 else None
        if unit is None or unit.side != step.who or unit.type != SQUAD or not unit.on_map:
            return
        for other in mates(seat.s, seat.board, subject[0]):
            for kind in unit.figures:
                if not any(self.reasons(seat, step, Action(self.name, subject, other, kind))):
                    yield Target(other, kind, rules=("TI-STA-13",))

    def reasons(self, seat: TiSeat, step: Transfer | None, action: Action) -> Iterator[Reason]:
        """Every clause of the step against it."""
        s, rules = seat.s, seat.rules
        giver = s.units.get(action.subject[0]) if len(action.subject) == 1 else None
        taker = s.units.get(action.object)
        if giver is None or taker is None or not giver.squad or not taker.squad:
            yield Reason("TI-STA-13", say("Name the squad that gives and the squad that takes."))
            return
        if giver is taker:
            yield Reason("TI-STA-13", say("A squad gives figures to another squad."))
            return
        for unit in (giver, taker):
            if step is not None and unit.side != step.who:
                name = rules.title(unit)
                yield Reason("TI-STA-13", say("{unit} belongs to the other side.", unit=name))
            yield from closed(rules, unit)
        if giver.side != taker.side:
            return
        if giver.at != taker.at:
            yield Reason(
                "TI-STA-13", say("The squads are not in the same hex."), (*spot(giver), *spot(taker))
            )
        if action.how not in giver.figures:
            yield Reason("TI-STA-13", say("{unit} has no such figure.", unit=rules.title(giver)), spot(giver))
        elif not taker.specialization:
            yield from no_room(rules, taker, action.how)

    def do(self, play: TiPlay, step: Transfer, action: Action) -> None:
        """The figure changes squads; an empty base is removed (TI-STA-19)."""
        giver, taker, kind = action.subject[0], action.object, action.how
        figures = play.units[giver].figures
        left = {**figures, kind: figures[kind] - 1}
        got = play.units[taker].figures
        fill(play, taker, {**got, kind: got.get(kind, 0) + 1})
        fill(play, giver, left)
        if not play.units[giver].figures:
            play.put(giver, at=LOST, token="", concealed=False)
            veil.keep(play, giver)
            play.tell(UnitRemoved(giver, LOST))


TRANSFER = TransferFigure()


class Transfer(Stage, frozen=True, kw_only=True):
    """Move figures between squads of a hex, any number."""

    phase: ClassVar[str] = "transfer"
    rule: ClassVar[str] = "TI-STA-13"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (TRANSFER, DONE)

    def say(self, seat: TiSeat) -> Say:
        """Whose."""
        side = seat.rules.side_name(self.who)
        return say("{side}: figures may change squads within a hex.", side=side)

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Figures that could change squads."""
        return checklist.transfer_left(seat, self)

    def default(self, seat: TiSeat) -> Action | None:
        """Leave them as they are."""
        return Action("done")


def able(play: TiPlay, side: str) -> bool:
    """Whether two squads of a side stand together, so that there may be something to transfer."""
    count: dict[str, int] = {}
    for unit in play.units.values():
        if unit.side == side and unit.type == SQUAD and unit.on_map:
            count[unit.at] = count.get(unit.at, 0) + 1
    return any(n > 1 for n in count.values())
