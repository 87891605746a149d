"""Strategy and operations cards as data: their effects in a small language of ops (ledger A.5, A.6), and cards in play."""

from __future__ import annotations

from typing import Literal

import msgspec

from hexbench.engine.values import Value

Mode = Literal["normal", "suppressive"]
Stat = Literal[
    "fpr", "mp", "cover_vs_suppressive", "veh_base_range", "drift_number", "contact_number", "los_distance"
]
_Duration = Literal["card", "round", "next_attack_this_round", "next_activation_this_round"]


def _word(name: str) -> str:
    """ContactAuto -> contact_auto."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Filter(Value, frozen=True, kw_only=True):
    """Which units (or cards) an op applies to; all given conditions must hold."""

    side: Literal["own", "enemy"] = "own"
    kind: Literal["", "squad", "vehicle"] = ""
    weight: Literal["", "light", "heavy"] = msgspec.field(default="", name="class")
    count: int = 0
    """Units the owner chooses; 0: all that match, as long as the op lasts."""
    hex_count: int = 0
    """Hexes the owner chooses; the op applies to all matching units in them."""
    token: Literal["", "fatigued", "op_fire"] = ""
    condition: Literal["", "normal", "pinned", "disrupted"] = ""
    hex: Literal["", "objective"] = ""
    in_cover: bool = False
    not_adjacent_enemy: bool = False
    in_los_of_own_nonfatigued: bool = False
    in_or_adjacent_officer: bool = False
    free_slots: bool = False
    """A squad with room for a figure on its base (M-01)."""
    same: bool = False
    """The unit chosen by the previous op."""
    cards: Literal["", "own"] = ""
    deck: str = ""


class Where(Value, frozen=True, kw_only=True):
    """In which hexes a marker may be placed; all given conditions must hold."""

    own_squad: bool = False
    """A squad of the owner is in the hex."""
    within: int = 0
    """Within this many hexes of a squad of the owner; 0: anywhere."""
    enemy_free: bool = False
    empty: bool = False
    not_adjacent_enemy: bool = False
    diggable: bool = False
    """No stream, pond or building (TI-SPC-06)."""


class Roster(Value, frozen=True, kw_only=True):
    """A squad that arrives by card."""

    figures: dict[str, int]
    specialization: str = ""


# ---- the ops of the language
class Op(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    tag=_word,
    tag_field="op",
):
    """One op of an effect."""


class Contact(Op, frozen=True, kw_only=True):
    """Establish Contact (TI-CARD-02): a die of ``x`` or more, or the card waits."""

    x: int


class ContactAuto(Op, frozen=True, kw_only=True):
    """A waiting card of the owner establishes contact and is resolved now."""

    card: Literal["own_in_play_area"]


class Target(Op, frozen=True, kw_only=True):
    """The target token is placed (TI-CARD-04)."""


class Drift(Op, frozen=True, kw_only=True):
    """Determine where the strike lands (TI-CARD-05 to TI-CARD-12)."""


class Area(Op, frozen=True, kw_only=True):
    """An area attack on the struck hex (TI-CARD-13)."""

    strength: int
    mode: Mode = "normal"
    success: tuple[int, ...] = (5, 6)


class Blast(Op, frozen=True, kw_only=True):
    """Wide Blast Radius (TI-CARD-14)."""

    strength: int
    mode: Mode = "normal"
    success: tuple[int, ...] = (5, 6)


class Smoke(Op, frozen=True, kw_only=True):
    """Smoke on the struck hex, or on ``count`` hexes next to it that the owner chooses."""

    at: Literal["target", "adjacent"]
    count: int = 1
    chosen_by: Literal["owner"] = "owner"
    """Always the owner; the field only makes the card's text explicit."""


class Command(Op, frozen=True, kw_only=True):
    """Command tokens from the supply."""

    amount: int


class Initiative(Op, frozen=True, kw_only=True):
    """Tokens from the supply on the Initiative card."""

    amount: int


class Rally(Op, frozen=True, kw_only=True):
    """Remove conditions (``remove``), or improve them by steps (``step_down``)."""

    remove: tuple[Literal["pinned", "disrupted"], ...] = ()
    step_down: int = 0
    filter: Filter


class Refresh(Op, frozen=True, kw_only=True):
    """Remove a fatigued token."""

    filter: Filter


class ExtraActions(Op, frozen=True, kw_only=True):
    """Extra actions in the current turn."""

    count: int
    when: Literal["immediately"] = "immediately"


class Modify(Op, frozen=True, kw_only=True):
    """Modify a value for a time."""

    stat: Stat
    delta: int = 0
    set: int | None = None
    minimum: int = 0
    """The modification never takes the value below this."""
    target_class: Literal["", "inf", "veh"] = ""
    filter: Filter = Filter()
    duration: _Duration = "card"


class PinRoll(Op, frozen=True, kw_only=True):
    """On one of ``success`` the chosen squad suffers one suppressive hit."""

    success: tuple[int, ...]
    filter: Filter


class PlaceMarker(Op, frozen=True, kw_only=True):
    """A fortification or obstacle is placed; ``occupy``: a squad of the hex may go inside at once."""

    marker: Literal["entrenchment", "razor_wire", "minefield"]
    where: Where
    count: int = 1
    occupy: bool = False


class RemoveMarker(Op, frozen=True, kw_only=True):
    """Remove an obstacle in the struck hex if the area attack had this many black successes."""

    marker: Literal["razor_wire", "tank_trap", "minefield"]
    at: Literal["target"] = "target"
    if_black_successes: int = 0


class Repair(Op, frozen=True, kw_only=True):
    """Repair damage by this many steps: heavy, light, none."""

    steps: int
    filter: Filter


class AddFigures(Op, frozen=True, kw_only=True):
    """Figures fill free slots of squads, each in a squad of the owner's choice."""

    figure: str
    count: int
    filter: Filter


class Reinforce(Op, frozen=True, kw_only=True):
    """Squads that arrive at once, fresh, in the owner's reinforcement zone (TI-RIF-02 to TI-RIF-05)."""

    squads: tuple[Roster, ...]
    zone: Literal["own_reinforce"] = "own_reinforce"


class Conceal(Op, frozen=True, kw_only=True):
    """A squad becomes concealed."""

    filter: Filter


class Discard(Op, frozen=True, kw_only=True):
    """Face-up cards leave the game."""

    whose: Literal["enemy", "own"]
    zone: Literal["play_area"]
    deck: str = ""
    count: int = 1


class Limit(Op, frozen=True, kw_only=True):
    """Standing: visibility is limited to ``value`` hexes."""

    stat: Literal["los_distance"]
    value: int


class FogRoll(Op, frozen=True, kw_only=True):
    """Standing: visibility is rolled for at the start of each Action Phase."""

    when: Literal["start of Action Phase"] = "start of Action Phase"
    by: Literal["initiative holder"] = "initiative holder"
    table: dict[str, int | Literal["none"]]
    stat: Literal["los_distance"] = "los_distance"


class TerrainOverride(Op, frozen=True, kw_only=True):
    """Standing: other movement costs for a kind of terrain, in MP."""

    terrain: str
    squad: int | None = None
    vehicle: int | None = None


class Forbid(Op, frozen=True, kw_only=True):
    """Standing: an action that the affected sides may not take."""

    action: Literal["dig_entrenchment"]


class Setup(Op, frozen=True, kw_only=True):
    """Standing: something that is allowed during set-up."""

    allow: Literal["start squads inside entrenchments/pillboxes"]


AnyOp = (
    Contact
    | ContactAuto
    | Target
    | Drift
    | Area
    | Blast
    | Smoke
    | Command
    | Initiative
    | Rally
    | Refresh
    | ExtraActions
    | Modify
    | PinRoll
    | PlaceMarker
    | RemoveMarker
    | Repair
    | AddFigures
    | Reinforce
    | Conceal
    | Discard
)
Standing = Modify | Limit | FogRoll | TerrainOverride | Forbid | Setup


# ---- cards
class Card(Value, frozen=True, kw_only=True):
    """A strategy card. ``ops`` run in order."""

    id: str
    title: str
    copies: int = 1
    phase: Literal["action", "command"]
    cost: int
    plus: bool = False
    persistent: bool = False
    """Paid once, stays in the play area (TI-CARD-01)."""
    uses_per_round: Literal[0, 1] = 0
    """1: one action per round may be spent on it; 0: any number."""
    trigger: Literal["", "as_action"] = ""
    """``as_action``: its ops run when the owner spends an action on it, not when it is paid."""
    duration_rounds: int = 0
    """Action Phases it covers; 0: it stays permanently."""
    ops: tuple[AnyOp, ...] = ()


class Deck(Value, frozen=True, kw_only=True):
    """A strategy deck of 12 cards."""

    id: str
    name: str
    cards: tuple[Card, ...]


class Operation(Value, frozen=True, kw_only=True):
    """An operations card: a standing rule of a scenario (TI-SET-06). ``rounds`` empty: always."""

    id: str
    title: str
    affects: Literal["owner", "both"]
    rounds: tuple[int, ...] = ()
    ops: tuple[Standing, ...] = ()


class InPlay(Value, frozen=True, kw_only=True):
    """A card in a play area: waiting for contact, or in force."""

    card: str
    waiting: bool = False
    """Contact has not been made yet (TI-CARD-03)."""
    tried: int = 0
    """The round of the last attempt."""
    used: int = 0
    """The round in which it was last used as an action."""
    expires: int = 0
    """It leaves in the Status Phase of that round; 0: never."""


class Effect(Value, frozen=True, kw_only=True):
    """One modification in force, by a card of ``side``."""

    card: str
    side: str
    change: Modify
    units: tuple[str, ...] = ()
    """The units it applies to; empty: all units matching the filter of the change."""
    expires: int = 0
    """The round in whose Status Phase it ends; 0: with its card."""
