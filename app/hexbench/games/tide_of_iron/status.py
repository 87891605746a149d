"""The Status Phase (C.7): cards, tokens and conditions, op fire, transfers, reinforcements, the round marker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import PhaseBegan, UnitPlaced, UnitRemoved
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Choose
from hexbench.games.tide_of_iron import casualties, checklist, concealment
from hexbench.games.tide_of_iron.acting import DONE, Stage, in_order
from hexbench.games.tide_of_iron.opfire import SetOpFire
from hexbench.games.tide_of_iron.pieces import FIGURES, LOST, SQUAD, TRAYS, due_round
from hexbench.games.tide_of_iron.placing import FORFEIT, PLACE, PLACE_REST, Placing, lose
from hexbench.games.tide_of_iron.seat import TiPlay
from hexbench.games.tide_of_iron.setup_build import fill, no_room
from hexbench.games.tide_of_iron.setup_phase import reveal
from hexbench.games.tide_of_iron.strength import leads
from hexbench.games.tide_of_iron.waves import zone_name

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiBoard, TiSeat


# Status step 1: each player draws a strategy card (TI-STA-01 to TI-STA-03).


def stocked(s: Position, side: str) -> tuple[str, ...]:
    """The decks of a side that still hold cards (B-CARD-5)."""
    ours = (key.split("/", 1) for key, left in s.decks.items() if any(left.values()))
    return tuple(deck for owner, deck in ours if owner == side)


class Draw(Choose["TiSeat", "DrawCard", "TiPlay"]):
    """Draw the top card of a deck."""

    name = "draw"
    barrier = "dice"
    label = say("Draw a card")
    help = say("Draw the top card of a deck into your hand.")
    rule = "TI-STA-01"

    def choices(self, seat: TiSeat, step: DrawCard) -> Sequence[Target]:
        """The decks that are not empty."""
        return [Target(deck, rules=(step.drawn_by,)) for deck in stocked(seat.s, step.who)]

    def unfit(self, seat: TiSeat, step: DrawCard | None, key: str) -> Iterator[Reason]:
        """Not a deck of this side, or an empty one."""
        if step is None:
            return
        if f"{step.who}/{key}" not in seat.s.decks:
            yield Reason("TI-STA-01", say("There is no such deck: {deck}.", deck=key or "-"))
        elif key not in stocked(seat.s, step.who):
            yield Reason("B-CARD-5", say("That deck is empty."))

    def do(self, play: TiPlay, step: DrawCard, action: Action) -> None:
        """Draw a card; after a first card with the + symbol, one more may be drawn at once."""
        from hexbench.games.tide_of_iron import cards

        card = cards.draw(play, step.who, action.object, step.drawn_by)
        play.pop()
        if not step.second and card.plus and stocked(play, step.who):
            play.push(DrawCard(who=step.who, second=True))


_DRAW = Draw()


class DrawCard(Stage, frozen=True, kw_only=True):
    """Draw a card; ``second``: optionally draw another, because the first had the + symbol."""

    second: bool = False
    phase: ClassVar[str] = "draw_card"
    rule: ClassVar[str] = "TI-STA-01"
    auto: ClassVar[bool] = True
    verbs: ClassVar[tuple[AnyVerb, ...]] = (_DRAW, DONE)

    @property
    def drawn_by(self) -> str:
        """The clause by which the card is drawn."""
        return "TI-STA-02" if self.second else "TI-STA-01"

    def say(self, seat: TiSeat) -> Say:
        side = seat.rules.side_name(self.who)
        if self.second:
            return say("{side}: the card has a + symbol. Draw another one?", side=side)
        return say("{side}: draw a card from a deck.", side=side)

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """The first card must be drawn while there is one."""
        if not self.second and stocked(seat.s, self.who):
            yield Reason("TI-STA-01", say("You must draw a card."))

    def enders(self, seat: TiSeat) -> Iterable[AnyVerb]:
        """Only the second card may be declined."""
        return (DONE,) if self.second else ()

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        return checklist.second_card(seat)

    def default(self, seat: TiSeat) -> Action | None:
        """A card from the first deck that has one; never no card."""
        decks = stocked(seat.s, self.who)
        return Action("draw", object=decks[0]) if decks else Action("done")


# Status step 5: reinforcements arrive in their zone (TI-RIF).


class Reinforce(Placing, frozen=True, kw_only=True):
    """Place ``units``, which wait in the tray of ``who``, in the zone of that name (hexes marked R)."""

    units: tuple[str, ...]
    zone_name: str
    phase: ClassVar[str] = "reinforce"
    rule: ClassVar[str] = "TI-RIF-03"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (PLACE, PLACE_REST, FORFEIT, DONE)

    def zone(self, s: Position) -> tuple[str, ...]:
        return s.mission.zones.get(self.zone_name, ())

    def mine(self, s: Position) -> tuple[str, ...]:
        """The units still waiting: placed units stay where they are."""
        return tuple(x for x in self.units if s.units[x].at == TRAYS[self.who])

    def put(self, play: TiPlay, uid: str, at: str, how: str) -> None:
        """Place it, and check concealment (B-CNC-2)."""
        play.put(uid, at=at)
        play.tell(UnitPlaced(uid, at))
        reveal(play)

    def say(self, seat: TiSeat) -> Say:
        """Whose, and how many are left."""
        n, side = len(self.left(seat.s)), seat.rules.side_name(self.who)
        if not n:
            return say("{side}: all reinforcements have been placed.", side=side)
        if n == 1:
            return say("{side}: place your reinforcements. One is left.", side=side)
        return say("{side}: place your reinforcements. {n} are left.", side=side, n=n)

    def finish(self, play: TiPlay) -> None:
        """Units that could not be placed are lost (TI-RIF-06)."""
        for uid in self.left(play):
            lose(play, uid)
        play.pop()


def arrive(play: TiPlay) -> None:
    """Put the reinforcements of this round in the trays; each side places its own, the holder of the initiative
    first. Units due in an earlier round that an umpire has skipped arrive too.

    In the last round no reinforcements arrive (B-WIN-1).
    """
    if play.round >= play.mission.rounds:
        return
    steps: list[Reinforce] = []
    for side in in_order(play):
        zones: dict[str, list[str]] = {}
        for uid, unit in list(play.units.items()):
            if unit.at.startswith(f"#due/{side}/") and due_round(unit.at) <= play.round:
                zones.setdefault(zone_name(play.mission, uid, unit), []).append(uid)
                play.put(uid, at=TRAYS[side])
                play.tell(UnitPlaced(uid, TRAYS[side]))
        steps += [Reinforce(who=side, units=tuple(units), zone_name=name) for name, units in zones.items()]
    play.push(*steps)


# Status step 4: transfer of figures between squads in a hex (TI-STA-13 to TI-STA-19).


def closed(rules: TiRules, unit: Unit) -> Iterator[Reason]:
    """Why a squad can neither give nor receive figures."""
    name = rules.title(unit)
    if unit.specialization:
        yield Reason("TI-STA-14", say("{unit} is specialized.", unit=name), unit.spot)
    if unit.condition:
        yield Reason("TI-STA-16", say("{unit} is pinned or disrupted.", unit=name), unit.spot)
    if unit.inside:
        yield Reason("TI-STA-17", say("{unit} is in a vehicle.", unit=name))
    if unit.shelter:
        yield Reason("TI-STA-18", say("{unit} is in a fortification.", unit=name), unit.spot)


def mates(s: Position, board: TiBoard, uid: str) -> tuple[str, ...]:
    """The other squads of the side in its hex."""
    unit = s.units[uid]
    return tuple(
        x
        for x in board.units_at(unit.at)
        if x != uid and s.units[x].side == unit.side and s.units[x].type == SQUAD
    )


class _TransferFigure(Verb["TiSeat", "Transfer", "TiPlay"]):
    """Transfer one figure, of kind ``how``, between squads in the same hex."""

    name = "transfer"
    label = say("Transfer a figure")
    help = say("Move a figure from one squad to another in the same hex.")
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
        """Every squad that can receive, with every figure it has room for."""
        unit = seat.s.units.get(subject[0]) if len(subject) == 1 else None
        if unit is None or unit.side != step.who or unit.type != SQUAD or not unit.on_map:
            return
        for other in mates(seat.s, seat.board, subject[0]):
            for kind in unit.figures:
                if not any(self.reasons(seat, step, Action(self.name, subject, other, kind))):
                    yield Target(other, kind, rules=("TI-STA-13",))

    def reasons(self, seat: TiSeat, step: Transfer | None, action: Action) -> Iterator[Reason]:
        """Every reason against the transfer."""
        s, rules = seat.s, seat.rules
        giver = s.units.get(action.subject[0]) if len(action.subject) == 1 else None
        taker = s.units.get(action.object)
        if giver is None or taker is None or not giver.squad or not taker.squad:
            yield Reason(
                "TI-STA-13", say("Select the squad that gives the figure and the squad that receives it.")
            )
            return
        if giver is taker:
            yield Reason("TI-STA-13", say("A squad can only give figures to another squad."))
            return
        for unit in (giver, taker):
            if step is not None and unit.side != step.who:
                name = rules.title(unit)
                yield Reason("TI-STA-13", say("{unit} belongs to the other side.", unit=name))
            yield from closed(rules, unit)
        if giver.side != taker.side:
            return
        if giver.at != taker.at:
            yield Reason("TI-STA-13", say("The squads are not in the same hex."), (*giver.spot, *taker.spot))
        if action.how in rules.tables.specializations:
            text = say("Specialization tokens cannot be transferred.")
            yield Reason("TI-STA-15", text, giver.spot)
        elif action.how not in giver.figures:
            yield Reason("TI-STA-13", say("{unit} has no such figure.", unit=rules.title(giver)), giver.spot)
        elif not taker.specialization:
            yield from no_room(rules, taker, action.how)

    def do(self, play: TiPlay, step: Transfer, action: Action) -> None:
        """Transfer the figure; an empty base is removed (TI-STA-19)."""
        giver, taker, kind = action.subject[0], action.object, action.how
        figures = play.units[giver].figures
        left = {**figures, kind: figures[kind] - 1}
        got = play.units[taker].figures
        fill(play, taker, {**got, kind: got.get(kind, 0) + 1})
        fill(play, giver, left)
        if not play.units[giver].figures:
            play.put(giver, at=LOST, token="", concealed=False)
            concealment.keep(play, giver)
            play.tell(UnitRemoved(giver, LOST))


_TRANSFER = _TransferFigure()


class Transfer(Stage, frozen=True, kw_only=True):
    """Move figures between squads of a hex, any number."""

    phase: ClassVar[str] = "transfer"
    rule: ClassVar[str] = "TI-STA-13"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (_TRANSFER, DONE)

    def say(self, seat: TiSeat) -> Say:
        side = seat.rules.side_name(self.who)
        return say("{side}: figures may be transferred between squads in the same hex.", side=side)

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Figures that could be transferred."""
        return checklist.transfer_left(seat, self)

    def default(self, seat: TiSeat) -> Action | None:
        """Leave them as they are."""
        return Action("done")


def able(play: TiPlay, side: str) -> bool:
    """Whether two squads of a side are in the same hex, so that there may be something to transfer."""
    count: dict[str, int] = {}
    for unit in play.units.values():
        if unit.side == side and unit.type == SQUAD and unit.on_map:
            count[unit.at] = count.get(unit.at, 0) + 1
    return any(n > 1 for n in count.values())


def draw(play: TiPlay, step: StatusPhase) -> None:
    """D1, TI-STA-01: one card for each player who has a card left to draw."""
    play.tell(PhaseBegan("status", None, say("Status Phase of round {n}", n=play.round)))
    play.push(*(DrawCard(who=side) for side in in_order(play) if stocked(play, side)))


# ---- 2: removal of tokens --------------------------------------------------------------------------------------------
def remove(play: TiPlay, step: StatusPhase) -> None:
    """D2: remove activation tokens, conditions, smoke and expired cards."""
    _clear_tokens(play)
    recover(play)
    _clear_smoke(play)
    _cards().expire(play)
    reveal(play)


def _cards() -> ModuleType:
    """The cards module, imported late because it depends on the phases."""
    from hexbench.games.tide_of_iron import cards

    return cards


def _clear_tokens(play: TiPlay) -> None:
    """TI-STA-04: every unit becomes fresh, including those in vehicles."""
    for uid, unit in tuple(play.units.items()):
        if unit.fired_at:
            play.put(uid, fired_at=())
        casualties.set_token(play, uid, "")


def recover(play: TiPlay) -> None:
    """TI-STA-05 to TI-STA-08: pinned squads recover; disrupted squads become pinned or, with an officer, recover.

    Simultaneous: an officer whose squad recovers only now does not count, if the option requires steady officers (B-CON-1).
    """
    beside = {uid for uid, unit in play.units.items() if unit.condition and led(play.rules, play, uid)}
    for uid, unit in tuple(play.units.items()):
        if unit.condition == "pinned" or (unit.condition == "disrupted" and uid in beside):
            casualties.set_condition(play, uid, "")
        elif unit.condition == "disrupted":
            casualties.set_condition(play, uid, "pinned")


def led(rules: TiRules, play: Position, uid: str) -> bool:
    """Whether an officer of its side is in a squad's hex, in the same or another squad, but not in a vehicle (TI-STA-07,
    B-CON-1).
    """
    unit = play.units[uid]
    return unit.on_map and any(
        u.at == unit.at and u.side == unit.side and leads(rules, u) for u in play.units.values()
    )


def _clear_smoke(play: TiPlay) -> None:
    """TI-STA-09, TI-SMK-09."""
    for hex_, works in tuple(play.works.items()):
        if works.smoke:
            casualties.set_works(play, hex_, replace(works, smoke=False))


# ---- 3 to 5 ----------------------------------------------------------------------------------------------------------
def op_fire(play: TiPlay, step: StatusPhase) -> None:
    """D3, TI-STA-10."""
    play.push(*(SetOpFire(who=side) for side in in_order(play)))


def transfer(play: TiPlay, step: StatusPhase) -> None:
    """D4: ask each side that has several squads in a hex."""
    play.push(*(Transfer(who=side) for side in in_order(play) if able(play, side)))


def reinforcements(play: TiPlay, step: StatusPhase) -> None:
    """D5, TI-RIF-01."""
    arrive(play)


def close(play: TiPlay, step: StatusPhase) -> None:
    """D6: reveal concealed squads adjacent to enemies as the phase closes (TI-CNC-08)."""
    if any(unit.concealed for unit in play.units.values()):
        concealment.close_status(play)


class StatusPhase(Script, frozen=True, kw_only=True):
    """TI-SEQ-13: the steps; Campaign advances the round marker."""

    phase: ClassVar[str] = "status"
    stages: ClassVar[tuple[Callable[[TiPlay, StatusPhase], None], ...]] = (
        draw,
        remove,
        op_fire,
        transfer,
        reinforcements,
        close,
    )
