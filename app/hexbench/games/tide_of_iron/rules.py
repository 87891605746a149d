"""Tide of Iron bound to a map: the rules object that ties the modules together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from hexbench.engine import parity
from hexbench.engine.options import rule, ruling
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice, verbs_of
from hexbench.engine.values import Problem, Say, Value, Verdict
from hexbench.games.tide_of_iron import concealment, firing, opfire, sequence
from hexbench.games.tide_of_iron.assault import AssaultDraft
from hexbench.games.tide_of_iron.attack_draft import AttackDraft
from hexbench.games.tide_of_iron.decks import Card, Operation
from hexbench.games.tide_of_iron.fields import TiHand
from hexbench.games.tide_of_iron.opfire import Window
from hexbench.games.tide_of_iron.pieces import DESTROYED, HANDLE, LOST, SIDES, Unit
from hexbench.games.tide_of_iron.seat import TiBoard, TiPlay, TiSeat
from hexbench.games.tide_of_iron.state import TideOfIron
from hexbench.games.tide_of_iron.strength import Aim, Part, scene
from hexbench.games.tide_of_iron.tables import Tables, Vehicle
from hexbench.games.tide_of_iron.volley import best_figures

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.tide_of_iron.setup import Scenario


class Options(Value, frozen=True, kw_only=True):
    """The choices of one game; each default is a ruling of the ledger."""

    concealment: Annotated[
        Literal["text", "hidden"],
        rule(
            "Visibility of concealed squads",
            ("TI-CNC-02",),
            text="Both sides see the squad, but it cannot be fired at.",
            hidden="The other side sees only that a squad is there.",
            why="On the table both players see the figures; only a program can hide them.",
        ),
    ] = "text"
    los_graze: Annotated[
        Literal["pair", "global"],
        ruling(
            "A line of sight along hexsides with obstacles on both sides",
            ("TI-LOS-05", "B-LOS-2"),
            pair="It is blocked where both hexes of the same hexside obstruct it.",
            global_=(
                "It is blocked if there is an obstacle anywhere on the left and another "
                "anywhere on the right."
            ),
            why=(
                "At each hexside the line passes between two hexes; where one of them is "
                "open, a unit can see past the other."
            ),
        ),
    ] = "pair"
    los_low_bt: Annotated[
        Literal["top", "blocks"],
        ruling(
            "Low woods between two units on hills",
            ("TI-LOS-09", "B-LOS-6"),
            top=("Units at the same level see over woods, buildings and smoke whose top is not above them."),
            blocks="Woods, buildings and smoke block wherever they are.",
            why="Levels are heights: a wood at the foot of two hills does not rise above them.",
        ),
    ] = "top"
    los_tall: Annotated[
        Literal["blocks", "blind"],
        ruling(
            "An obstacle taller than the higher unit",
            ("TI-LOS-13", "B-LOS-9"),
            blocks="It blocks the line wherever it is.",
            blind="It only makes the hexes behind it blind, as a lower obstacle does.",
            why="A unit cannot see over an obstacle that is higher than itself.",
        ),
    ] = "blocks"
    assault_forts: Annotated[
        Literal["sum", "best"],
        ruling(
            "Defenders in several fortifications in an assault",
            ("TI-ASL-15", "B-ATK-4"),
            sum="Every fortification occupied by a defending squad adds its cover.",
            best="Only the highest cover counts.",
            why="Each squad defends from its own fortification, and all strengths are added together.",
        ),
    ] = "sum"
    initiative_status: Annotated[
        Literal["new", "old"],
        ruling(
            "Who holds the initiative in the Status Phase after the token has changed hands",
            ("TI-CMD-20", "B-CMD-6"),
            new="Its new holder.",
            old="The side that held it during the round.",
            why="The token changes hands at once, and nothing in the rules delays its effect.",
        ),
    ] = "new"
    empty_pools: Annotated[
        Literal["pass", "stay"],
        ruling(
            "Initiative when neither side has put command on its Initiative card",
            ("TI-CMD-21", "B-CMD-2"),
            pass_="Two empty pools are equal, so the token changes hands every round.",
            stay="If neither side has paid for it, the token stays with its holder.",
            why="The clause covers equal pools and makes no exception for empty ones.",
        ),
    ] = "pass"
    pool_of_winner: Annotated[
        Literal["stays", "spent"],
        ruling(
            "The command on the Initiative card of a side that takes the token",
            ("TI-CMD-19", "B-CMD-1"),
            stays="It stays there and counts in all later rounds.",
            spent="It returns to the supply and must be paid again the next time.",
            why=(
                "The clause lets the command accumulate from round to round and never says "
                "that it is removed."
            ),
        ),
    ] = "stays"
    concealed_control: Annotated[
        Literal["counts", "apart"],
        ruling(
            "A concealed squad that has been on an objective from the start",
            ("TI-CMD-04", "TI-CNC-06", "B-CNC-3"),
            counts="It is a unit in the hex and takes and keeps control like any other.",
            apart="While it is concealed it does not count for or against control.",
            why="Control requires units in the hex, and only moving into an objective reveals a squad.",
        ),
    ] = "counts"
    halved_bonuses: Annotated[
        Literal["halved", "whole"],
        ruling(
            "Bonuses to an attack at half firepower",
            ("TI-OPF-10", "B-FPR-1"),
            halved="Figures and bonuses are added first, and the total is halved.",
            whole="The printed firepower is halved, and bonuses are then added in full.",
            why="A bonus raises the unit's firepower, and it is the unit's firepower that is halved.",
        ),
    ] = "halved"
    height_bonus: Annotated[
        Literal["doubled", "once"],
        ruling(
            "Long range from higher ground",
            ("TI-RNG-09", "B-RNG-3"),
            doubled=(
                "The hex added by higher ground is doubled with the range: long range "
                "extends two hexes farther."
            ),
            once=(
                "The printed range is doubled, and one hex is then added: long range extends one hex farther."
            ),
            why="Higher ground adds to the range value, and long range is twice that value.",
        ),
    ] = "doubled"
    officers: Annotated[
        Literal["always", "steady"],
        ruling(
            "An officer whose own squad is pinned or disrupted",
            ("TI-STA-07", "TI-ASL-14", "B-CON-1"),
            always="He still leads every squad in the hex, including his own.",
            steady="He leads no squad until his own has recovered.",
            why=(
                "The clauses require an officer in the hex and say nothing about the condition of his squad."
            ),
        ),
    ] = "always"
    fresh_again: Annotated[
        Literal["out", "back"],
        ruling(
            "A side that is out of the Action Phase and then gets a fresh unit again",
            ("TI-SEQ-09", "B-SEQ-2"),
            out="It stays out until the phase ends.",
            back="It takes turns again, unless it has declared its phase over.",
            why=(
                "The clause ends the phase for a side that can do nothing more and provides "
                "no way back into it."
            ),
        ),
    ] = "out"


class TiRules(Rules[TideOfIron, Options, Tables]):
    """One per map, tables and options; shared by every position of a game."""

    key: ClassVar = "tide_of_iron"
    sides: ClassVar = SIDES
    state_type: ClassVar = TideOfIron
    play_type: ClassVar = TiPlay
    seat_type: ClassVar = TiSeat
    all_verbs: ClassVar = verbs_of(sequence.AnyStep)
    sequence_rule: ClassVar = "TI-SEQ-01"
    dice: ClassVar = ((1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 6))
    fights: ClassVar = ("turn",)
    hand: ClassVar = TiHand()
    harms: ClassVar = ("condition", "damage", "figures")
    without: ClassVar = {
        "supply": parity.NO_SUPPLY,
        "zones": parity.NO_ZONES,
        "headline": parity.NO_DATE,
        "calculator": parity.NO_CALCULATOR,
    }

    def __init__(self, atlas: Atlas, tables: Tables, options: Options) -> None:
        super().__init__(atlas, tables, options)
        self._cards = {card.id: (deck.id, card) for deck in tables.decks for card in deck.cards}
        self._operations = {card.id: card for card in tables.operations}

    # ---- words
    def title(self, unit: Unit) -> Say:
        """The name of a unit in sentences."""
        return self.named(unit.name or unit.type)

    # ---- cards
    def card(self, key: str) -> Card:
        """A strategy card. Raises KeyError."""
        return self._cards[key][1]

    def deck_of(self, card: str) -> str:
        """The deck a card belongs to; an empty string if there is no such card."""
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
        """The position before set-up (C.1, S1)."""
        from hexbench.games.tide_of_iron import setup

        return replace(setup.begin(self, scenario, seed), stack=sequence.stack_at("set_up"))

    def enter(self, state: TideOfIron, phase: str) -> TideOfIron:
        """The position at the start of a phase."""
        return replace(state, stack=sequence.stack_at(phase))

    def hide(self, state: TideOfIron, side: str) -> TideOfIron:
        """The view of ``side``: the other side's concealed squads are handles, if the option hides them."""
        return concealment.hide(self, state, side) if state.handles else state

    def offers_known(self, state: TideOfIron) -> bool:
        """False if a squad is hidden: its identity decides what it may do."""
        return not state.handles

    def secret(self, state: TideOfIron) -> bool:
        """Only hidden squads are worth leaving the seat for; routes and drafts become visible in a moment anyway."""
        return bool(state.handles) and super().secret(state)

    def view(self, state: TideOfIron, side: str | None) -> TideOfIron:
        """The view of ``side``, including the stack."""
        seen = super().view(state, side)
        if side is not None and state.handles:
            seen = replace(seen, stack=concealment.mask(state, side, seen.stack))
        return seen

    def imagine(self, view: TideOfIron, side: str, number: Callable[[int], int]) -> TideOfIron:
        """A complete position consistent with ``view``."""
        world = drafts(self, concealment.imagine(self, view, side, number), side, number)
        return replace(world, dice=Dice(seed=number(2**31)))

    def make_board(self, state: Any) -> TiBoard:
        return TiBoard(state.units)

    def audit(self, state: TideOfIron) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        from hexbench.games.tide_of_iron import audit

        return tuple(audit.problems(self, state))

    def holder(self, state: TideOfIron, at: str) -> str | None:
        """The side with units there; for an empty objective hex, the side whose control marker is on it (TI-CMD-03)."""
        found = super().holder(state, at)
        if found is None:
            here = (state.control.get(one.id) for one in state.mission.objectives if one.hex == at)
            found = next((side for side in here if side), None)
        return found

    def gone(self, state: TideOfIron, uid: str) -> bool:
        """Destroyed, or never placed."""
        return state.units[uid].at in (DESTROYED, LOST)

    def verdict(self, state: TideOfIron) -> Verdict:
        """The score or the result (TI-WIN-02)."""
        from hexbench.games.tide_of_iron import command

        return command.verdict(self, state)


# Imagined worlds: an attack the other side is drafting may be any it could make.

Number = Callable[[int], int]


def drafts(rules: TiRules, world: TideOfIron, side: str, number: Number) -> TideOfIron:
    """The world, with the hidden details of the other side's drafts filled in at random."""
    if not world.stack:
        return world
    top = world.stack[-1]
    if isinstance(top, AssaultDraft) and top.who != side:
        new: AssaultDraft | AttackDraft = replace(top, squad=getattr(world.stack[-2], "unit", ""))
    elif isinstance(top, AttackDraft) and top.who != side:
        new = _attack(rules.seat(world, None), world, top, number)
    else:
        return world
    return replace(world, stack=(*world.stack[:-1], new))


def _attack(seat: TiSeat, world: TideOfIron, draft: AttackDraft, number: Number) -> AttackDraft:
    """A random attack of that kind by any unit; unchanged if none is possible."""
    aims = _aims(seat, world, draft)
    if not aims:
        return draft
    leader, aim = aims[number(len(aims)) - 1]
    figures = best_figures(scene(seat), aim, (), leader)
    parts = (Part(unit=leader, figures=figures),)
    return replace(draft, kind=aim.kind, target=aim.target, hex=aim.hex, parts=parts)


def _aims(seat: TiSeat, world: TideOfIron, draft: AttackDraft) -> list[tuple[str, Aim]]:
    units, below = world.units, world.stack[-2]
    if isinstance(below, Window):
        aim = Aim(kind="op_fire", target=below.mover, hex=units[below.mover].at)
        return [(x, aim) for x in opfire.shooters(seat, below.mover)]
    active = getattr(below, "unit", "")
    leaders = (
        (active,)
        if active
        else [
            x
            for x, u in units.items()
            if u.side == draft.who and u.on_map and not u.token and u.type != HANDLE
        ]
    )
    out = []
    for x in leaders:
        kind = firing.kind_of(units[x], draft.kind)
        out += [(x, Aim(kind=kind, target=t, hex=units[t].at)) for t in firing.marks(seat, x, draft.kind)]
        if not active:
            out += [(x, Aim(kind=kind, target="", hex=h)) for h in firing.mortar_marks(seat, x, draft.kind)]
    return out
