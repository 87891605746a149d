"""Strategy cards (TI-CARD): playing them, retrying contact, using cards in play, drawing, and expiry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Noted
from hexbench.engine.forecast import Forecast
from hexbench.engine.values import Action, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.tide_of_iron import acting, casualties, effects
from hexbench.games.tide_of_iron.card_run import CardRun, on_or_more
from hexbench.games.tide_of_iron.card_strikes import take_from_play
from hexbench.games.tide_of_iron.card_words import word_of
from hexbench.games.tide_of_iron.decks import Contact, InPlay
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.decks import Card, Deck


def _who_of(seat: TiSeat, step: Any) -> str:
    """Whose cards are meant: those of the deciding player, else those of the seat."""
    return step.who if step is not None else seat.side or seat.rules.sides[0]


def _phase_of(step: Any) -> str:
    """The kind of card that may be played in a step (TI-CARD-15)."""
    return "action" if step.phase == "turn" else "command"


class CardVerb(Verb["TiSeat", "Any", "TiPlay"]):
    """Base of the card verbs: the subject is one card."""

    subject = "choice"
    paid: ClassVar[bool] = False

    def cards(self, seat: TiSeat, who: str) -> tuple[str, ...]:
        """The cards the verb could be about."""
        raise TypeError(f"{type(self).__name__} does not implement this")

    def against(self, seat: TiSeat, step: Any, who: str, card: Card) -> Iterator[Reason]:
        """Reasons against a card that is in the right place."""
        raise TypeError(f"{type(self).__name__} does not implement this")

    def able(self, seat: TiSeat, step: Any) -> Iterable[str]:
        """The cards that may be used now."""
        return (
            c
            for c in self.cards(seat, step.who)
            if not any(self.against(seat, step, step.who, seat.rules.card(c)))
        )

    def targets(self, seat: TiSeat, step: Any, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose; says the price and what the card would do."""
        if any(self.reasons(seat, step, Action(self.name, subject))):
            return
        card = seat.rules.card(subject[0])
        yield Target(says=(*self.price(card), *told(seat, step.who, card)), rules=self.rules(step))

    def price(self, card: Card) -> tuple[Say, ...]:
        if self.paid:
            return (say("It costs {n} command.", n=card.cost),)
        return (say("It costs an action."),)

    def rules(self, step: Any) -> tuple[str, ...]:
        """The clauses that allow it."""
        raise TypeError(f"{type(self).__name__} does not implement this")

    def reasons(self, seat: TiSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """Every reason against it."""
        if len(action.subject) != 1:
            yield Reason("TI-ACT-19", say("Only one card can be used at a time."))
            return
        card, who = action.subject[0], _who_of(seat, step)
        if not seat.rules.deck_of(card):
            yield seat.rules.missing(f"card {card}")
        elif card not in self.cards(seat, who):
            yield self.absent(seat, who, seat.rules.card(card))
        else:
            yield from self.against(seat, step, who, seat.rules.card(card))

    def absent(self, seat: TiSeat, who: str, card: Card) -> Reason:
        """The reason against a card that is not in the right place."""
        raise TypeError(f"{type(self).__name__} does not implement this")

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The chance of contact."""
        if len(action.subject) != 1 or not seat.rules.deck_of(action.subject[0]):
            return None
        card = seat.rules.card(action.subject[0])
        contact = next((op for op in card.ops if isinstance(op, Contact)), None)
        if contact is None:
            return None
        number = effects.contact_number(seat.rules, seat.s, _who_of(seat, seat.step), card.id, contact.x)
        return on_or_more(number, card.title, "contact", "no contact")


def told(seat: TiSeat, who: str, card: Card) -> tuple[Say, ...]:
    """What a card would do, op by op."""
    sc = scene(seat)
    return tuple(word_of(op).says(sc, who, card, op) for op in card.ops)


class _PlayCard(CardVerb):
    """TI-ACT-19, TI-CMD-15: pay for a face-up card and resolve it."""

    name = "play_card"
    label = say("Play a card")
    help = say("Pay the command cost of a strategy card for this phase and resolve it.")
    paid = True

    def cards(self, seat: TiSeat, who: str) -> tuple[str, ...]:
        """The hand, each card listed once."""
        return tuple(dict.fromkeys(seat.s.hands.get(who, ())))

    def absent(self, seat: TiSeat, who: str, card: Card) -> Reason:
        """The card must be among its owner's face-up cards."""
        return Reason("TI-ACT-19", say("{card} is not among your cards.", card=card.title))

    def rules(self, step: Any) -> tuple[str, ...]:
        """By the phase."""
        return ("TI-ACT-19" if _phase_of(step) == "action" else "TI-CMD-15", "TI-CARD-16")

    def against(self, seat: TiSeat, step: Any, who: str, card: Card) -> Iterator[Reason]:
        """Wrong phase, too expensive, or nothing to use it on."""
        if step is not None and card.phase != _phase_of(step):
            when = say("Action Phase") if card.phase == "action" else say("Command Phase")
            yield Reason(
                "TI-CARD-15", say("{card} can only be used in the {phase}.", card=card.title, phase=when)
            )
        have = seat.s.command.get(who, 0)
        if card.cost > have:
            yield Reason(
                "TI-CARD-16",
                counted(
                    have,
                    say("{card} costs {cost} command; you have 1.", card=card.title, cost=card.cost),
                    say(
                        "{card} costs {cost} command; you have {n}.", card=card.title, cost=card.cost, n=have
                    ),
                ),
            )
        if not card.trigger:
            yield from useless(seat, who, card)

    def do(self, play: TiPlay, step: Any, action: Action) -> None:
        who, card = step.who, play.rules.card(action.subject[0])
        played = _phase_of(step)
        if played == "action":
            acting.spend(play)
        hand = list(play.hands[who])
        hand.remove(card.id)
        play.edit("hands")[who] = tuple(hand)
        rule = "TI-ACT-19" if played == "action" else "TI-CMD-15"
        play.tell(
            Noted(
                rule, say("The {side} player plays {card}.", side=play.rules.side_name(who), card=card.title)
            )
        )
        if card.cost:
            casualties.set_command(play, who, play.command.get(who, 0) - card.cost)
        first = len(card.ops) if card.trigger else 0
        play.push(CardRun(who=who, card=card.id, played=played, next=first))  # type: ignore[arg-type]


def useless(seat: TiSeat, who: str, card: Card) -> Iterator[Reason]:
    """Why a card would have no effect now. Ops after contact are not judged."""
    sc = scene(seat)
    for op in card.ops:
        if isinstance(op, Contact):
            return
        yield from word_of(op).against(sc, who, op)


class _RetryContact(CardVerb):
    """TI-CARD-03: once in each later round a waiting card may try for contact again, as an action (B-CARD-1)."""

    name = "retry_contact"
    barrier = "dice"
    label = say("Try for contact again")
    help = say("Once per round, a waiting card may roll for contact again as an action.")

    def cards(self, seat: TiSeat, who: str) -> tuple[str, ...]:
        """Those that wait."""
        return tuple(dict.fromkeys(c.card for c in seat.s.in_play.get(who, ()) if c.waiting))

    def absent(self, seat: TiSeat, who: str, card: Card) -> Reason:
        """It must wait."""
        return Reason("TI-CARD-03", say("{card} is not waiting for contact.", card=card.title))

    def rules(self, step: Any) -> tuple[str, ...]:
        """The clauses."""
        return ("TI-CARD-03", "TI-ACT-22")

    def against(self, seat: TiSeat, step: Any, who: str, card: Card) -> Iterator[Reason]:
        """Once in a round, and not in that of the first attempt."""
        if waiting(seat.s.in_play.get(who, ()), card.id, seat.s.round) is None:
            yield Reason(
                "B-CARD-1", say("Contact has already been attempted with {card} this round.", card=card.title)
            )

    def do(self, play: TiPlay, step: Any, action: Action) -> None:
        """Another roll; it is paid already (TI-CARD-01)."""
        acting.spend(play)
        found = waiting(play.in_play[step.who], action.subject[0], play.round)
        assert found is not None
        take_from_play(play, step.who, found)
        ops = play.rules.card(found.card).ops
        first = next(i for i, op in enumerate(ops) if isinstance(op, Contact))
        play.push(CardRun(who=step.who, card=found.card, next=first))


def waiting(area: tuple[InPlay, ...], card: str, now: int) -> InPlay | None:
    """A copy of a card that waits for contact and may be tried in round ``now``."""
    return next((c for c in area if c.card == card and c.waiting and c.tried < now), None)


class _UseCard(CardVerb):
    """TI-ACT-22: spend an action on a card in the play area that is used as one."""

    name = "use_card"
    label = say("Use a card in play")
    help = say("Spend an action to use a card in your play area.")

    def cards(self, seat: TiSeat, who: str) -> tuple[str, ...]:
        """Those that are used as an action."""
        area = (c.card for c in seat.s.in_play.get(who, ()) if not c.waiting)
        return tuple(dict.fromkeys(c for c in area if seat.rules.card(c).trigger == "as_action"))

    def absent(self, seat: TiSeat, who: str, card: Card) -> Reason:
        """It must lie there."""
        return Reason(
            "TI-CARD-01", say("{card} is not a card in play that can be used as an action.", card=card.title)
        )

    def rules(self, step: Any) -> tuple[str, ...]:
        """The clauses."""
        return ("TI-ACT-22", "TI-CARD-01")

    def against(self, seat: TiSeat, step: Any, who: str, card: Card) -> Iterator[Reason]:
        """Only as often per round as the card allows, and not without effect."""
        if usable(seat.s.in_play.get(who, ()), card, seat.s.round) is None:
            yield Reason("M-05", say("{card} has already been used this round.", card=card.title))
        yield from useless(seat, who, card)

    def do(self, play: TiPlay, step: Any, action: Action) -> None:
        """Run its ops; no command is paid (TI-CARD-01)."""
        acting.spend(play)
        card = play.rules.card(action.subject[0])
        area = play.in_play[step.who]
        found = usable(area, card, play.round)
        play.edit("in_play")[step.who] = tuple(replace(c, used=play.round) if c is found else c for c in area)
        play.tell(
            Noted(
                "TI-ACT-22",
                say("The {side} player uses {card}.", side=play.rules.side_name(step.who), card=card.title),
            )
        )
        play.push(CardRun(who=step.who, card=card.id, standing=True))


def usable(area: tuple[InPlay, ...], card: Card, now: int) -> InPlay | None:
    """A copy of a card in force that may be used in round ``now``."""
    return next(
        (
            c
            for c in area
            if c.card == card.id and not c.waiting and (not card.uses_per_round or c.used < now)
        ),
        None,
    )


PLAY_CARD, RETRY, USE_CARD = _PlayCard(), _RetryContact(), _UseCard()


# ---- decks -----------------------------------------------------------------------------------------------------------
def full(deck: Deck) -> dict[str, int]:
    """card -> copies in a deck from which nothing has been drawn (TI-SET-04)."""
    return {card.id: card.copies for card in deck.cards}


def draw(play: TiPlay, side: str, deck: str, rule: str) -> Card:
    """Draw the top card of a side's deck face up into its hand; ``rule`` is the clause that requires it (TI-SET-05,
    TI-STA-01). Raises ValueError if the deck is empty.
    """
    key = f"{side}/{deck}"
    left = play.decks.get(key, {})
    total = sum(left.values())
    if not total:
        raise ValueError(f"The deck {key} is empty.")
    order = [card for card, copies in left.items() for _ in range(copies)]
    found = order[play.number(say("A card from {deck}", deck=deck), total) - 1]
    play.edit("decks")[key] = {c: k - (c == found) for c, k in left.items() if k > (c == found)}
    play.edit("hands")[side] = (*play.hands.get(side, ()), found)
    card = play.rules.card(found)
    text = say("The {side} player draws {card}.", side=play.rules.side_name(side), card=card.title)
    play.tell(Noted(rule, text))
    return card


def expire(play: TiPlay) -> None:
    """Status Phase: remove expired cards and modifications (TI-STA-09, TI-CARD-01)."""
    for side in play.rules.sides:
        for card in play.in_play.get(side, ()):
            if card.expires and card.expires <= play.round:
                take_from_play(play, side, card)
                title = play.rules.card(card.card).title
                play.tell(Noted("TI-STA-09", say("{card} leaves the game.", card=title)))
    lasting = tuple(e for e in play.effects if not (e.expires and e.expires <= play.round))
    if len(lasting) < len(play.effects):
        play.set(effects=lasting)
