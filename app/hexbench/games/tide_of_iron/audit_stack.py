"""What can be wrong with a stack of steps that was written by hand: steps in the wrong order, or that speak of what is not
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import fields

from hexbench.engine.state import Script
from hexbench.engine.values import Problem, Say, counted, say
from hexbench.games.tide_of_iron import assault_after, sequence
from hexbench.games.tide_of_iron.card_run import QUESTIONS
from hexbench.games.tide_of_iron.card_words import word_of
from hexbench.games.tide_of_iron.pieces import FOE
from hexbench.games.tide_of_iron.strength import Scene

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron

_ACTIVE: Final = ("Advance", "FireMove", "Storm")
_QUESTIONS: Final = ("CardHex", "CardUnit", "CardChoice")
_BELOW: Final[dict[str, tuple[str, ...]]] = {
    "SetUp": ("Campaign",),
    "BuildSquads": ("SetUp", "BuildSquads"),
    "PlaceMarkers": ("SetUp", "PlaceMarkers"),
    "Deploy": ("SetUp", "Deploy"),
    "FirstOpFire": ("SetUp", "FirstOpFire"),
    "SetOpFire": ("StatusPhase", "SetOpFire"),
    "ActionPhase": ("Campaign",),
    "Turn": ("ActionPhase",),
    "CardRun": ("Turn", "Spend", "CardRun"),
    **dict.fromkeys(_QUESTIONS, ("CardRun",)),
    "CommandPhase": ("Campaign",),
    "Spend": ("CommandPhase", "Spend"),
    "StatusPhase": ("Campaign",),
    "DrawCard": ("StatusPhase", "DrawCard"),
    "Transfer": ("StatusPhase", "Transfer"),
    "Reinforce": ("StatusPhase", "Reinforce"),
    "Concentrating": ("Turn",),
    "AttackDraft": ("Concentrating", "Window", "FireMove"),
    "Attack": ("Concentrating", "Window", "FireMove"),
    "Fall": ("Attack", "Assault", "Strike", "Move", "CardRun"),
    "Strike": ("CardRun", "Strike"),
    "AssaultDraft": ("Storm",),
    "Assault": ("Storm",),
    "Retreat": ("Assault",),
    "Excess": ("Assault",),
    "FollowUp": ("Assault",),
    **dict.fromkeys(_ACTIVE, ("Turn",)),
    "Move": _ACTIVE,
    "Window": ("Move",),
    "Order": ("Move",),
}
"""Step -> what it may lie upon; the step below is told how it ended."""
_KINDS: Final = {
    "Concentrating": ("concentrated", "rally"),
    "Window": ("op_fire",),
    "FireMove": ("fire_move",),
}
_UNIT: Final = ("unit", "squad", "mover", "entered")
_UNITS: Final = ("units", "supporters", "defenders", "fled", "eager")
_HEX: Final = ("hex", "to", "start", "struck")
_HEXES: Final = ("path", "way", "shot")
_NEEDED: Final = frozenset(
    {(kind, "unit") for kind in (*_ACTIVE, "Move", "FollowUp")}
    | {("AssaultDraft", "squad"), ("Assault", "squad"), ("Window", "mover"), ("Order", "mover")}
    | {(kind, "hex") for kind in ("AttackDraft", "Attack", "Strike", "Assault", "Retreat", "FollowUp")}
    | {("Move", "path"), ("AttackDraft", "parts"), ("Attack", "parts"), ("Fall", "units")}
    | {("Retreat", "units"), ("Excess", "units")}
)
"""(step, field) that may not be empty."""


def stack_problems(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Every step that speaks of what is not there, or has no business where it lies."""
    for n, step in enumerate(s.stack):
        wrong = list(_order(s, n, step)) or list(_words(rules, s, step))
        if not wrong and n:
            wrong = list(_meaning(rules, s, s.stack[n - 1], step, top=n + 1 == len(s.stack)))
        for text in wrong:
            yield Problem("position", say("Step {n} of the stack: {what}", n=n, what=text), ("stack",))


def _order(s: TideOfIron, n: int, step: Step) -> Iterator[Say]:
    kind = type(step).__name__
    if not n:
        if not isinstance(step, sequence.Campaign):
            yield say("{step} lies at the bottom, where Campaign belongs.", step=kind)
        return
    below = type(s.stack[n - 1]).__name__
    known = _BELOW.get(kind, ())
    if below not in known:
        yield say("{step} lies on {below}; it belongs on {known}.", step=kind, below=below, known=_or(known))


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(words) or "nothing"


# ---- single fields ---------------------------------------------------------------------------------------------------
def _words(rules: TiRules, s: TideOfIron, step: Step) -> Iterator[Say]:
    kind = type(step).__name__
    if isinstance(step, Script) and not 0 <= step.at <= len(type(step).stages):
        yield say("it has the stages 0 to {n}.", n=len(type(step).stages))
    for field in fields(step):
        found = getattr(step, field.name)
        if not found and (kind, field.name) in _NEEDED:
            yield say("{field} is empty.", field=field.name)
        elif isinstance(found, int) and not isinstance(found, bool) and found < 0:
            yield say("{field} is below zero.", field=field.name)
        elif found:
            yield from _names(rules, s, field.name, found)
    if isinstance(step, sequence.Campaign) and step.next not in (*sequence.PHASES, "round"):
        yield say("there is no phase {phase}.", phase=step.next)


def _names(rules: TiRules, s: TideOfIron, field: str, found: Any) -> Iterator[Say]:
    """Units and hexes that are not there."""
    uids: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    if field in _UNIT:
        uids = (found,)
    elif field in _UNITS:
        uids = found
    elif field == "parts":
        uids = tuple(part.unit for part in found)
    elif field == "hits":
        uids = tuple(uid for uid, _ in found)
    elif field == "taken":
        uids = tuple(one.unit for one in found)
    elif field in _HEX:
        hexes = (found,)
    elif field in _HEXES:
        hexes = found
    for uid in uids:
        if uid not in s.units:
            yield say("there is no unit {unit}.", unit=uid)
    for at in hexes:
        if at not in rules.atlas.index:
            yield say("there is no hex {hex}.", hex=at)


# ---- what they mean together -----------------------------------------------------------------------------------------
def _meaning(rules: TiRules, s: TideOfIron, below: Any, step: Any, *, top: bool) -> Iterator[Say]:
    """What a step says against the units, the cards and the step it lies upon; all names are known to be good."""
    found = _MEANINGS.get(type(step).__name__)
    if found is not None:
        yield from found(rules, s, below, step, top)


def _active(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if s.units[step.unit].side != step.who or below.who != step.who:
        yield say("{unit} is not a unit of the side whose turn it is.", unit=step.unit)


def _move(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if step.unit != below.unit or step.who != below.who:
        yield say("{unit} is not the unit that acts.", unit=step.unit)
        return
    unit = s.units[step.unit]
    vehicle = s.units.get(unit.inside)
    at = vehicle.at if vehicle is not None else unit.at
    if (unit.on_map or vehicle is not None) and at != step.path[-1]:
        yield say("{unit} is not in {hex}, where its path ends.", unit=step.unit, hex=step.path[-1])
    elif not (unit.on_map or vehicle is not None) and (step.asking or (top and not step.todo)):
        yield say("{unit} is not on the map.", unit=step.unit)


def _window(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if step.mover != below.unit:
        yield say("{unit} is not the unit on the move.", unit=step.mover)
    elif not s.units[step.mover].on_map and top:
        yield say("{unit} is not on the map.", unit=step.mover)
    elif type(step).__name__ == "Window" and step.who == below.who:
        yield say("it is the other side that may fire.")


def _attack(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    known = _KINDS[type(below).__name__]
    if step.kind not in known or step.who != below.who:
        yield say("an attack of that kind, or of that side, is not begun there.")
    if step.kind == "op_fire" and step.target != below.mover:
        yield say("op fire goes at {unit}.", unit=below.mover)
    if step.kind == "fire_move" and step.parts[0].unit != below.unit:
        yield say("{unit} is not the unit that acts.", unit=step.parts[0].unit)
    for part in step.parts:
        unit = s.units[part.unit]
        drafting = type(step).__name__ == "AttackDraft"
        short = any(n < 1 or n > unit.figures.get(kind, 0) for kind, n in part.figures.items())
        if unit.side != step.who or (drafting and (not unit.on_map or short)):
            yield say("{unit} cannot take part in this attack as it is written.", unit=part.unit)
    target = s.units.get(step.target)
    if step.target and target is None:
        yield say("there is no unit {unit}.", unit=step.target)
    elif target is not None and (
        target.side == step.who or (target.at != step.hex and (target.on_map or not step_over(step)))
    ):
        yield say("{unit} is no enemy in {hex}.", unit=step.target, hex=step.hex)


def step_over(step: Any) -> bool:
    """Whether the dice of an attack have been thrown: then its target may be gone."""
    return bool(getattr(step, "at", 0) > 1)


def _fall(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if not step.left or not step.ways(rules, s):
        yield say("nobody is left to take a hit.")
    elif any(s.units[uid].side != step.who for uid in step.units):
        yield say("somebody who is to take a hit is not of that side.")


def _question(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if not _card_known(rules, below):
        return  # said of the step below
    card = rules.card(below.card)
    op = card.ops[below.next] if below.next < len(card.ops) else None
    first = word_of(op).asks(op) if op is not None else None
    kind = next((k for k, question in QUESTIONS.items() if question is type(step)), None)
    if step.who != below.who or op is None or kind is None or first is None:
        yield say("that side is asked nothing by {card}.", card=card.title)
    elif not 1 <= below.asked <= word_of(op).times(op):
        yield counted(
            word_of(op).times(op),
            say("{card} asks once.", card=card.title),
            say("{card} asks {n} times.", card=card.title, n=word_of(op).times(op)),
        )
    elif kind != first and not (kind == "unit" and below.hex and word_of(op).may_decline(op, kind)):
        yield say("{card} does not ask that.", card=card.title)
    elif not any(word_of(op).choices(Scene(rules, s, rules.board(s)), below.who, op, below, kind)):
        yield say("there is nothing that {card} could be used on.", card=card.title)


def _card_known(rules: TiRules, step: Any) -> bool:
    return bool(rules.deck_of(step.card))


def _card(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if not _card_known(rules, step):
        yield say("there is no strategy card {card}.", card=step.card)
    elif step.next > len(rules.card(step.card).ops):
        yield counted(
            len(rules.card(step.card).ops),
            say("{card} has only 1 part.", card=step.card),
            say("{card} has only {n} parts.", card=step.card, n=len(rules.card(step.card).ops)),
        )
    elif step.target and step.target not in rules.atlas.index:
        yield say("there is no hex {hex}.", hex=step.target)


def _storm(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    unit = s.units[step.squad]
    if step.who != below.who or step.squad != below.unit:
        yield say("{unit} is not the unit that acts.", unit=step.squad)
    elif type(step).__name__ == "AssaultDraft" and not unit.on_map:
        yield say("{unit} is not on the map.", unit=step.squad)
    if any(s.units[uid].side != step.who for uid in step.supporters):
        yield say("somebody of the other side supports the assault.")
    if any(s.units[uid].side == step.who for uid in getattr(step, "defenders", ())):
        yield say("somebody of the same side defends the hex.")


def _retreat(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if step.who != FOE[below.who] or any(s.units[x].side != step.who for x in step.units):
        yield say("it is not that side that gives way.")
    elif any(s.units[x].at != step.hex for x in step.units):
        yield say("not everybody who gives way is in {hex}.", hex=step.hex)
    elif type(step).__name__ == "Retreat" and not assault_after.ways_out(
        Scene(rules, s, rules.board(s)), step.hex, step.units
    ):
        yield say("there is no way out of {hex}.", hex=step.hex)


def _follow(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if step.who != below.who or s.units[step.unit].side != step.who or not s.units[step.unit].on_map:
        yield say("{unit} is not one of the attackers on the map.", unit=step.unit)
    elif step.hex != below.hex:
        yield say("the assault was on {hex}.", hex=below.hex)


def _reinforce(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if any(s.units[uid].side != step.who for uid in step.units):
        yield say("somebody of the other side is among the reinforcements.")


_MEANINGS: Final[dict[str, Callable[[TiRules, TideOfIron, Any, Any, bool], Iterator[Say]]]] = {
    **dict.fromkeys(_ACTIVE, _active),
    **dict.fromkeys(_QUESTIONS, _question),
    "Move": _move,
    "Window": _window,
    "Order": _window,
    "AttackDraft": _attack,
    "Attack": _attack,
    "Fall": _fall,
    "CardRun": _card,
    "AssaultDraft": _storm,
    "Assault": _storm,
    "Retreat": _retreat,
    "Excess": _retreat,
    "FollowUp": _follow,
    "Reinforce": _reinforce,
}
