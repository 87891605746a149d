"""Resolution of a card: its ops one after another, and the questions they ask its owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from hexbench.engine.events import Noted
from hexbench.engine.forecast import Forecast, OddsLine
from hexbench.engine.state import Ask, Step
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, LazyTargets, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron import card_squads, card_strikes, card_works, decks
from hexbench.games.tide_of_iron.card_strikes import put_in_play
from hexbench.games.tide_of_iron.card_words import Kind, word_of
from hexbench.games.tide_of_iron.decks import InPlay
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.decks import Card, Op

CHAPTERS = (card_strikes, card_squads, card_works)
"""The modules that implement the ops."""


class CardRun(Step, frozen=True, kw_only=True):
    """A paid card of ``who``; ``next`` is the index of the next op. Ops store here what later ops need."""

    who: Side
    card: str
    played: Literal["action", "command"] = "action"
    """The phase it is resolved in."""
    standing: bool = False
    """The card is in the play area and stays there."""
    next: int = 0
    asked: int = 0
    """How many questions the current op has asked."""
    target: str = ""
    """The hex with the target token."""
    struck: str = ""
    """The hex that is finally struck, after drift."""
    blacks: int = 0
    """Black successes of the last area attack on it."""
    units: tuple[str, ...] = ()
    """The unit chosen last."""
    hex: str = ""
    """The hex a marker was placed in last."""

    def run(self, play: TiPlay) -> None:
        """Run the next op, ask its next question, or finish."""
        card = play.rules.card(self.card)
        if self.next >= len(card.ops):
            self._finish(play, card)
            return
        op = card.ops[self.next]
        word = word_of(op)
        kind = word.asks(op) if word.times(op) else None
        if kind is None:
            play.swap(next=self.next + 1, asked=0)
            word.do(play, play.top, op)
        elif self.asked < word.times(op) and any(word.choices(scene(play), self.who, op, self, kind)):
            play.swap(asked=self.asked + 1)
            play.push(QUESTIONS[kind](who=self.who))
        else:
            play.swap(next=self.next + 1, asked=0)

    def _finish(self, play: TiPlay, card: Card) -> None:
        """The card leaves the game, or stays because of lasting effects (TI-ACT-20, TI-CMD-17)."""
        play.pop()
        if card.persistent and not self.standing:
            expires = self.last_round(play.round, card.duration_rounds) if card.duration_rounds else 0
            put_in_play(play, self.who, InPlay(card=self.card, expires=expires))
            play.tell(Noted("TI-CARD-01", say("{card} stays in the play area.", card=card.title)))

    def last_round(self, now: int, phases: int) -> int:
        """The round in whose Status Phase an effect ends that is played now and covers ``phases`` whole Action Phases."""
        return now + phases - (1 if self.played == "action" else 0)


# ---- the questions of an op ------------------------------------------------------------------------------------------
def present(seat: TiSeat) -> tuple[CardRun, Op]:
    """The card whose question is asked, and its op."""
    run = seat.s.stack[-2]
    assert isinstance(run, CardRun)
    return run, seat.rules.card(run.card).ops[run.next]


class Answer(Verb["TiSeat", "CardQuestion", "TiPlay"]):
    """Choose what a card is used on."""

    what: ClassVar[Kind]

    def offer(self, seat: TiSeat, step: CardQuestion) -> Offer | None:
        """Offered if there is something to choose."""
        return Offer(self.name) if any(self._choices(seat, step)) else None

    def _choices(self, seat: TiSeat, step: CardQuestion) -> Iterator[str]:
        run, op = present(seat)
        return word_of(op).choices(scene(seat), step.who, op, run, self.what)

    def targets(self, seat: TiSeat, step: CardQuestion, subject: tuple[str, ...]) -> LazyTargets:
        """Every possible choice, with a preview of its effect."""
        run, op = present(seat)
        word, sc = word_of(op), scene(seat)

        def way(choice: str) -> Target:
            # The preview traces lines of sight to the hex, so it is computed lazily.
            return Target(choice, says=word.preview(sc, step.who, op, run, choice), rules=("M-05",))

        return LazyTargets(tuple(self._choices(seat, step)), way)

    def reasons(self, seat: TiSeat, step: CardQuestion | None, action: Action) -> Iterator[Reason]:
        if step is None:
            return
        run, op = present(seat)
        if self.what == "hex" and action.object not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {action.object}")
            return
        yield from word_of(op).why_not(scene(seat), step.who, op, run, self.what, action.object)

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """Where the strike may land, and what it would do there."""
        if not isinstance(seat.step, CardHex) or action.object not in seat.rules.atlas.index:
            return None
        run, op = present(seat)
        if not isinstance(op, decks.Target):
            return None
        return card_strikes.odds(seat, run.who, seat.rules.card(run.card), action.object)

    def do(self, play: TiPlay, step: CardQuestion, action: Action) -> None:
        """Pass the answer to the op and continue."""
        play.pop()
        run: CardRun = play.top
        op = play.rules.card(run.card).ops[run.next]
        word_of(op).chosen(play, run, op, self.what, action.object)


def on_or_more(number: int, row: str, yes: str, no: str) -> Forecast:
    """The odds of rolling ``number`` or more on one die."""
    good = max(0, min(6, 7 - number))
    results = tuple((name, n) for name, n in ((yes, good), (no, 6 - good)) if n)
    line = OddsLine(attack=1, defence=0, ratio="", row=row, column=f"{number}+", results=results, ways=6)
    return Forecast(((1, line),), "contact")


class AnswerHex(Answer):
    """A hex."""

    name = "card_hex"
    label = say("Choose hex")
    help = say("The card needs a hex. Click a highlighted one.")
    object = "hex"
    what = "hex"


class AnswerUnit(Answer):
    """A unit."""

    name = "card_unit"
    label = say("Choose unit")
    help = say("The card needs a unit. Click a highlighted one.")
    object = "unit"
    what = "unit"


class AnswerCard(Answer):
    """A card of a play area."""

    name = "card_card"
    label = say("Choose card")
    help = say("The card needs another card.")
    object = "choice"
    what = "card"


class _AnswerNobody(Press["TiSeat", "CardQuestion", "TiPlay"]):
    """Choose nothing, if the card allows it."""

    name = "card_nobody"
    label = say("No unit")
    help = say("Choose no unit. The card allows this.")
    rule = "M-05"

    def against(self, seat: TiSeat, step: CardQuestion | None) -> Iterator[Reason]:
        """The card must allow it."""
        if step is not None:
            _, op = present(seat)
            if not word_of(op).may_decline(op, "unit"):
                yield Reason("M-05", say("The card requires you to choose a unit."))

    def do(self, play: TiPlay, step: CardQuestion, action: Action) -> None:
        play.pop()


ANSWER_HEX, ANSWER_UNIT, ANSWER_CARD, NOBODY = AnswerHex(), AnswerUnit(), AnswerCard(), _AnswerNobody()


class CardQuestion(Ask, frozen=True, kw_only=True):
    """The owner of a card chooses what it is used on; the card's run is the step below."""

    who: Side

    def say(self, seat: TiSeat) -> Say:
        """The card's title, and what the op would do."""
        run, op = present(seat)
        card = seat.rules.card(run.card)
        return say("{card}: {says}", card=card.title, says=word_of(op).says(scene(seat), run.who, card, op))


class CardHex(CardQuestion, frozen=True, kw_only=True):
    """A hex is asked for."""

    verbs: ClassVar[tuple[AnyVerb, ...]] = (ANSWER_HEX,)

    def default(self, seat: TiSeat) -> Action | None:
        """The op's preferred hex, else the first."""
        run, op = present(seat)
        found = word_of(op).favourite(scene(seat), run.who, op, run)
        return Action(ANSWER_HEX.name, (), found) if found else super().default(seat)


class CardUnit(CardQuestion, frozen=True, kw_only=True):
    """A unit is asked for."""

    verbs: ClassVar[tuple[AnyVerb, ...]] = (NOBODY, ANSWER_UNIT)


class CardChoice(CardQuestion, frozen=True, kw_only=True):
    """A card of a play area is asked for."""

    verbs: ClassVar[tuple[AnyVerb, ...]] = (ANSWER_CARD,)


QUESTIONS: dict[Kind, type[CardQuestion]] = {"hex": CardHex, "unit": CardUnit, "card": CardChoice}
