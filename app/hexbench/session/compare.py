"""Two positions of one game side by side, as one side may know them: losses, supply, the front, odds, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.atlas.atlas import front, nearer
from hexbench.atlas.hexset import bits_of, members
from hexbench.engine.display import Face, Facts, Legend, Overlay, Roster, Shade
from hexbench.engine.values import Say, Value, say
from hexbench.engine.what_if import Possible

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.session.session import Session


NEAR = 4
"""The front is drawn where a unit is at most this many hexes away."""


class Change(Value, frozen=True, kw_only=True):
    """One unit that differs. ``what`` is place, strength, condition, came or went."""

    unit: str
    title: Say
    side: str
    what: str
    before: Say
    after: Say
    hexes: tuple[str, ...] = ()


class Tally(Value, frozen=True, kw_only=True):
    """A side in both positions: counters on the map, their steps, and how many were lost and came (back)."""

    side: str
    counters: tuple[int, int]
    steps: tuple[int, int]
    lost: int = 0
    came: int = 0


class Turned(Value, frozen=True, kw_only=True):
    """Units on the map whose condition changed in the same way: out of supply, pinned, ..."""

    side: str
    before: Say
    after: Say
    units: tuple[Say, ...]
    hexes: tuple[str, ...]


class Comparison(Value, frozen=True, kw_only=True):
    """What is different in ``second``, seen from ``first``; ``facts`` are lines of the game's own pages that differ."""

    first: int
    second: int
    tallies: tuple[Tally, ...]
    changes: tuple[Change, ...]
    score: tuple[tuple[str, int, int], ...]
    facts: tuple[tuple[Say, Say, Say], ...]
    turned: tuple[Turned, ...] = ()


class Pair(Value, frozen=True, kw_only=True):
    """One target in either position: the best attack on it in each, if there is one."""

    before: Possible | None = None
    after: Possible | None = None


def compare(session: Session, first: int, second: int) -> Comparison:
    """Compare two nodes from the viewer's seat. Raises Unreachable if today's rules no longer lead to one of them."""
    rules, seats = session.rules, _seats_at(session, first, second)
    old, new = ({face.unit: (face, at) for face, at in seat.faces()} for seat in seats)
    verdicts = [dict(rules.verdict(seat.s).score) for seat in seats]
    return Comparison(
        first=first,
        second=second,
        tallies=tuple(
            Tally(
                side=side,
                counters=_count(old, new, side),
                steps=_steps(old, new, side),
                lost=_lost(old, new, side),
                came=_lost(new, old, side),
            )
            for side in rules.sides
        ),
        changes=tuple(_changes(old, new)),
        score=tuple((key, verdicts[0].get(key, 0), n) for key, n in verdicts[1].items()),
        facts=tuple(_facts(seats[0], seats[1])),
        turned=tuple(_turned(seats[0], seats[1], new)),
    )


def _seats_at(session: Session, first: int, second: int) -> tuple[Seat, Seat]:
    """The viewer's seats at two nodes, for looking only. Raises Unreachable."""
    old, new = (session.then(node) for node in (first, second))
    return old, new


Counters = dict[str, tuple[Face, str]]


def _on_map(counters: Counters, side: str) -> list[Face]:
    return [face for face, at in counters.values() if face.side == side and not at.startswith("#")]


def _count(old: Counters, new: Counters, side: str) -> tuple[int, int]:
    return len(_on_map(old, side)), len(_on_map(new, side))


def _steps(old: Counters, new: Counters, side: str) -> tuple[int, int]:
    return sum(f.steps[0] for f in _on_map(old, side)), sum(f.steps[0] for f in _on_map(new, side))


def _lost(old: Counters, new: Counters, side: str) -> int:
    """Steps that were on the map and no longer are, of units known in both positions."""
    out = 0
    for unit, (face, at) in old.items():
        if face.side == side and not at.startswith("#") and unit in new:
            after, now = new[unit]
            left = 0 if now.startswith("#") else after.steps[0]
            out += max(0, face.steps[0] - left)
    return out


def _turned(old: Seat, new: Seat, counters: Counters) -> Iterator[Turned]:
    """Units that are on the map in both positions and whose condition changed, in the words of the order of battle."""
    states = [
        {
            entry.unit: entry.status
            for panel in seat.panels()
            if isinstance(panel, Roster)
            for entry in panel.entries
            if not entry.at.startswith("#")
        }
        for seat in (old, new)
    ]
    groups: dict[tuple[str, Say, Say], list[str]] = {}
    for unit, after in states[1].items():
        before = states[0].get(unit)
        if before is not None and before != after and unit in counters:
            groups.setdefault((counters[unit][0].side, before, after), []).append(unit)
    for (side, before, after), units in groups.items():
        yield Turned(
            side=side,
            before=before,
            after=after,
            units=tuple(counters[unit][0].title for unit in units),
            hexes=tuple(dict.fromkeys(counters[unit][1] for unit in units)),
        )


# ---- the front -------------------------------------------------------------------------------------------------------
def fronts(first: Seat, second: Seat, own: str) -> Overlay:
    """The front of both positions, and the ground between them: won and lost for ``own``."""
    atlas = first.rules.atlas
    held = [_held(seat, own) for seat in (first, second)]
    near = [nearer(atlas, ours, theirs, NEAR) for ours, theirs in held]
    won, lost = near[1][0] & ~near[0][0], near[0][0] & ~near[1][0]
    # Ground near units in only one of the two positions belongs to nobody in the other.
    won, lost = won & (near[0][1] | near[0][2]), lost & (near[1][1] | near[1][2])
    labels = atlas.labels
    shades = [
        Shade(labels[i], tone) for tone, found in (("won", won), ("lost", lost)) for i in members(found)
    ]
    lines = [front(atlas, ours, theirs, NEAR) for ours, theirs in held]
    sides = [(name, "front_before") for name in lines[0]] + [(name, "front") for name in lines[1]]
    name = first.rules.side_name(own)
    gain, loss = len(members(won)), len(members(lost))
    return Overlay(
        "compare",
        say("Front then and now"),
        tuple(shades),
        sides=tuple(sides),
        legend=(
            Legend("front_before", say("front there")),
            Legend("front", say("front here")),
            Legend(
                "won",
                say(
                    "gained by {side}: 1 hex" if gain == 1 else "gained by {side}: {n} hexes",
                    side=name,
                    n=gain,
                ),
            ),
            Legend(
                "lost",
                say("lost by {side}: 1 hex" if loss == 1 else "lost by {side}: {n} hexes", side=name, n=loss),
            ),
        ),
    )


def _held(seat: Seat, own: str) -> tuple[int, int]:
    index = seat.rules.atlas.index
    places = [(face.side, index[at]) for face, at in seat.faces() if at in index]
    return bits_of({i for side, i in places if side == own}), bits_of(
        {i for side, i in places if side != own}
    )


# ---- possible attacks ------------------------------------------------------------------------------------------------
def attack_pairs(first: Seat, second: Seat, side: str, found: dict[str, Pair]) -> Iterator[None]:
    """Fill ``found`` with the best attack on each target in both positions, one at each step; the caller may stop."""
    for seat, field in ((first, "before"), (second, "after")):
        for aim in seat.aims(side):
            best = max(seat.attacks_on(side, aim), key=lambda one: one.worth, default=None)
            if best is not None:
                found[aim] = replace(found.get(aim, Pair()), **{field: best})
            yield


def _changes(old: Counters, new: Counters) -> Iterator[Change]:
    for unit, (face, at) in new.items():
        if unit not in old:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="came", before=say("not known"),
                after=_place(at), hexes=_hexes(at),
            )  # fmt: skip
            continue
        before, was = old[unit]
        if was != at:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="place", before=_place(was),
                after=_place(at), hexes=_hexes(was, at),
            )  # fmt: skip
        if before.steps[0] != face.steps[0]:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="strength", before=_strength(before),
                after=_strength(face), hexes=_hexes(at),
            )  # fmt: skip
        if before.marks != face.marks:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="condition", before=_marks(before),
                after=_marks(face), hexes=_hexes(at),
            )  # fmt: skip
    for unit, (face, at) in old.items():
        if unit not in new:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="went", before=_place(at),
                after=say("not known"), hexes=_hexes(at),
            )  # fmt: skip


def _place(at: str) -> Say:
    return say("{place}", place=at.lstrip("#").replace("/", " ").replace("_", " "))


def _hexes(*places: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(at for at in places if not at.startswith("#")))


def _strength(face: Face) -> Say:
    now, full = face.steps
    return say("{n} of 1 step" if full == 1 else "{n} of {full} steps", n=now, full=full)


def _marks(face: Face) -> Say:
    if not face.marks:
        return say("nothing")
    text = face.marks[0].say
    for mark in face.marks[1:]:
        text = say("{first}, {next}", first=text, next=mark.say)
    return text


def _facts(old: Seat, new: Seat) -> Iterator[tuple[Say, Say, Say]]:
    """Lines of the pages of facts that a game shows in docks: victory points, supply, losses."""
    pages = {page.title: page for page in old.panels() if isinstance(page, Facts)}
    for page in new.panels():
        if isinstance(page, Facts) and page.title in pages:
            before = {fact.label: fact.value for fact in pages[page.title].facts}
            for fact in page.facts:
                if fact.label in before and before[fact.label] != fact.value:
                    yield fact.label, before[fact.label], fact.value
