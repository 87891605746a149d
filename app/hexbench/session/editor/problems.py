"""What is wrong with an open scenario, found while it is being edited: twelve kinds of fault, each with a way
to go there.

What the game itself says comes first: why it cannot be read, and what its scenario check and audit find. The
rest is based on what the game declares (:class:`~hexbench.engine.documents.editing.Editing`), so that it
works for every game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from hexbench.engine.documents.editing import UNPLACED
from hexbench.engine.values import Problem, Say, say
from hexbench.session.editor import map_checks, naming
from hexbench.session.editor.document import Key, doubled, entries_of, inside
from hexbench.session.editor.draft import Finding, Level, in_order
from hexbench.session.editor.scenario import ScenarioDraft

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.documents.editing import MapVocabulary

# Whether any unit can ever reach the objectives.


def _unreached(draft: ScenarioDraft) -> Iterator[Finding]:
    """The objectives that no unit of a side can reach, ignoring enemies, by side."""
    rules, state, editing = draft.rules, draft.state, draft.editing
    index = rules.atlas.index
    goals = [at for at in editing.goals(rules, draft.kind, draft.content) if at in index]
    for at in editing.goals(rules, draft.kind, draft.content):
        if at not in index:
            yield Finding(
                level="error", text=say("The objective {hex} is not on this map.", hex=at or "(no hex)")
            )
    if not goals:
        return
    reached: dict[str, set[str]] = {side: set() for side in rules.sides}
    for uid, start in _starts(draft).items():
        side = state.units[uid].side
        if not set(goals) <= reached[side]:
            reached[side] |= _flood(draft, uid, start)
    for side, hexes in reached.items():
        missing = tuple(dict.fromkeys(at for at in goals if at not in hexes))
        if hexes and missing:
            text = say(
                "{side}: no unit can reach {hex}.",
                side=rules.side_name(side),
                hex=", ".join(missing[:4]) + (", ..." if len(missing) > 4 else ""),
            )
            yield Finding(level="warning", text=text, hexes=missing)


def _starts(draft: ScenarioDraft) -> dict[str, list[str]]:
    """One unit for each gait (way of moving) -> the hexes where units of that gait start or enter."""
    rules, state, editing, entries = draft.rules, draft.state, draft.editing, draft.entries()
    first: dict[str, str] = {}
    starts: dict[str, dict[str, None]] = {}
    for uid, unit in state.units.items():
        gait = editing.gait(rules, state, uid)
        here: Iterable[str] = (unit.at,)
        if unit.at.startswith("#"):
            here = editing.comes_by(rules, state, uid) or ()
            given = editing.place_of(rules, draft.kind, entries.get(uid, {}), uid) if not here else ""
            here = here or (given,)
        spots = [at for at in here if at in rules.atlas.index]
        if spots:
            first.setdefault(gait, uid)
            starts.setdefault(gait, {}).update(dict.fromkeys(spots))
    return {uid: list(starts[gait]) for gait, uid in first.items()}


def _flood(draft: ScenarioDraft, uid: str, start: list[str]) -> set[str]:
    """Every hex that a unit can reach from the given hexes, in any amount of time."""
    rules, state, passable = draft.rules, draft.state, draft.editing.passable
    near = rules.atlas.near
    found, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        for there in near[here]:
            if there not in found and passable(rules, state, uid, here, there):
                found.add(there)
                todo.append(there)
    return found


FEW: Final = 5
"""If more late reinforcements than this are found, they are reported together."""
_WORD: Final = re.compile(r'"([^"]+)"|([^\s,;:()"\[\]]+)')


def findings(draft: ScenarioDraft, *, slow: bool = False) -> tuple[Finding, ...]:
    """Everything found, errors first; ``slow`` adds the checks that take longer, for idle moments."""
    return quick_and_all(draft, slow=slow)[1]


def quick_and_all(
    draft: ScenarioDraft, *, slow: bool = True
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """What the quick checks find, and what these and the slow ones find: in one pass, for the quick ones take as long."""
    look = _Look(draft)
    said = list(_said(look))
    look.known = frozenset(ref for one in said for ref in (*one.units, *one.hexes))
    found = [*said, *_ids(draft), *_missing(look), *_entries(look)]
    if draft.state is None or draft.fault is not None:
        return in_order(found), in_order(found)
    standing = _further(look, _standing, sound=not said)
    quick = in_order([*found, *(_waiting() if standing is None else standing)])
    if standing is None or not slow:
        return quick, quick
    slowly = _further(look, _slow, sound=not said)
    return quick, in_order([*found, *(_waiting() if slowly is None else (*standing, *slowly))])


def _further(
    look: _Look, check: Callable[[_Look], Iterable[Finding]], *, sound: bool
) -> list[Finding] | None:
    """What is found by examining the position itself. If the game already objects to it, a check may fail: None."""
    try:
        return list(check(look))
    except Exception:
        if sound:
            raise
        return None


def _waiting() -> tuple[Finding]:
    """What is said in place of checks that failed."""
    text = say("The remaining checks have to wait until the game can read the whole document.")
    return (Finding(level="note", text=text),)


class _Look:
    """One pass over a draft: its entries and their places are collected for all checks."""

    def __init__(self, draft: ScenarioDraft) -> None:
        self.draft = draft
        self.entries = draft.entries()
        self.spots = entries_of(draft.document, draft.counters)
        self.index = draft.rules.atlas.index
        self.known: frozenset[str] = frozenset()
        """Counters and hexes that the game itself has already reported."""

    def keys(self, *uids: str) -> tuple[Key, ...]:
        """The document path of the first of these counters."""
        return next((self.spots[uid][0].keys for uid in uids if uid in self.spots), ())

    def name(self, uid: str) -> Say | str:
        """The name of a counter."""
        return naming.unit_said(self.draft, uid)

    def refs(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The counters and hexes named in a sentence."""
        words = [a or b.strip(".") for a, b in _WORD.findall(text)]
        parts = [*words, *(part for word in words for part in re.split(r"[./]", word))]
        units = dict.fromkeys(word for word in parts if word in self.entries)
        units |= dict.fromkeys(
            uid for uid in self.entries if f".{uid}:" in text or f".{uid}." in text or f".{uid} " in text
        )
        return tuple(units), tuple(dict.fromkeys(w for w in parts if w in self.index and w not in units))


# ---- what the game says ----------------------------------------------------------------------------------------------
def _said(look: _Look) -> Iterator[Finding]:
    draft = look.draft
    for sentence in draft.complaints:
        units, hexes = look.refs(sentence)
        keys, text = naming.complaint_said(draft, sentence)
        yield Finding(level="error", text=text, units=units, hexes=hexes, keys=keys)
    fault = draft.fault
    if fault is not None:
        units, hexes = look.refs(f"{fault.where} {fault.reason}")
        keys, text = fault.keys or naming.keys_of(fault.where), naming.fault_said(draft, fault)
        yield Finding(level="error", text=text, units=units, hexes=hexes, keys=keys)
    for problem in draft.problems:
        yield _of_problem(look, problem)


def _of_problem(look: _Look, problem: Problem) -> Finding:
    index, entries = look.index, look.entries
    units = tuple(ref for ref in problem.refs if ref in entries)
    hexes = tuple(part for ref in problem.refs for part in ref.split("/") if part in index)
    rule = "" if problem.rule == "position" else problem.rule
    return Finding(
        level="error",
        text=problem.text,
        units=units,
        hexes=hexes,
        keys=look.keys(*units[:1]),
        rule=rule,
    )


# ---- the document ----------------------------------------------------------------------------------------------------
def _ids(draft: ScenarioDraft) -> Iterator[Finding]:
    """Ids that are used twice."""
    for roll in draft.rolls:
        for name, spot in doubled(draft.document, roll):
            text = say("{table}: the id {who} is used twice.", table=roll.name, who=name)
            yield Finding(level="error", text=text, units=(name,) if roll.counters else (), keys=spot.keys)
        if roll.keyed or not any(field.key == "id" for field in roll.fields):
            continue
        seen: set[str] = set()
        for spot, entry in entries_of(draft.document, roll).values():
            name = str(inside(entry, ("id",), ""))
            if name in seen:
                text = say("{table}: the id {who} is used twice.", table=roll.name, who=name)
                yield Finding(level="error", text=text, keys=spot.keys)
            seen.add(name)


def _entries(look: _Look) -> Iterator[Finding]:
    """Counters that are unplaced, off the map, late, or among the enemy."""
    draft, index = look.draft, look.index
    late: list[str] = []
    boxes = {box for box, _ in draft.boxes}
    on_time = {turn.box for turn in draft.turns}
    all_due = {box for box in boxes if box.startswith("#due/")}
    together: dict[str, dict[str, list[str]]] = {}
    for uid, entry in look.entries.items():
        at = draft.editing.place_of(draft.rules, draft.kind, entry, uid)
        keys = look.keys(uid)
        name = look.name(uid)
        if at in index:
            side = draft.editing.side_of(draft.kind, entry, uid)
            together.setdefault(at, {}).setdefault(side, []).append(uid)
        elif at == UNPLACED:
            text = say(
                "{unit} has not been placed yet: it has neither a hex nor a turn of arrival.", unit=name
            )
            yield Finding(level="warning", text=text, units=(uid,), keys=keys)
        elif not at.startswith("#"):
            if uid not in look.known:
                text = say("{unit} starts in {hex}, which is not on this map.", unit=name, hex=at)
                yield Finding(level="error", text=text, units=(uid,), keys=keys)
        elif at.startswith("#due/") and on_time and _late(at, on_time, all_due):
            late.append(uid)
    if len(late) > FEW:  # an order of battle shared by several scenarios
        text = say("{n} units arrive after the last turn.", n=len(late))
        yield Finding(level="note", text=text, units=tuple(late), keys=look.keys(*late))
    else:
        for uid in late:
            text = say("{unit} arrives after the last turn.", unit=look.name(uid))
            yield Finding(level="warning", text=text, units=(uid,), keys=look.keys(uid))
    if draft.fault is not None:  # otherwise the audit has reported it
        for at, sides in together.items():
            if len(sides) > 1:
                units = tuple(uid for here in sides.values() for uid in here)
                text = say("Both sides start in {hex}.", hex=at)
                yield Finding(level="error", text=text, units=units, hexes=(at,), keys=look.keys(*units))


def _late(at: str, on_time: set[str], all_due: set[str]) -> bool:
    """Whether a box is for a turn that does not exist; boxes without a turn (conditional arrivals) are never
    late.
    """
    if at in on_time or at.rsplit("/", 1)[1] in {box.rsplit("/", 1)[1] for box in on_time}:
        return False
    return at not in all_due or at.rsplit("/", 1)[1] != "COND"


def _missing(look: _Look) -> Iterator[Finding]:
    """What a scenario lacks that is needed for any game."""
    draft = look.draft
    if draft.fault is not None:
        return  # the game cannot read any of it, and the reason is already reported
    state, rules = draft.state, draft.rules
    if not draft.turns:
        yield Finding(
            level="error", text=say("There are no turns, so neither side could ever act."), keys=(draft.kind,)
        )
    present = {unit.side for unit in state.units.values()} if state is not None else set()
    if not present:
        text = say("There are no counters yet, so neither side has anything to play with.")
        yield Finding(level="error", text=text, keys=(draft.kind,))
        return
    for side in rules.sides:
        if side not in present:
            text = say("{side} has no counters.", side=rules.side_name(side))
            yield Finding(level="warning", text=text, keys=(draft.kind,))


# ---- the opening position --------------------------------------------------------------------------------------------
def _standing(look: _Look) -> Iterator[Finding]:
    """Overstacked hexes, terrain a unit may not be in, and reinforcements that cannot enter."""
    draft = look.draft
    rules, state, editing = draft.rules, draft.state, draft.editing
    index, board = look.index, rules.board(state)
    for at, text in editing.crowded(rules, state):
        here = tuple(uid for uid in state.units if state.units[uid].at == at)
        if at not in look.known:
            yield Finding(level="error", text=text, units=here, hexes=(at,), keys=look.keys(*here))
    for uid, unit in state.units.items():
        if unit.at in index and uid not in look.known:
            why = editing.barred(rules, state, uid)
            if why is not None:
                text = say("{unit}: {why}", unit=look.name(uid), why=why)
                keys = look.keys(uid)
                yield Finding(level="warning", text=text, units=(uid,), hexes=(unit.at,), keys=keys)
    held: dict[str, dict[str, None]] = {}
    for at in board.at:
        if not at.startswith("#"):
            held[at] = dict.fromkeys(state.units[uid].side for uid in board.at[at])
    for uid, unit in state.units.items():
        doors = editing.comes_by(rules, state, uid) if unit.at.startswith("#") else None
        if doors is None:
            continue
        shut = _shut(look, uid, tuple(doors), held)
        if shut is not None:
            level, text = shut
            yield Finding(level=level, text=text, units=(uid,), hexes=tuple(doors[:6]), keys=look.keys(uid))


def _shut(
    look: _Look, uid: str, doors: tuple[str, ...], held: dict[str, dict[str, None]]
) -> tuple[Level, Say] | None:
    """Why a reinforcement could not enter, as far as can be seen at the start."""
    draft, name = look.draft, look.name(uid)
    rules, state = draft.rules, draft.state
    open_ = [at for at in doors if at in rules.atlas.index]
    if not open_:
        return "error", say("{unit} has no entry hex on this map.", unit=name)
    side = state.units[uid].side
    free = [at for at in open_ if all(other == side for other in held.get(at, ()))]
    if not free:
        return "warning", say("Every entry hex of {unit} is occupied by the enemy at the start.", unit=name)
    passable = draft.editing.passable
    if not any(passable(rules, state, uid, at, near) for at in free for near in rules.atlas.near[at]):
        return "error", say("{unit} cannot move on from any of its entry hexes.", unit=name)
    return None


_CHECKED: WeakKeyDictionary[Atlas, tuple[MapVocabulary, tuple[Finding, ...]]] = WeakKeyDictionary()
"""Map -> what it was checked against, and what was found."""


def _of_the_map(atlas: Atlas, ground: MapVocabulary) -> tuple[Finding, ...]:
    """What is found on a map, looked for once: it stays as it is while units are moved on it."""
    known = _CHECKED.get(atlas)
    if known is None or known[0] != ground:
        known = _CHECKED[atlas] = ground, map_checks.findings(atlas.sheet, atlas, ground)
    return known[1]


# ---- what takes longer -----------------------------------------------------------------------------------------------
def _slow(look: _Look) -> Iterator[Finding]:
    """Units out of supply, tables that do not cover their dice, unreachable objectives, and faults of the
    map.
    """
    draft, index = look.draft, look.index
    rules, state, editing = draft.rules, draft.state, draft.editing
    if all(unit.at in index or unit.at.startswith("#") for unit in state.units.values()):
        for uid in editing.unsupplied(rules, state):
            text = say("{unit} starts out of supply.", unit=look.name(uid))
            at = state.units[uid].at
            yield Finding(level="warning", text=text, units=(uid,), hexes=(at,), keys=look.keys(uid))
    check = getattr(draft.game, "check_tables", None)
    for sentence in check(rules.tables) if check is not None else ():
        yield Finding(
            level="error",
            text=say("Tables: {sentence}", sentence=sentence),
        )
    yield from _unreached(draft)
    atlas = rules.atlas
    for one in _of_the_map(atlas, draft.editing.ground(rules.tables)):
        if (
            draft.bound.sheet is not None or one.level == "error"
        ):  # a supplied map was checked when it was made
            yield Finding(
                level=one.level, text=say("Map: {text}", text=one.text), hexes=one.hexes, keys=("map",)
            )
