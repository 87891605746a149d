"""Status step 1: each player draws a strategy card (TI-STA-01 to TI-STA-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb
from hexbench.engine.verbs.kinds import Choose
from hexbench.games.tide_of_iron import checklist
from hexbench.games.tide_of_iron.asking import DONE, Stage

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import Position, TiPlay, TiSeat


def stocked(s: Position, side: str) -> tuple[str, ...]:
    """The decks of a side that still hold cards (B-CARD-5)."""
    ours = (key.split("/", 1) for key, left in s.decks.items() if any(left.values()))
    return tuple(deck for owner, deck in ours if owner == side)


class Draw(Choose["TiSeat", "DrawCard", "TiPlay"]):
    """The top card of a deck."""

    name = "draw"
    barrier = "dice"
    label = say("Draw a card")
    help = say("The top card of a deck comes into your hand.")
    rule = "TI-STA-01"

    def choices(self, seat: TiSeat, step: DrawCard) -> Sequence[Target]:
        """The decks that are not empty."""
        rules = ("TI-STA-02" if step.second else "TI-STA-01",)
        return [Target(deck, rules=rules) for deck in stocked(seat.s, step.who)]

    def unfit(self, seat: TiSeat, step: DrawCard | None, key: str) -> Iterator[Reason]:
        """No deck of this side, or an empty one."""
        if step is None:
            return
        if f"{step.who}/{key}" not in seat.s.decks:
            yield Reason("TI-STA-01", say("There is no such deck: {deck}.", deck=key or "-"))
        elif key not in stocked(seat.s, step.who):
            yield Reason("B-CARD-5", say("That deck is empty."))

    def do(self, play: TiPlay, step: DrawCard, action: Action) -> None:
        """Draw; after a first card with the + symbol one more may be drawn at once."""
        from hexbench.games.tide_of_iron import cards

        card = cards.draw(play, step.who, action.object)
        play.pop()
        if not step.second and card.plus and stocked(play, step.who):
            play.push(DrawCard(who=step.who, second=True))


DRAW = Draw()


class DrawCard(Stage, frozen=True, kw_only=True):
    """Draw a card; ``second``: one more, because the first had the + symbol, or none."""

    second: bool = False
    phase: ClassVar[str] = "draw_card"
    rule: ClassVar[str] = "TI-STA-01"
    auto: ClassVar[bool] = True
    verbs: ClassVar[tuple[AnyVerb, ...]] = (DRAW, DONE)

    def say(self, seat: TiSeat) -> Say:
        """First or second."""
        side = seat.rules.side_name(self.who)
        if self.second:
            return say("{side}: the card has a plus. Draw another one?", side=side)
        return say("{side}: draw a card from a deck.", side=side)

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """The first card must be drawn while there is one."""
        if not self.second and stocked(seat.s, self.who):
            yield Reason("TI-STA-01", say("A card must be drawn."))

    def enders(self, seat: TiSeat) -> Iterable[AnyVerb]:
        """Only the second card may be done without."""
        return (DONE,) if self.second else ()

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """The second card."""
        return checklist.second_card(seat)

    def default(self, seat: TiSeat) -> Action | None:
        """A card from the first deck that has one; never no card."""
        decks = stocked(seat.s, self.who)
        return Action("draw", object=decks[0]) if decks else Action("done")
