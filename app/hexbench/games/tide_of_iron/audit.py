"""Checks of a position that was set up by hand: one sentence per problem, with the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.documents.fields import game_problems
from hexbench.engine.state import Script
from hexbench.engine.values import Problem, Say, counted, say
from hexbench.games.tide_of_iron import assault_fight, effects, sequence
from hexbench.games.tide_of_iron.card_run import QUESTIONS
from hexbench.games.tide_of_iron.card_words import word_of
from hexbench.games.tide_of_iron.decks import Contact
from hexbench.games.tide_of_iron.fields import UNITS, boxes, of_the_game
from hexbench.games.tide_of_iron.pieces import (
    FOE,
    FORTS,
    HANDLE,
    NONE,
    SIDES,
    SLOTS,
    TRAYS,
    UNSEEN,
    Unit,
    due_round,
)
from hexbench.games.tide_of_iron.placing import MOST, MOST_VEHICLES, barred
from hexbench.games.tide_of_iron.setup_build import slots
from hexbench.games.tide_of_iron.setup_phase import WATER
from hexbench.games.tide_of_iron.strength import Scene
from hexbench.games.tide_of_iron.waves import zone_name

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


# Problems of a stack of steps that was written by hand: steps in the wrong order, or that refer to things that
# do not exist.

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
"""Step -> the steps it may be on top of; the step below is told how it ended."""
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


def _stack_problems(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Every step that refers to something missing, or is in the wrong place on the stack."""
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
            yield say("{step} is at the bottom, where Campaign belongs.", step=kind)
        return
    below = type(s.stack[n - 1]).__name__
    known = _BELOW.get(kind, ())
    if below not in known:
        yield say(
            "{step} is on top of {below}; it belongs on {known}.", step=kind, below=below, known=_or(known)
        )


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(words) or "nothing"


# ---- single fields ---------------------------------------------------------------------------------------------------
def _words(rules: TiRules, s: TideOfIron, step: Step) -> Iterator[Say]:
    kind = type(step).__name__
    if isinstance(step, Script) and not 0 <= step.at <= len(type(step).stages):
        yield say("its stages are numbered 0 to {n}.", n=len(type(step).stages))
    for field in step.__struct_fields__:  # `fields` would look up the types again for every step
        found = getattr(step, field)
        if not found and (kind, field) in _NEEDED:
            yield say("{field} is empty.", field=field)
        elif isinstance(found, int) and not isinstance(found, bool) and found < 0:
            yield say("{field} is negative.", field=field)
        elif found:
            yield from _names(rules, s, field, found)
    if isinstance(step, sequence.Campaign) and step.next not in (*sequence.PHASES, "round"):
        yield say("there is no phase {phase}.", phase=step.next)


def _names(rules: TiRules, s: TideOfIron, field: str, found: Any) -> Iterator[Say]:
    """Units and hexes that do not exist."""
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
    """Contradictions between a step and the units, cards and step below it; all names have been checked."""
    found = _MEANINGS.get(type(step).__name__)
    if found is not None:
        yield from found(rules, s, below, step, top)


def _active(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if s.units[step.unit].side != step.who or below.who != step.who:
        yield say("{unit} is not a unit of the side whose turn it is.", unit=step.unit)
    elif top and not _present(s, step.unit):
        yield say("{unit} is not on the map.", unit=step.unit)


def _present(s: TideOfIron, uid: str) -> bool:
    """Whether a unit is on the map, or in a vehicle there."""
    unit = s.units[uid]
    vehicle = s.units.get(unit.inside)
    return unit.on_map or (vehicle is not None and vehicle.on_map)


def _move(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if step.unit != below.unit or step.who != below.who:
        yield say("{unit} is not the active unit.", unit=step.unit)
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
        yield say("{unit} is not the moving unit.", unit=step.mover)
    elif not s.units[step.mover].on_map and top:
        yield say("{unit} is not on the map.", unit=step.mover)
    elif type(step).__name__ == "Window" and step.who == below.who:
        yield say("only the other side may fire.")


def _attack(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    known = _KINDS[type(below).__name__]
    if step.kind not in known or step.who != below.who:
        yield say("an attack of that kind, or by that side, cannot begin there.")
    if step.kind == "op_fire" and step.target != below.mover:
        yield say("op fire must be aimed at {unit}.", unit=below.mover)
    if step.kind == "fire_move" and step.parts[0].unit != below.unit:
        yield say("{unit} is not the active unit.", unit=step.parts[0].unit)
    for part in step.parts:
        unit = s.units[part.unit]
        drafting = type(step).__name__ == "AttackDraft"
        short = any(n < 1 or n > unit.figures.get(kind, 0) for kind, n in part.figures.items())
        # a Fire and Movement attacker cannot be hit by its own attack; mortars may hit their own supporters
        away = not unit.on_map and (step.kind == "fire_move" or not _step_over(step))
        if unit.side != step.who or away or (drafting and short):
            yield say("{unit} cannot take part in this attack as described.", unit=part.unit)
    target = s.units.get(step.target)
    if step.target and target is None:
        yield say("there is no unit {unit}.", unit=step.target)
    elif target is not None and (
        target.side == step.who or (target.at != step.hex and (target.on_map or not _step_over(step)))
    ):
        yield say("{unit} is not an enemy unit in {hex}.", unit=step.target, hex=step.hex)


def _step_over(step: Any) -> bool:
    """Whether the dice of an attack have been rolled, so that its target may have been eliminated."""
    return bool(getattr(step, "at", 0) > 1)


def _fall(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if not step.left or not step.ways(rules, s):
        yield say("no unit is left to take a hit.")
    elif any(s.units[uid].side != step.who for uid in step.units):
        yield say("a unit that is to take a hit is not of that side.")


def _question(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if not _card_known(rules, below):
        return  # reported for the step below
    card = rules.card(below.card)
    op = card.ops[below.next] if below.next < len(card.ops) else None
    first = word_of(op).asks(op) if op is not None else None
    kind = next((k for k, question in QUESTIONS.items() if question is type(step)), None)
    if step.who != below.who or op is None or kind is None or first is None:
        yield say("{card} does not ask that side anything.", card=card.title)
    elif not 1 <= below.asked <= word_of(op).times(op):
        yield counted(
            word_of(op).times(op),
            say("{card} asks only once.", card=card.title),
            say("{card} asks only {n} times.", card=card.title, n=word_of(op).times(op)),
        )
    elif kind != first and not (kind == "unit" and below.hex and word_of(op).may_decline(op, kind)):
        yield say("{card} does not ask that.", card=card.title)
    elif not any(word_of(op).choices(Scene(rules, s, rules.board(s)), below.who, op, below, kind)):
        yield say("there is nothing that {card} can be used on.", card=card.title)


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
        yield say("{unit} is not the active unit.", unit=step.squad)
    elif type(step).__name__ == "AssaultDraft" and not unit.on_map:
        yield say("{unit} is not on the map.", unit=step.squad)
    if any(s.units[uid].side != step.who for uid in step.supporters):
        yield say("a unit of the other side supports the assault.")
    if any(s.units[uid].side == step.who for uid in getattr(step, "defenders", ())):
        yield say("a unit of the attacking side defends the hex.")


def _retreat(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if step.who != FOE[below.who] or any(s.units[x].side != step.who for x in step.units):
        yield say("that side is not the one that retreats.")
    elif any(s.units[x].at != step.hex for x in step.units):
        yield say("not all of the retreating units are in {hex}.", hex=step.hex)
    elif type(step).__name__ == "Retreat" and not assault_fight.ways_out(
        Scene(rules, s, rules.board(s)), step.hex, step.units
    ):
        yield say("there is no retreat from {hex}.", hex=step.hex)


def _follow(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if step.who != below.who or s.units[step.unit].side != step.who or not s.units[step.unit].on_map:
        yield say("{unit} is not an attacker on the map.", unit=step.unit)
    elif step.hex != below.hex:
        yield say("the assault was on {hex}.", hex=below.hex)


def _reinforce(rules: TiRules, s: TideOfIron, below: Any, step: Any, top: bool) -> Iterator[Say]:
    if any(s.units[uid].side != step.who for uid in step.units):
        yield say("a unit of the other side is among the reinforcements.")


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


def problems(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Every problem of a position: units, then hexes, then numbers and cards."""
    for uid, unit in s.units.items():
        yield from _place(rules, s, uid, unit)
        yield from (_squad if unit.squad else _vehicle)(rules, s, uid, unit)
        yield from _tokens(rules, uid, unit)
    yield from UNITS.problems(s.units)
    yield from game_problems(of_the_game(s), s)
    yield from _hexes(rules, s)
    yield from _counts(rules, s)
    yield from _cards(rules, s)
    yield from _named(rules, s)
    yield from _stack_problems(rules, s)


# ---- units -----------------------------------------------------------------------------------------------------------
def _place(rules: TiRules, s: TideOfIron, uid: str, unit: Unit) -> Iterator[Problem]:
    name = rules.title(unit)
    if unit.inside:
        vehicle = s.units.get(unit.inside)
        if vehicle is None or vehicle.squad or vehicle.side != unit.side or not unit.squad:
            text = say("{unit} is in {vehicle}, which cannot carry it.", unit=name, vehicle=unit.inside)
            yield Problem("TI-TRN-01", text, (uid,))
        elif not vehicle.on_map and vehicle.at != TRAYS[unit.side]:
            yield Problem(
                "TI-TRN-10", say("{unit} is in a vehicle that has been removed.", unit=name), (uid,)
            )
    elif unit.on_map:
        if unit.at not in rules.atlas.index:
            text = say("{unit} is in {hex}, which is not on the map.", unit=name, hex=unit.at)
            yield Problem("position", text, (uid, unit.at))
    elif unit.at != UNSEEN and unit.at not in _boxes(s, unit.side):
        text = say("{unit} is in {box}, which is not a box of this game.", unit=name, box=unit.at)
        yield Problem("position", text, (uid, unit.at))
    elif unit.at.startswith("#due/"):
        yield from _due(rules, s, uid, unit)


def _due(rules: TiRules, s: TideOfIron, uid: str, unit: Unit) -> Iterator[Problem]:
    """A reinforcement that could never arrive, or would be lost in the round it arrives."""
    name, number = rules.title(unit), due_round(unit.at)
    if number >= s.mission.rounds:
        text = say("{unit} is due in the last round, when no more reinforcements arrive.", unit=name)
        yield Problem("B-WIN-1", text, (uid,))
    elif not s.mission.zones.get(zone_name(s.mission, uid, unit)):
        text = say("{unit} can never arrive: its side has no reinforcement zone.", unit=name)
        yield Problem("TI-RIF-03", text, (uid,))


def _boxes(s: TideOfIron, side: str) -> tuple[str, ...]:
    """The boxes a side may use: all except those of the other side's rounds."""
    return tuple(at for at, _ in boxes(s.mission.rounds) if not at.startswith(f"#due/{FOE[side]}/"))


def _squad(rules: TiRules, s: TideOfIron, uid: str, unit: Unit) -> Iterator[Problem]:
    name = rules.title(unit)
    if unit.at == UNSEEN:
        return
    if unit.damage:
        yield Problem("TI-ATK-17", say("{unit} is a squad and cannot be damaged.", unit=name), (uid,))
    known = rules.tables.nations[unit.side].figures
    if any(kind not in known or n < 1 for kind, n in unit.figures.items()):
        yield Problem("position", say("{unit} holds figures that do not exist.", unit=name), (uid,))
        return
    if slots(rules, unit.side, unit.figures) > SLOTS:
        yield Problem("M-01", say("{unit} has more figures than its base has room for.", unit=name), (uid,))
    if (unit.on_map or unit.inside) and not unit.figures:
        yield Problem("TI-STA-19", say("{unit} is a base without figures.", unit=name), (uid,))
    if unit.specialization and unit.specialization not in rules.tables.specializations:
        yield Problem("TI-SPC-01", say("{unit} has an unknown specialization.", unit=name), (uid,))
    if unit.specialization and unit.heavy_weapon:
        text = say("{unit} has both a specialization and a heavy infantry weapon.", unit=name)
        yield Problem("TI-SPC-02", text, (uid,))
    if unit.shelter and not unit.on_map:
        yield Problem(
            "TI-FORT-01", say("{unit} is in a fortification but not on the map.", unit=name), (uid,)
        )
    if unit.inside and (unit.condition or unit.concealed):
        text = say("{unit} is in a vehicle but is pinned, disrupted or concealed.", unit=name)
        yield Problem("B-TRN-1" if unit.condition else "TI-CNC-01", text, (uid,))


def _vehicle(rules: TiRules, s: TideOfIron, uid: str, unit: Unit) -> Iterator[Problem]:
    name = rules.title(unit)
    if unit.type not in rules.tables.nations[unit.side].vehicles:
        yield Problem(
            "position", say("{unit} is a vehicle that its nation does not have.", unit=name), (uid,)
        )
        return
    if unit.figures:
        yield Problem("TI-SET-09", say("{unit} is a vehicle and cannot have figures.", unit=name), (uid,))
    if unit.specialization:
        text = say("{unit} is a vehicle and cannot have a specialization.", unit=name)
        yield Problem("TI-SPC-01", text, (uid,))
    if unit.condition:
        yield Problem("TI-SUP-01", say("{unit} is a vehicle and cannot be pinned.", unit=name), (uid,))
    if unit.shelter:
        yield Problem(
            "TI-FORT-05", say("{unit} is a vehicle and cannot be in a fortification.", unit=name), (uid,)
        )
    if unit.concealed:
        yield Problem("TI-CNC-01", say("{unit} is a vehicle and cannot be concealed.", unit=name), (uid,))
    riders = sum(other.inside == uid for other in s.units.values())
    if riders > rules.vehicle(unit).transport:
        yield Problem("TI-TRN-01", say("{unit} carries too many squads.", unit=name), (uid,))
    if unit.damage == "heavy" and "fragile" in rules.vehicle(unit).abilities:
        yield Problem("TI-ABL-17", say("{unit} would be destroyed by that damage.", unit=name), (uid,))


def _tokens(rules: TiRules, uid: str, unit: Unit) -> Iterator[Problem]:
    name = rules.title(unit)
    if unit.token == "op_fire" and unit.condition:
        yield Problem("TI-CON-08", say("{unit} cannot be in op fire mode.", unit=name), (uid,))
    if unit.token and not unit.on_map and not unit.inside and unit.at != UNSEEN:
        yield Problem(
            "TI-SEQ-06", say("{unit} has an activation token but is not on the map.", unit=name), (uid,)
        )


# ---- numbers and cards -----------------------------------------------------------------------------------------------
def _counts(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    for what, counts in (("command", s.command), ("pools", s.pools), ("vp", s.vp)):
        for side in counts:
            if side not in SIDES:
                yield Problem("position", say("There is no side {side} ({what}).", side=side, what=what))
    known = {o.id for o in s.mission.objectives}
    for name in s.control:
        if name not in known:
            yield Problem("TI-CMD-01", say("There is no objective {id}.", id=name))
    for objective in s.mission.objectives:
        if objective.hex not in rules.atlas.index:
            text = say("An objective is in {hex}, which is not on the map.", hex=objective.hex)
            yield Problem("TI-CMD-01", text, (objective.hex,))


def _cards(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    played = {side: tuple(held.card for held in cards) for side, cards in s.in_play.items()}
    for side in SIDES:
        for card in (*s.hands.get(side, ()), *played.get(side, ())):
            if not rules.deck_of(card):
                yield Problem("TI-SET-04", say("There is no strategy card {card}.", card=card))
    yield from _in_play(rules, s)
    for key, left in s.decks.items():
        side, _, deck = key.partition("/")
        printed = next((d for d in rules.tables.decks if d.id == deck), None)
        if printed is None or side not in SIDES:
            yield Problem("TI-SET-04", say("There is no deck {deck}.", deck=key))
            continue
        copies = {card.id: card.copies for card in printed.cards}
        if any(not 0 < n <= copies.get(card, 0) for card, n in left.items()):
            yield Problem(
                "TI-SET-04", say("The cards in the deck {deck} do not match the printed deck.", deck=key)
            )
    for side, force in s.mission.forces.items():
        for operation in force.operations:
            if operation not in {card.id for card in rules.tables.operations}:
                text = say("{side}: there is no operations card {card}.", side=side, card=operation)
                yield Problem("TI-SET-06", text)


def _in_play(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Cards that cannot be in a play area: they neither stay in play nor wait for contact."""
    for held in (held for area in s.in_play.values() for held in area if rules.deck_of(held.card)):
        card = rules.card(held.card)
        if held.waiting and not any(isinstance(op, Contact) for op in card.ops):
            text = say("{card} is waiting for contact but needs none.", card=card.title)
            yield Problem("TI-CARD-03", text)
        elif not held.waiting and not card.persistent:
            text = say("{card} is in play but is not a card that stays in play.", card=card.title)
            yield Problem("TI-CARD-01", text)


def _named(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Cards in force and handles that refer to things that do not exist."""
    for effect in s.effects:
        if not rules.deck_of(effect.card):
            yield Problem("TI-SET-04", say("There is no strategy card {card}.", card=effect.card))
        for uid in effect.units:
            if uid not in s.units:
                text = say("A card affects {unit}, but there is no such unit.", unit=uid)
                yield Problem("position", text, (uid,))
    for effect in effects.lacking(rules, s):
        title = rules.card(effect.card).title
        text = say("{card} is in force, but its effect is missing.", card=title)
        yield Problem("TI-CARD-01", text)
    for effect in s.effects:
        lies = any(c.card == effect.card and not c.waiting for c in s.in_play.get(effect.side, ()))
        resolved = any(getattr(step, "card", "") == effect.card for step in s.stack)
        if effect.change.duration == "card" and rules.deck_of(effect.card) and not (lies or resolved):
            title = rules.card(effect.card).title
            yield Problem("TI-CARD-01", say("{card} has an effect but is not in play.", card=title))
    yield from _handles(rules, s)


def _handles(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Handles must match the concealed squads exactly. In a view they stand for no known squad, which is fine."""
    for handle, uid in s.handles.items():
        unit = s.units.get(uid)
        if uid and unit is None:
            text = say("{handle} stands for {unit}, but there is no such unit.", handle=handle, unit=uid)
            yield Problem("position", text, (handle,))
        elif unit is not None and not (unit.concealed and unit.on_map):
            text = say(
                "{handle} stands for {unit}, which is not concealed.", handle=handle, unit=rules.title(unit)
            )
            yield Problem("TI-CNC-01", text, (handle, uid))
    if rules.options.concealment == "hidden":
        for uid, unit in s.units.items():
            if unit.concealed and unit.on_map and unit.type != HANDLE and uid not in s.handles.values():
                text = say(
                    "{unit} is concealed, but nothing hides it from the other side.", unit=rules.title(unit)
                )
                yield Problem("TI-CNC-01", text, (uid,))


# ---- hexes ------------------------------------------------------------------------------------------------------------
def _hexes(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Every problem, hex by hex."""
    board = rules.board(s)
    passing = frozenset(_passers(s))
    for at, uids in board.at.items():
        if at not in rules.atlas.index:
            continue
        standing = [x for x in uids if x not in passing]
        for side in SIDES:
            yield from _stack(s, at, side, standing)
        open_ = {s.units[x].side for x in standing if not s.units[x].concealed}
        if len(open_) > 1:
            yield Problem("TI-MOV-02", say("Units of both sides are in {hex}.", hex=at), tuple(uids))
        for uid in standing:
            for reason in barred(rules, s, s.units[uid], at):
                yield Problem(reason.rule, reason.text, (uid, at))
        yield from _inside(s, at, uids)
    for at in s.works:
        yield from _markers(rules, s, at)


def _passers(s: TideOfIron) -> Iterator[str]:
    """Units in the middle of a move: they may pass through hexes where they may not stay (TI-STK-03, TI-ABL-18)."""
    for step in s.stack:
        for name in ("unit", "uid", "mover", "active"):
            found = getattr(step, name, None)
            if isinstance(found, str) and found in s.units:
                yield found


def _stack(s: TideOfIron, at: str, side: str, uids: list[str]) -> Iterator[Problem]:
    here = [x for x in uids if s.units[x].side == side]
    if len(here) > MOST:
        text = say("{hex} holds {n} units of one side.", n=len(here), hex=at)
        yield Problem("TI-STK-01", text, (at, *here))
    if sum(not s.units[x].squad for x in here) > MOST_VEHICLES:
        yield Problem(
            "TI-STK-02", say("{hex} holds more than two vehicles of one side.", hex=at), (at, *here)
        )


def _inside(s: TideOfIron, at: str, uids: tuple[str, ...]) -> Iterator[Problem]:
    works = s.works.get(at, NONE)
    for kind in FORTS:
        inside = [x for x in uids if s.units[x].shelter == kind]
        if len(inside) > getattr(works, kind):
            text = say(
                "More squads are in fortifications in {hex} than there are fortifications of that kind.",
                hex=at,
            )
            yield Problem("TI-FORT-01", text, (at, *inside))
    # concealed or not, and whatever each is in: enemies cannot both have ended their movement there (B-CNC-1)
    inside = [x for x in uids if s.units[x].shelter]
    if len({s.units[x].side for x in inside}) > 1:
        text = say("Units of both sides are in fortifications in {hex}.", hex=at)
        yield Problem("TI-MOV-02", text, (at, *inside))


def _markers(rules: TiRules, s: TideOfIron, at: str) -> Iterator[Problem]:
    works = s.works[at]
    if at not in rules.atlas.index:
        yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
        return
    terrain = rules.atlas.cell(at).terrain
    if works.forts > rules.tables.fort_limit or min(works.entrenchment, works.pillbox) < 0:
        yield Problem("TI-FORT-06", say("{hex} holds too many fortifications.", hex=at), (at,))
    if works.entrenchment and (terrain in WATER or terrain == "building"):
        rule = "B-FORT-2" if terrain == "bridge" else "TI-SPC-06"
        yield Problem(rule, say("There cannot be an entrenchment in {hex}.", hex=at), (at,))
    if works.smoke and terrain == "building":
        yield Problem("TI-SMK-08", say("There is smoke in the building hex {hex}.", hex=at), (at,))
