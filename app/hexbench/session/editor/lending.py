"""Counters transferred from one document to another: via the clipboard, or borrowed from a scenario or a
saved game.

A counter carries what both kinds of document would say about it, so that one from a running position can go
into a scenario and vice versa. If its id is taken it gets a new one, and references from the counters
transferred with it are updated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexbench.engine.documents.editing import UNPLACED, Format
from hexbench.engine.values import Say, Value, Wrong, say
from hexbench.session.editor.document import patched, put
from hexbench.session.editor.naming import fault_said
from hexbench.session.editor.scenario import plain_fields, renamed
from hexbench.store.strict import BadFile, convert, parse_json

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import DataTable
    from hexbench.session.editor.opened import OpenScenario
    from hexbench.session.editor.scenario import ScenarioDraft

MIME: Final = "application/x-hexbench-counters+json"
"""The MIME type of counters on the clipboard or in a drag between windows."""
FORMAT: Final = "hexbench-counters"
VERSION: Final = 1
PRINTED: Final = "printed"


class Lent(Value, frozen=True, kw_only=True):
    """One counter in transit. ``entries`` hold its entry in a scenario and in a position; one of them may be
    missing.
    """

    id: str
    side: str
    at: str = UNPLACED
    entries: dict[Format, dict[str, Any]] = {}


class Parcel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Counters as stored on the clipboard."""

    format: str
    version: int
    game: str
    counters: tuple[Lent, ...]


# ---- giving
def lendable(draft: OpenScenario) -> tuple[str, ...]:
    """The counters that can be copied elsewhere: those of the document and those its opening position adds."""
    made = draft.state.units if draft.state is not None else ()
    return tuple(dict.fromkeys((*draft.entries(), *made)))


def lent(draft: OpenScenario, uids: Iterable[str]) -> tuple[Lent, ...]:
    """Counters ready for transfer."""
    return tuple(_lent(draft, uid) for uid in uids)


def _lent(draft: OpenScenario, uid: str) -> Lent:
    editing, rules, state = draft.editing, draft.rules, draft.state
    entries: dict[Format, dict[str, Any]] = {}
    own = draft.whole(uid) if uid in draft.entries() else None
    unit = state.units.get(uid) if state is not None else None
    if own is not None:
        entries[draft.kind] = own
        side, at = draft.side_of(uid), draft.place_of(uid)
    else:
        assert unit is not None, "asked of those that can be lent"
        side, at = str(unit.side), str(unit.at)
    if unit is not None and "position" not in entries:
        entries["position"] = {**editing.described(rules, state, uid), "at": at}
    if "scenario" not in entries and "position" in entries:
        entries["scenario"] = _ordered(draft, side, entries["position"])
    return Lent(id=uid, side=side, at=at, entries=entries)


def _ordered(draft: OpenScenario, side: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario entry of a counter described in a position: its printed values, and defaults for the rest."""
    fresh = draft.editing.fresh(draft.rules, "scenario", side)
    printed = entry.get(PRINTED)
    known = table_of(draft, "scenario").fields
    said = {**entry, **(printed if isinstance(printed, Mapping) else {})}
    out = {key: value for key, value in fresh.items() if key not in said}  # a vehicle has no figures at all
    for field in known:
        found: Any = None
        for source in (printed, entry):
            here: Any = source
            for key in field.path:
                here = here.get(key) if isinstance(here, Mapping) else None
            found = here if found is None else found
        if found is not None and (found != field.blank or field.needed):
            out = put(out, field.path, found)
    return {**out, "side": side} if "side" in fresh else out


def table_of(draft: OpenScenario, kind: Format) -> DataTable:
    """The table of counters in a document of this kind."""
    return next(roll for roll in draft.editing.rolls(draft.rules, kind) if roll.counters)


def pack(draft: OpenScenario, counters: Iterable[Lent]) -> bytes:
    """Counters encoded for the clipboard."""
    parcel = Parcel(format=FORMAT, version=VERSION, game=draft.game.key, counters=tuple(counters))
    return msgspec.json.encode(parcel)


def unpack(draft: OpenScenario, data: bytes) -> tuple[Lent, ...]:
    """Counters decoded from the clipboard. Raises ValueError (one sentence) for those of another game and for
    other data.
    """
    try:
        parcel: Parcel = convert(parse_json(data.decode("utf-8", errors="replace")), Parcel)
    except BadFile:
        raise Wrong(say("The clipboard does not contain counters that can be read.")) from None
    if parcel.format != FORMAT or parcel.version != VERSION:
        raise Wrong(say("The clipboard does not contain counters that can be read."))
    if parcel.game != draft.game.key:
        other = draft.catalogue.games.get(parcel.game)
        raise Wrong(
            say(
                "These counters are from {theirs} and cannot be pasted into {ours}.",
                theirs=other.title if other is not None else parcel.game,
                ours=draft.game.title,
            )
        )
    return parcel.counters


# ---- taking
def resting(draft: OpenScenario, side: str) -> str:
    """Where an unplaced counter of a side is kept."""
    if draft.kind == "scenario":
        return UNPLACED
    entry = draft.editing.fresh(draft.rules, draft.kind, side)
    return draft.editing.place_of(draft.rules, draft.kind, entry, "")


def taken(
    draft: ScenarioDraft, counters: Iterable[Lent], places: Mapping[str, str], what: Say
) -> tuple[str, ...]:
    """Add counters to a document as one edit and return their new ids in order.

    ``places`` give the destination of each by its original id; a counter without one keeps its place, or goes
    beside the map if there is no such place here. Raises ValueError (one sentence), leaving the document
    unchanged.
    """
    chosen = tuple(counters)
    ids = _ids(draft, chosen)
    plain = plain_fields(draft.counters.fields)
    made = {ids[one.id]: renamed(_placed(draft, one, places.get(one.id), ids), ids, plain) for one in chosen}
    patches = draft.adding(made)
    if draft.fault is None:
        found = draft.trial(patched(draft.document, patches))
        if found.fault is not None:
            raise Wrong(say("These counters cannot be added here: {why}", why=fault_said(draft, found.fault)))
    draft.do(what, patches)
    return tuple(made)


def _ids(draft: ScenarioDraft, counters: tuple[Lent, ...]) -> dict[str, str]:
    """Original id -> id in this document."""
    ids: dict[str, str] = {}
    for one in counters:
        try:
            draft.check_new(one.id)
            new = one.id if one.id not in ids.values() else draft.copy_name(one.id, ids.values())
        except Wrong:
            new = draft.copy_name(one.id, ids.values())
        ids[one.id] = new
    return ids


def _placed(draft: ScenarioDraft, one: Lent, wanted: str | None, ids: Mapping[str, str]) -> dict[str, Any]:
    """The entry of a counter in its new place."""
    editing, rules, kind = draft.editing, draft.rules, draft.kind
    if one.side not in draft.game.sides or kind not in one.entries:
        raise Wrong(say("{name} is not a counter of this game.", name=one.id))
    entry, rest = one.entries[kind], resting(draft, one.side)
    at = one.at if wanted is None else wanted
    known = {box for box, _ in draft.boxes}
    carried = at.startswith("#") and any(part in ids for part in at.split("/"))
    if not (at in rules.atlas.index or at in known or carried):
        at = rest
    try:
        return editing.placed(rules, kind, entry, ids[one.id], at)
    except ValueError:
        if wanted is not None and at == wanted:
            raise
        return editing.placed(rules, kind, entry, ids[one.id], rest)
