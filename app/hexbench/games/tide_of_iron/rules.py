"""Tide of Iron bound to a map: the rules object that ties the chapters together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, Problem, Say, Value, Verdict, say
from hexbench.games.tide_of_iron import actions, cards, concealment
from hexbench.games.tide_of_iron.board import TiBoard
from hexbench.games.tide_of_iron.decks import Card, Operation
from hexbench.games.tide_of_iron.hands import TiPlay
from hexbench.games.tide_of_iron.pieces import SIDES, Unit
from hexbench.games.tide_of_iron.seat import TiSeat
from hexbench.games.tide_of_iron.sequence import VERBS
from hexbench.games.tide_of_iron.state import TideOfIron
from hexbench.games.tide_of_iron.tables import Tables, Vehicle

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.documents.fields import EditableField
    from hexbench.games.tide_of_iron.setup import Scenario


class Options(Value, frozen=True, kw_only=True):
    """The choices of one game; each default is a ruling of the ledger."""

    concealment: Annotated[
        Literal["text", "hidden"],
        msgspec.Meta(
            title="Concealed squads",
            description="text: the squad is seen but cannot be fired at. hidden: the other side sees only that somebody is there.",
        ),
    ] = "text"
    los_graze: Annotated[
        Literal["pair", "global"],
        msgspec.Meta(
            title="Lines along hexsides (B-LOS-2)",
            description="Whether obstacles on either side add up over the whole line.",
        ),
    ] = "pair"
    los_low_bt: Annotated[
        Literal["top", "blocks"],
        msgspec.Meta(
            title="Low woods between high units (B-LOS-6)",
            description="Whether blocking terrain below both units blocks.",
        ),
    ] = "top"
    los_tall: Annotated[
        Literal["blocks", "blind"],
        msgspec.Meta(
            title="Obstacles above the higher unit (B-LOS-9)",
            description="Whether they block outright or blind only.",
        ),
    ] = "blocks"
    assault_forts: Annotated[
        Literal["sum", "best"],
        msgspec.Meta(
            title="Fortifications in an assault (B-ATK-4)",
            description="Whether all count or only the largest.",
        ),
    ] = "sum"
    initiative_status: Annotated[
        Literal["new", "old"],
        msgspec.Meta(
            title="Initiative in the Status Phase (B-CMD-6)",
            description="Who holds it: the new holder or the old one.",
        ),
    ] = "new"


class TiRules(Rules[TideOfIron, Options, Tables]):
    """One per map, tables and options; shared by every position of a game."""

    key: ClassVar = "tide_of_iron"
    sides: ClassVar = SIDES
    state_type: ClassVar = TideOfIron
    play_type: ClassVar = TiPlay
    seat_type: ClassVar = TiSeat
    all_verbs: ClassVar = (*VERBS, *cards.ALL_VERBS, *actions.Turn.verbs)
    sequence_rule: ClassVar = "TI-SEQ-01"

    def __init__(self, atlas: Atlas, tables: Tables, options: Options) -> None:
        super().__init__(atlas, tables, options)
        self.kept: dict[str, Any] = {}
        """What has been worked out for this map and need not be worked out again."""
        self._titles: dict[str, Say] = {}
        self._cards = {card.id: (deck.id, card) for deck in tables.decks for card in deck.cards}
        self._operations = {card.id: card for card in tables.operations}

    # ---- words
    def side_name(self, side: str) -> str:
        """American or German."""
        return {"american": "American", "german": "German"}[side]

    def title(self, unit: Unit) -> Say:
        """A unit as sentences name it."""
        name = unit.name or unit.type
        found = self._titles.get(name)
        if found is None:
            found = self._titles[name] = say("{name}", name=name)
        return found

    # ---- cards
    def card(self, key: str) -> Card:
        """A strategy card. Raises KeyError."""
        return self._cards[key][1]

    def deck_of(self, card: str) -> str:
        """The deck a card belongs to; an empty string for no card of ours."""
        found = self._cards.get(card)
        return found[0] if found else ""

    def operation(self, key: str) -> Operation:
        """An operations card. Raises KeyError."""
        return self._operations[key]

    # ---- units
    def vehicle(self, unit: Unit) -> Vehicle:
        """The printed values of a vehicle."""
        return self.tables.nations[unit.side].vehicles[unit.type]

    def unit_class(self, unit: Unit) -> str:
        """squad, light_vehicle or heavy_vehicle (TI-UNIT-14)."""
        return "squad" if unit.squad else f"{self.vehicle(unit).weight}_vehicle"

    def seat_of(self, play: TiPlay, side: str | None) -> TiSeat:
        """A seat on a position being changed, for the engine's own choices."""
        state = replace(play.state, units=play.units, stack=tuple(play.stack), **play._fields)
        self.keep(state, play.board)
        seat: TiSeat = self.seat(state, side)
        return seat

    # ---- the contract
    def begin(self, scenario: Scenario, seed: int) -> TideOfIron:
        """The box as it is opened (C.1, S1)."""
        from hexbench.games.tide_of_iron import sequence, setup

        return replace(setup.begin(self, scenario, seed), stack=sequence.stack_at("set_up"))

    def enter(self, state: TideOfIron, phase: str) -> TideOfIron:
        """The position at the start of a phase."""
        from hexbench.games.tide_of_iron import sequence

        return replace(state, stack=sequence.stack_at(phase))

    def hide(self, state: TideOfIron, side: str) -> TideOfIron:
        """What ``side`` may know: concealed squads of the other side are handles, when concealment hides."""
        return concealment.hide(self, state, side) if state.handles else state

    def secret(self, state: TideOfIron) -> bool:
        """Only who is concealed is worth leaving the seat for: the rest of a way and a draft are seen in a moment."""
        return bool(state.handles) and super().secret(state)

    def view(self, state: TideOfIron, side: str | None) -> TideOfIron:
        """What ``side`` may know, the stack too."""
        seen = super().view(state, side)
        if side is not None and state.handles:
            seen = replace(seen, stack=concealment.mask(state, side, seen.stack))
        return seen

    def imagine(self, view: TideOfIron, side: str, number: Callable[[int], int]) -> TideOfIron:
        """A whole world that looks like ``view``."""
        from hexbench.games.tide_of_iron import imagining

        world = imagining.drafts(self, concealment.imagine(self, view, side, number), side, number)
        return replace(world, dice=Dice(seed=number(2**31)))

    def make_board(self, state: Any) -> TiBoard:
        """Who stands where."""
        return TiBoard(state.units)

    def audit(self, state: TideOfIron) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        from hexbench.games.tide_of_iron import audit

        return tuple(audit.problems(self, state))

    def editable(self, state: TideOfIron) -> tuple[EditableField, ...]:
        """What the umpire's hand may change."""
        from hexbench.games.tide_of_iron import umpire

        return umpire.editable(self, state)

    def boxes(self, state: TideOfIron) -> tuple[str, ...]:
        """Where units may lie beside the map."""
        from hexbench.games.tide_of_iron import umpire

        return umpire.boxes(state)

    def amended(self, play: TiPlay, action: Action) -> None:
        """What hangs on it."""
        from hexbench.games.tide_of_iron import umpire

        umpire.amended(play, action)

    def verdict(self, state: TideOfIron) -> Verdict:
        """How it stands (TI-WIN-02)."""
        from hexbench.games.tide_of_iron import victory

        return victory.verdict(self, state)
