"""The cards as panels: both hands and play areas, which are public, and what is in force: the operations cards of the
scenario, changes by cards, the decks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Card as Shown
from hexbench.engine.display import Cards, Choice, Fact, Facts, Panel, Pile
from hexbench.engine.values import Action, Say, counted, say
from hexbench.games.tide_of_iron import operations
from hexbench.games.tide_of_iron.card_squads import described
from hexbench.games.tide_of_iron.cards import PLAY_CARD, RETRY, USE_CARD, CardVerb, told
from hexbench.games.tide_of_iron.decks import (
    FogRoll,
    Forbid,
    InPlay,
    Limit,
    Modify,
    Operation,
    Setup,
    Standing,
    TerrainOverride,
)

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.decks import Card
    from hexbench.games.tide_of_iron.hands import TiSeat


def panels(seat: TiSeat) -> Iterator[Panel]:
    """Everything about cards, the viewer's own side first."""
    own = seat.side or seat.rules.sides[0]
    order = (own, *(side for side in seat.rules.sides if side != own))
    for side in order:
        mine = seat.decides and side == seat.prompt.side
        held = (_card(seat, side, card, mine=mine) for card in seat.s.hands.get(side, ()))
        lying = (_lying(seat, side, card, mine=mine) for card in seat.s.in_play.get(side, ()))
        yield Cards(
            key=f"hand.{side}",
            title=say("{side} cards", side=seat.rules.side_name(side)),
            cards=(*held, *lying),
            side=side,
        )
    yield Facts(say("In force"), (*_standing(seat), *_changes(seat), *_decks(seat, order)))


def _card(seat: TiSeat, side: str, key: str, *, mine: bool) -> Shown:
    card = seat.rules.card(key)
    found = choices(seat, key, PLAY_CARD) if mine else ()
    title = say("{card}", card=card.title)
    return Shown(key, title, text_of(seat, side, card), str(card.cost), bool(found), found)


def _lying(seat: TiSeat, side: str, lying: InPlay, *, mine: bool) -> Shown:
    card = seat.rules.card(lying.card)
    found: tuple[Choice, ...] = ()
    if lying.waiting:
        title = say("{card} (waits for contact)", card=card.title)
        found = choices(seat, lying.card, RETRY) if mine else ()
    else:
        title = say("{card} (in play)", card=card.title)
        if lying.expires:
            title = say("{card} (in play until the end of round {n})", card=card.title, n=lying.expires)
        found = choices(seat, lying.card, USE_CARD) if mine else ()
    return Shown(lying.card, title, text_of(seat, side, card), "", bool(found), found)


def choices(seat: TiSeat, card: str, verb: CardVerb) -> tuple[Choice, ...]:
    """The button that uses a card, when it may be used now; its help tells the price and the chance of contact."""
    offer = next((o for o in seat.prompt.offers if o.verb == verb.name), None)
    if offer is None or card not in offer.subjects:
        return ()
    action = Action(verb.name, (card,))
    help_ = next((t.says[0] for t in seat.targets(verb.name, (card,)) if t.says), Say(""))
    ahead = seat.forecast(action)
    if ahead is not None:
        chance = dict(ahead.chances()).get("contact", 0.0)
        help_ = say("{help} {n} % for contact.", help=help_, n=round(100 * chance))
    return (Choice(_BUTTONS[verb.name], action, help_, main=True),)


_BUTTONS: Final = {
    PLAY_CARD.name: say("Play this card"),
    RETRY.name: say("Try for contact"),
    USE_CARD.name: say("Use this card"),
}


def text_of(seat: TiSeat, side: str, card: Card) -> Say:
    """Phase, then what it does, op by op; the + symbol at the end."""
    phase = say("Action Phase.") if card.phase == "action" else say("Command Phase.")
    sentences = [phase, *told(seat, side, card)]
    if card.trigger:
        sentences.append(say("Stays; once in a round an action may be spent on it."))
    elif card.persistent:
        sentences.append(say("Stays in play."))
    if card.plus:
        sentences.append(say("+ another card may be drawn."))
    out = sentences[0]
    for sentence in sentences[1:]:
        out = say("{a} {b}", a=out, b=sentence)
    return out


def piles(seat: TiSeat) -> tuple[Pile, ...]:
    """TI-SET-04: the strategy decks of both sides; cards lie open once drawn (TI-SET-05), so what is left is no secret."""
    found: list[Pile] = []
    for side in seat.rules.sides:
        for deck in seat.rules.tables.decks:
            left = seat.s.decks.get(f"{side}/{deck.id}")
            if left is None:
                continue
            title = say("{side} deck: {deck}", side=seat.rules.side_name(side), deck=deck.name)
            cards = tuple(
                (_card(seat, side, card.id, mine=False), left[card.id])
                for card in deck.cards
                if left.get(card.id)
            )
            found.append(Pile(f"{side}.{deck.id}", title, cards, open=True, side=side))
    return tuple(found)


def _decks(seat: TiSeat, order: tuple[str, ...]) -> Iterator[Fact]:
    """TI-SET-04: what is left to draw."""
    for side in order:
        for deck in seat.rules.tables.decks:
            left = seat.s.decks.get(f"{side}/{deck.id}")
            if left is not None:
                whole = sum(card.copies for card in deck.cards)
                yield Fact(
                    say("{side} deck: {deck}", side=seat.rules.side_name(side), deck=deck.name),
                    say("{n} of {whole} cards left", n=sum(left.values()), whole=whole),
                    ("TI-SET-04",),
                )


def _standing(seat: TiSeat) -> Iterator[Fact]:
    shown: dict[str, list[str]] = {}
    cards: dict[str, Operation] = {}
    for side in seat.rules.sides:
        for card in operations.dealt(seat.rules, seat.s, side):
            cards[card.id] = card
            shown.setdefault(card.id, []).append(seat.rules.side_name(side))
    for key, sides in shown.items():
        card = cards[key]
        over = bool(card.rounds) and seat.s.round not in card.rounds
        for op in card.ops:
            text = say("{says} ({sides})", says=standing(seat, op), sides=", ".join(sides))
            if over:
                text = say("{says} Not in this round.", says=text)
            yield Fact(say("{card}", card=card.title), text, ("M-06", "TI-SET-06"))


def standing(seat: TiSeat, op: Standing) -> Say:
    """What a standing rule does."""
    if isinstance(op, Modify):
        return described(op)
    if isinstance(op, Limit):
        return counted(
            op.value,
            say("Nothing is seen farther than 1 hex away."),
            say("Nothing is seen farther than {n} hexes away.", n=op.value),
        )
    if isinstance(op, FogRoll):
        now = seat.s.sight_limit
        rolled = (
            counted(now, say("now 1 hex"), say("now {n} hexes", n=now)) if now else say("now without limit")
        )
        return say("How far is seen is rolled for in each Action Phase: {now}.", now=rolled)
    if isinstance(op, TerrainOverride):
        title = seat.rules.tables.terrain[op.terrain].title
        return say(
            "{terrain}: squads {squad} MP, vehicles {vehicle} MP.",
            terrain=title,
            squad="-" if op.squad is None else op.squad,
            vehicle="-" if op.vehicle is None else op.vehicle,
        )
    if isinstance(op, Forbid):
        return say("Nobody digs entrenchments.")
    assert isinstance(op, Setup)
    return say("Squads may start inside fortifications.")


def _changes(seat: TiSeat) -> Iterator[Fact]:
    for effect in seat.s.effects:
        names = ", ".join(str(seat.rules.title(seat.s.units[x])) for x in effect.units if x in seat.s.units)
        hexes = tuple(u.at for x in effect.units if (u := seat.s.units.get(x)) is not None and u.on_map)
        title = seat.rules.card(effect.card).title
        text = described(effect.change)
        if names:
            text = say("{says} {units}", says=text, units=names)
        yield Fact(say("{card}", card=title), text, ("M-05",), hexes)
