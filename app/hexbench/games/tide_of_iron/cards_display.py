"""The cards as panels: both hands and play areas, which are public, the decks, and the operations cards of the scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.display import Card as Shown
from hexbench.engine.display import Cards, Fact, Facts, Panel, Points, Pool
from hexbench.engine.values import Say, say
from hexbench.games.tide_of_iron import operations
from hexbench.games.tide_of_iron.card_squads import described
from hexbench.games.tide_of_iron.cards import PLAY_CARD, RETRY, USE_CARD, told
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
    usable = {offer.verb: offer.subjects for offer in seat.prompt.offers}
    for side in order:
        mine = usable if seat.decides and side == seat.prompt.side else {}
        yield Cards(
            key=f"hand.{side}",
            title=say("Cards of the {side}s", side=seat.rules.side_name(side)),
            cards=tuple(
                _card(seat, side, card, PLAY_CARD.name in mine and card in mine[PLAY_CARD.name])
                for card in seat.s.hands.get(side, ())
            ),
            side=side,
        )
    for side in order:
        lying = seat.s.in_play.get(side, ())
        if lying:
            mine = usable if seat.decides and side == seat.prompt.side else {}
            ready = (*mine.get(RETRY.name, ()), *mine.get(USE_CARD.name, ()))
            yield Cards(
                key=f"in_play.{side}",
                title=say("In play: {side}", side=seat.rules.side_name(side)),
                cards=tuple(_lying(seat, side, card, card.card in ready) for card in lying),
                side=side,
            )
    decks = tuple(_decks(seat, order))
    if decks:
        yield Pool(key="decks", title=say("Decks"), heaps=decks, rule="TI-SET-04")
    rules = tuple(_standing(seat))
    if rules:
        yield Facts(say("Operations cards"), rules)
    changes = tuple(_changes(seat))
    if changes:
        yield Facts(say("Changes by cards"), changes)


def _card(seat: TiSeat, side: str, key: str, usable: bool) -> Shown:
    card = seat.rules.card(key)
    return Shown(
        key, say("{card}", card=card.title), text_of(seat, side, card), f"{card.cost} command", usable
    )


def _lying(seat: TiSeat, side: str, lying: InPlay, usable: bool) -> Shown:
    card = seat.rules.card(lying.card)
    if lying.waiting:
        title = say("{card} (waits for contact)", card=card.title)
    elif lying.expires:
        title = say("{card} (until the end of round {n})", card=card.title, n=lying.expires)
    else:
        title = say("{card}", card=card.title)
    return Shown(lying.card, title, text_of(seat, side, card), "", usable)


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


def _decks(seat: TiSeat, order: tuple[str, ...]) -> Iterator[Points]:
    for side in order:
        for deck in seat.rules.tables.decks:
            left = seat.s.decks.get(f"{side}/{deck.id}")
            if left is not None:
                n = sum(left.values())
                whole = sum(card.copies for card in deck.cards)
                yield Points(f"{side}/{deck.id}", say("{deck}", deck=deck.name), n, whole - n, side)


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
        return say("Nothing is seen farther than {n} hexes away.", n=op.value)
    if isinstance(op, FogRoll):
        now = seat.s.sight_limit
        rolled = say("now {n} hexes", n=now) if now else say("now without limit")
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
