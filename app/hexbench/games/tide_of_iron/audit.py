"""What can be wrong with a position that was set up by hand, as sentences with the rule behind each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.documents.fields import game_problems
from hexbench.engine.values import Problem, say
from hexbench.games.tide_of_iron import effects
from hexbench.games.tide_of_iron.audit_stack import stack_problems
from hexbench.games.tide_of_iron.fields import UNITS, boxes, of_the_game
from hexbench.games.tide_of_iron.pieces import FOE, HANDLE, SIDES, SLOTS, TRAYS, UNSEEN, Unit, due_round
from hexbench.games.tide_of_iron.placing import MOST, MOST_VEHICLES, barred
from hexbench.games.tide_of_iron.setup_build import slots
from hexbench.games.tide_of_iron.setup_markers import WATER
from hexbench.games.tide_of_iron.status_reinforce import zone_name
from hexbench.games.tide_of_iron.works import FORTS, NONE

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


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
    yield from stack_problems(rules, s)


# ---- units -----------------------------------------------------------------------------------------------------------
def _place(rules: TiRules, s: TideOfIron, uid: str, unit: Unit) -> Iterator[Problem]:
    name = rules.title(unit)
    if unit.inside:
        vehicle = s.units.get(unit.inside)
        if vehicle is None or vehicle.squad or vehicle.side != unit.side or not unit.squad:
            text = say("{unit} is in {vehicle}, which does not carry it.", unit=name, vehicle=unit.inside)
            yield Problem("TI-TRN-01", text, (uid,))
        elif not vehicle.on_map and vehicle.at != TRAYS[unit.side]:
            yield Problem("TI-TRN-10", say("{unit} is in a vehicle that is gone.", unit=name), (uid,))
    elif unit.on_map:
        if unit.at not in rules.atlas.index:
            text = say("{unit} is in {hex}, which is not on the map.", unit=name, hex=unit.at)
            yield Problem("position", text, (uid, unit.at))
    elif unit.at != UNSEEN and unit.at not in _boxes(s, unit.side):
        text = say("{unit} is in {box}, which is no box of this game.", unit=name, box=unit.at)
        yield Problem("position", text, (uid, unit.at))
    elif unit.at.startswith("#due/"):
        yield from _due(rules, s, uid, unit)


def _due(rules: TiRules, s: TideOfIron, uid: str, unit: Unit) -> Iterator[Problem]:
    """A reinforcement that would wait for ever, or be lost on the day it comes."""
    name, number = rules.title(unit), due_round(unit.at)
    if number >= s.mission.rounds:
        text = say("{unit} is due in the last round, in which nobody comes in any more.", unit=name)
        yield Problem("B-WIN-1", text, (uid,))
    elif not s.mission.zones.get(zone_name(s.mission, unit.side, number)):
        text = say("{unit} can never come in: its side has no reinforcement zone.", unit=name)
        yield Problem("TI-RIF-03", text, (uid,))


def _boxes(s: TideOfIron, side: str) -> tuple[str, ...]:
    """Those of a side: not in the other's rounds."""
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
        yield Problem("TI-SPC-01", say("{unit} has a specialization there is not.", unit=name), (uid,))
    if unit.specialization and unit.heavy_weapon:
        text = say("{unit} is specialized and holds a heavy weapon.", unit=name)
        yield Problem("TI-SPC-02", text, (uid,))
    if unit.shelter and not unit.on_map:
        yield Problem("TI-FORT-01", say("{unit} is in a fortification nowhere.", unit=name), (uid,))
    if unit.inside and (unit.condition or unit.concealed):
        text = say("{unit} is in a vehicle and pinned, disrupted or concealed.", unit=name)
        yield Problem("B-TRN-1" if unit.condition else "TI-CNC-01", text, (uid,))


def _vehicle(rules: TiRules, s: TideOfIron, uid: str, unit: Unit) -> Iterator[Problem]:
    name = rules.title(unit)
    if unit.type not in rules.tables.nations[unit.side].vehicles:
        yield Problem("position", say("{unit} is a vehicle its nation has not.", unit=name), (uid,))
        return
    if unit.figures or unit.specialization:
        yield Problem("TI-SET-09", say("{unit} is a vehicle and has no figures.", unit=name), (uid,))
    if unit.condition:
        yield Problem("TI-SUP-01", say("{unit} is a vehicle and cannot be pinned.", unit=name), (uid,))
    if unit.shelter:
        yield Problem("TI-FORT-05", say("{unit} is a vehicle in a fortification.", unit=name), (uid,))
    if unit.concealed:
        yield Problem("TI-CNC-01", say("{unit} is a vehicle and cannot be concealed.", unit=name), (uid,))
    riders = sum(other.inside == uid for other in s.units.values())
    if riders > rules.vehicle(unit).transport:
        yield Problem("TI-TRN-01", say("{unit} carries too many squads.", unit=name), (uid,))
    if unit.damage == "heavy" and "fragile" in rules.vehicle(unit).abilities:
        yield Problem("TI-ABL-17", say("{unit} would be destroyed by such damage.", unit=name), (uid,))


def _tokens(rules: TiRules, uid: str, unit: Unit) -> Iterator[Problem]:
    name = rules.title(unit)
    if unit.token == "op_fire" and unit.condition:
        yield Problem("TI-CON-08", say("{unit} cannot be in op fire mode.", unit=name), (uid,))
    if unit.token and not unit.on_map and not unit.inside and unit.at != UNSEEN:
        yield Problem("TI-SEQ-06", say("{unit} has a token and is not on the map.", unit=name), (uid,))


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
            text = say("{hex} of an objective is not on the map.", hex=objective.hex)
            yield Problem("TI-CMD-01", text, (objective.hex,))


def _cards(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    played = {side: tuple(held.card for held in cards) for side, cards in s.in_play.items()}
    for side in SIDES:
        for card in (*s.hands.get(side, ()), *played.get(side, ())):
            if not rules.deck_of(card):
                yield Problem("TI-SET-04", say("There is no strategy card {card}.", card=card))
    for key, left in s.decks.items():
        side, _, deck = key.partition("/")
        printed = next((d for d in rules.tables.decks if d.id == deck), None)
        if printed is None or side not in SIDES:
            yield Problem("TI-SET-04", say("There is no deck {deck}.", deck=key))
            continue
        copies = {card.id: card.copies for card in printed.cards}
        if any(not 0 < n <= copies.get(card, 0) for card, n in left.items()):
            yield Problem("TI-SET-04", say("The deck {deck} holds other cards than printed.", deck=key))
    for side, force in s.mission.forces.items():
        for operation in force.operations:
            if operation not in {card.id for card in rules.tables.operations}:
                text = say("{side} has no operations card {card}.", side=side, card=operation)
                yield Problem("TI-SET-06", text)


def _named(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Cards in force and handles that speak of what is not there."""
    for effect in s.effects:
        if not rules.deck_of(effect.card):
            yield Problem("TI-SET-04", say("There is no strategy card {card}.", card=effect.card))
        for uid in effect.units:
            if uid not in s.units:
                text = say("A card changes {unit}, and there is no such unit.", unit=uid)
                yield Problem("position", text, (uid,))
    for effect in effects.lacking(rules, s):
        title = rules.card(effect.card).title
        text = say("{card} is in force and changes nothing: its effect is missing.", card=title)
        yield Problem("TI-CARD-01", text)
    for effect in s.effects:
        lies = any(c.card == effect.card and not c.waiting for c in s.in_play.get(effect.side, ()))
        resolved = any(getattr(step, "card", "") == effect.card for step in s.stack)
        if effect.change.duration == "card" and rules.deck_of(effect.card) and not (lies or resolved):
            title = rules.card(effect.card).title
            yield Problem("TI-CARD-01", say("{card} changes something and does not lie in play.", card=title))
    yield from _handles(rules, s)


def _handles(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """What hides concealed squads, each of them and nobody else; a view, in which handles stand for nobody, is whole."""
    for handle, uid in s.handles.items():
        unit = s.units.get(uid)
        if uid and unit is None:
            text = say("{handle} stands for {unit}, and there is no such unit.", handle=handle, unit=uid)
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
                    "{unit} is concealed, and nothing hides it from the other side.", unit=rules.title(unit)
                )
                yield Problem("TI-CNC-01", text, (uid,))


# ---- hexes ------------------------------------------------------------------------------------------------------------
def _hexes(rules: TiRules, s: TideOfIron) -> Iterator[Problem]:
    """Every problem, hex by hex."""
    board = rules.board(s)
    passing = frozenset(passers(s))
    for at, uids in board.at.items():
        if at not in rules.atlas.index:
            continue
        standing = [x for x in uids if x not in passing]
        for side in SIDES:
            yield from _stack(s, at, side, standing)
        open_ = {s.units[x].side for x in standing if not s.units[x].concealed}
        if len(open_) > 1:
            yield Problem("TI-MOV-02", say("Enemies stand together in {hex}.", hex=at), tuple(uids))
        for uid in standing:
            for reason in barred(rules, s, s.units[uid], at):
                yield Problem(reason.rule, reason.text, (uid, at))
        yield from _inside(s, at, uids)
    for at in s.works:
        yield from _markers(rules, s, at)


def passers(s: TideOfIron) -> Iterator[str]:
    """Units in the middle of a move: they may pass where nobody may stay (TI-STK-03, TI-ABL-18)."""
    for step in s.stack:
        for name in ("unit", "uid", "mover", "active"):
            found = getattr(step, name, None)
            if isinstance(found, str) and found in s.units:
                yield found


def _stack(s: TideOfIron, at: str, side: str, uids: list[str]) -> Iterator[Problem]:
    here = [x for x in uids if s.units[x].side == side]
    if len(here) > MOST:
        text = say("{n} units of one side stand in {hex}.", n=len(here), hex=at)
        yield Problem("TI-STK-01", text, (at, *here))
    if sum(not s.units[x].squad for x in here) > MOST_VEHICLES:
        yield Problem("TI-STK-02", say("More than two vehicles stand in {hex}.", hex=at), (at, *here))


def _inside(s: TideOfIron, at: str, uids: tuple[str, ...]) -> Iterator[Problem]:
    works = s.works.get(at, NONE)
    for kind in FORTS:
        inside = [x for x in uids if s.units[x].shelter == kind]
        if len(inside) > getattr(works, kind):
            text = say("More squads are in fortifications in {hex} than there are.", hex=at)
            yield Problem("TI-FORT-01", text, (at, *inside))
        elif len({s.units[x].side for x in inside}) > 1:
            text = say("Enemies are in fortifications of the same hex {hex}.", hex=at)
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
        yield Problem(rule, say("Nobody can have dug in {hex}.", hex=at), (at,))
    if works.smoke and terrain == "building":
        yield Problem("TI-SMK-08", say("There is smoke in the building hex {hex}.", hex=at), (at,))
