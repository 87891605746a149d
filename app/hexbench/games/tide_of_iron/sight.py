"""Line of sight (TI-LOS, rulings B.1): exact integer geometry, and one judgement both for the rules and for explanations.

A hex with centre H holds the points P with |dx-dy|, |dy-dz|, |dz-dx| <= 1 where d = P - H in cube coordinates. The line
is clipped against these three strips in integers, with all parameters brought to a common denominator. The explanation lists
every item the line meets, the blocking or blind hexes, and a profile of the ground.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.engine.display import Fact, Facts, Profile, ProfilePoint
from hexbench.engine.values import Say, counted, listed, say
from hexbench.hexes.coords import Axial, distance

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiSeat


OFF: Final = -1
"""A place off the map: level 0, never an obstruction (B-LOS-4)."""
REACH: Final = {1: 2, 2: 1}
"""Level difference -> how many hexes behind an obstruction are blind (TI-LOS-11, TI-LOS-12)."""

_MOST_VEILED: Final = 50_000
"""The most lines through smoke that are cached."""

Item = tuple[int, ...]
"""What a line meets: one hex it runs through, or the two hexes of a hexside it runs along (left, right)."""


def _strips(q: int, r: int) -> tuple[int, int, int]:
    return 2 * q + r, -q - 2 * r, r - q


@cache
def met(dq: int, dr: int) -> tuple[tuple[Axial, ...], ...]:
    """What the line from (0, 0) to (dq, dr) meets, in order, ends left out (B-LOS-1, B-LOS-3).

    A pair is a hexside the line runs along, the hex on its left first.
    """
    ends = _strips(dq, dr)
    whole = 1
    for e in ends:
        whole *= abs(e) or 1
    inside: list[tuple[int, tuple[Axial, ...]]] = []
    edges: dict[tuple[int, int], list[Axial]] = {}
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in range(min(0, dr) - 1, max(0, dr) + 2):
            if (q, r) in ((0, 0), (dq, dr)):
                continue
            span = _clip(ends, _strips(q, r), whole)
            if span is None:
                continue
            start, end, within = span
            if within:
                inside.append((start, ((q, r),)))
            else:
                edges.setdefault((start, end), []).append((q, r))
    # the left of the line is where the cross product with its direction is negative (y grows downwards)
    pairs = [
        (span[0], tuple(sorted(two, key=lambda h: dq * h[1] - dr * h[0]))) for span, two in edges.items()
    ]
    return tuple(item for _, item in sorted(inside + pairs))


def _clip(ends: tuple[int, ...], centre: tuple[int, ...], whole: int) -> tuple[int, int, bool] | None:
    """The part of the line in a hex, in units of ``whole``, and whether it runs inside.

    None if the line misses the hex or only touches a corner.
    """
    start, end = 0, whole
    for e, h in zip(ends, centre, strict=True):
        if e == 0:
            if abs(h) > 1:
                return None
            continue
        a, b = (h - 1) * whole // e, (h + 1) * whole // e
        start, end = max(start, min(a, b)), min(end, max(a, b))
    if start >= end:
        return None
    twice = start + end
    return (
        start,
        end,
        all(abs(twice * e - 2 * whole * h) < 2 * whole for e, h in zip(ends, centre, strict=True)),
    )


class Judgement(NamedTuple):
    """Whether there is a line of sight, the clauses that decide, and the hexes involved."""

    clear: bool
    rules: tuple[str, ...]
    blocked_by: Item = ()
    """The obstruction that decides: hex indices."""
    blind: Item = ()
    """The hexes behind it that are blind, the lower unit's own last."""


class Sight:
    """The lines of sight of one map under the options of one game. Lines not affected by smoke are computed once."""

    def __init__(
        self,
        atlas: Atlas,
        blocking: Collection[str],
        *,
        graze: Literal["pair", "global"] = "pair",
        low_bt: Literal["top", "blocks"] = "top",
        tall: Literal["blocks", "blind"] = "blocks",
    ) -> None:
        """``blocking`` are the keys of blocking terrain (TI-TER)."""
        self.atlas = atlas
        self.level = tuple(cell.elevation for cell in atlas.cells)
        self.wooded = tuple(cell.terrain in blocking for cell in atlas.cells)
        self._graze, self._low_bt, self._tall = graze, low_bt, tall
        self._at = {axial: i for i, axial in enumerate(atlas.axial)}
        self._clear: dict[tuple[int, int], tuple[bool, frozenset[int]]] = {}
        """pair -> (whether it is clear without smoke, the hexes in which smoke would matter)."""
        self._veiled: dict[tuple[int, int, frozenset[int]], bool] = {}
        self._items: dict[tuple[int, int], tuple[Item, ...]] = {}
        self._far: dict[int, bytes] = {}

    def items(self, a: int, b: int) -> tuple[Item, ...]:
        """What the line between two hexes meets, from ``a`` to ``b``; places off the map are OFF."""
        found = self._items.get((a, b))
        if found is None:
            (q, r), (x, y) = self.atlas.axial[a], self.atlas.axial[b]
            get = self._at.get
            found = self._items[a, b] = tuple(
                tuple([get((q + dq, r + dr), OFF) for dq, dr in item]) for item in met(x - q, y - r)
            )
        return found

    def far(self, i: int) -> bytes:
        """The distances of all hexes from one, by index."""
        found = self._far.get(i)
        if found is None:
            at = self.atlas.axial[i]
            found = self._far[i] = bytes([min(255, distance(at, other)) for other in self.atlas.axial])
        return found

    def top(self, h: int, smoke: Collection[int] = ()) -> int:
        """The height of a hex and anything on it, in levels (B-LOS-5)."""
        return 0 if h == OFF else self.level[h] + (self.wooded[h] or h in smoke)

    def clear(self, a: int, b: int, smoke: frozenset[int] = frozenset()) -> bool:
        """Whether ``a`` and ``b`` see each other; ``smoke`` are the hexes with smoke."""
        if a > b:
            a, b = b, a
        known = self._clear.get((a, b))
        if known is None:
            between = frozenset([h for item in self.items(a, b) for h in item])
            known = self._clear[a, b] = (self.judge(a, b).clear, between)
        if not smoke or known[1].isdisjoint(smoke):
            return known[0]
        key = (a, b, smoke)
        veiled = self._veiled.get(key)
        if veiled is None:
            if len(self._veiled) > _MOST_VEILED:
                self._veiled.clear()
            veiled = self._veiled[key] = self.judge(a, b, smoke).clear
        return veiled

    # ---- the rules themselves
    def judge(self, a: int, b: int, smoke: Collection[int] = ()) -> Judgement:
        """Whether ``a`` and ``b`` see each other, and why (or why not)."""
        if a == b:
            return Judgement(True, ("B-LOS-11",))
        if distance(self.atlas.axial[a], self.atlas.axial[b]) == 1:
            return Judgement(True, ("TI-LOS-07",))
        items = self.items(a, b)
        if self.level[a] == self.level[b]:
            return self._level(items, self.level[a], smoke)
        low, high = (a, b) if self.level[a] < self.level[b] else (b, a)
        return self._slope(items, low, high, smoke)

    def _level(self, items: tuple[Item, ...], e: int, smoke: Collection[int]) -> Judgement:
        """Two units at the same level (B-LOS-6)."""

        def obstructs(h: int) -> bool:
            return self.top(h, smoke) > e or self._below(h, smoke)

        culprits = self._obstructions(items, obstructs)
        if not culprits:
            return Judgement(True, ("TI-LOS-03", *self._grazed(items, obstructs)))
        worst = culprits[0]
        return Judgement(False, (*self._way(worst, smoke), "B-LOS-6"), worst)

    def _slope(self, items: tuple[Item, ...], low: int, high: int, smoke: Collection[int]) -> Judgement:
        """A lower and a higher unit (TI-LOS-09..14, B-LOS-7..9)."""
        axial, lo, hi = self.atlas.axial, self.level[low], self.level[high]

        def far(h: Item, end: int) -> int:
            known = [x for x in h if x != OFF]
            return max(distance(axial[x], axial[end]) for x in known) if known else 0

        def at_crest(h: int) -> bool:
            return h != OFF and self.level[h] >= hi

        def too_tall(h: int) -> bool:
            return self.top(h, smoke) > hi if self._tall == "blocks" else h != OFF and self.level[h] > hi

        def obstructs(h: int) -> bool:
            return self.top(h, smoke) > lo or self._below(h, smoke)

        for item in items:
            if all(map(at_crest, item)) and far(item, high) == 1:
                return Judgement(False, ("TI-LOS-14", "B-LOS-8"), item)
        for item in self._obstructions(items, too_tall):
            return Judgement(False, (*self._way(item, smoke), "B-LOS-9"), item)
        near = sorted((far(item, low), item) for item in self._obstructions(items, obstructs))
        if not near:
            return Judgement(True, ("TI-LOS-03", *self._grazed(items, obstructs)))
        gap, item = near[0]
        rule = "TI-LOS-11" if hi - lo == 1 else "TI-LOS-12"
        if gap > REACH[hi - lo]:
            return Judgement(True, ("TI-LOS-13", rule, "B-LOS-7"), item)
        behind = [x for other in items if far(other, low) < gap for x in other if x != OFF]
        return Judgement(False, ("TI-LOS-13", rule, *self._way(item, smoke)[1:]), item, (*behind, low))

    def _below(self, h: int, smoke: Collection[int]) -> bool:
        """Whether blocking terrain counts regardless of its level (option ``los_low_bt``)."""
        return self._low_bt == "blocks" and h != OFF and (self.wooded[h] or h in smoke)

    def _obstructions(self, items: Iterable[Item], counts: Callable[[int], bool]) -> list[Item]:
        """The items that obstruct, given a test of single hexes. Along hexsides both sides must (TI-LOS-05, B-LOS-2)."""
        alone = [item for item in items if all(map(counts, item))]
        if self._graze == "pair":
            return alone
        left = [item[0] for item in items if len(item) == 2 and counts(item[0])]
        right = [item[1] for item in items if len(item) == 2 and counts(item[1])]
        # the nearest of each side for either end: whichever end is the lower, the right pair is among them
        return alone + [(a, b) for a in left for b in right if (a, b) not in alone]

    def _grazed(self, items: tuple[Item, ...], counts: Callable[[int], bool]) -> tuple[str, ...]:
        """The clause that keeps a line clear although there is an obstacle on one side of it."""
        return ("TI-LOS-05",) if any(len(item) == 2 and any(map(counts, item)) for item in items) else ()

    def _way(self, item: Item, smoke: Collection[int]) -> tuple[str, ...]:
        """The clauses by which an obstruction blocks the line."""
        return (
            "TI-LOS-03",
            *(("TI-LOS-05",) if len(item) == 2 else ()),
            *(("TI-SMK-01",) if any(h in smoke for h in item) else ()),
        )


def of(rules: TiRules) -> Sight:
    """The lines of sight of a game, kept on its rules."""
    kept: Sight | None = rules.memo.get("sight")
    if kept is None:
        blocking = frozenset(key for key, ground in rules.tables.terrain.items() if ground.blocks)
        o = rules.options
        kept = rules.memo["sight"] = Sight(
            rules.atlas, blocking, graze=o.los_graze, low_bt=o.los_low_bt, tall=o.los_tall
        )
    return kept


def smoke(rules: TiRules, s: Position) -> frozenset[int]:
    """The hexes with smoke, by index. Code that changes markers in a Play must call :func:`forget`."""
    works = s.works
    if not works:
        return frozenset()
    kept: tuple[object, frozenset[int]] | None = rules.memo.get("smoke")
    if kept is not None and kept[0] is works:
        return kept[1]
    index = rules.atlas.index
    found = frozenset([index[h] for h, w in works.items() if w.smoke])
    rules.memo["smoke"] = (works, found)
    return found


def forget(rules: TiRules) -> None:
    """Drop the cached smoke hexes after markers have changed."""
    rules.memo.pop("smoke", None)


def sees(rules: TiRules, s: Position, a: str, b: str) -> bool:
    """Whether a unit in ``a`` and one in ``b`` see each other; both are hexes on the map (TI-LOS-01, B-LOS-11, B-LOS-12)."""
    kept: Sight = rules.memo.get("sight") or of(rules)
    index = rules.atlas.index
    i, j = index[a], index[b]
    if s.sight_limit and kept.far(i)[j] > s.sight_limit:
        return False
    return kept.clear(i, j, smoke(rules, s))


def field(rules: TiRules, s: Position, a: str) -> tuple[str, ...]:
    """Every hex seen from ``a``, in reading order."""
    lines, limit, veiled = of(rules), s.sight_limit, smoke(rules, s)
    i, atlas = rules.atlas.index[a], rules.atlas
    far = lines.far(i)
    return tuple(
        h for j, h in enumerate(atlas.labels) if not (limit and far[j] > limit) and lines.clear(i, j, veiled)
    )


class Sightline(NamedTuple):
    """The answer to "does A see B?"."""

    clear: bool
    rules: tuple[str, ...]
    """The clauses that decide, the most important first."""
    hexes: tuple[str, ...]
    """The hexes of the line, including both ends; for a hexside, both hexes."""
    blocking: tuple[str, ...]
    blind: tuple[str, ...]
    profile: Profile
    facts: Facts


def explain(seat: TiSeat, a: str, b: str) -> Sightline:
    """Whether ``a`` and ``b`` see each other and why. Raises KeyError for a hex that is not on the map."""
    atlas, lines = seat.rules.atlas, of(seat.rules)
    i, j = atlas.index[a], atlas.index[b]
    veiled = smoke(seat.rules, seat.s)
    found = judged(seat.rules, seat.s, a, b)
    limit = seat.s.sight_limit
    items = lines.items(i, j)
    labels = atlas.labels
    named = tuple(labels[h] for item in items for h in item if h != OFF)
    blocking = tuple(labels[h] for h in found.blocked_by if h != OFF)
    blind = tuple(labels[h] for h in found.blind if h != OFF)
    title = say("{a} sees {b}", a=a, b=b) if found.clear else say("{a} does not see {b}", a=a, b=b)
    points = (
        _point(lines, i, ""),
        *(_cut(lines, item, found, veiled) for item in items if any(h != OFF for h in item)),
        _point(lines, j, ""),
    )
    facts = [
        Fact(say("Line of sight"), say("clear") if found.clear else say("none"), found.rules),
        Fact(say("Why"), why(seat.rules, seat.s, found, a, b), found.rules, blocking or blind),
        Fact(say("Distance"), say("{n}", n=atlas.distance(a, b)), ("TI-RNG-02",)),
        Fact(
            say("Levels"),
            say("{a}: {m}, {b}: {n}", a=a, m=lines.level[i], b=b, n=lines.level[j]),
            ("TI-LOS-08",),
        ),
    ]
    if limit:
        facts.append(
            Fact(
                say("Visibility limit"),
                counted(limit, say("1 hex"), say("{n} hexes", n=limit)),
                ("TI-SET-06",),
            )
        )
    facts += [_met(seat, lines, item, veiled) for item in items]
    if blind:
        facts.append(Fact(say("Blind"), _list(blind), ("TI-LOS-13",), blind))
    return Sightline(
        found.clear,
        found.rules,
        (a, *named, b),
        () if found.clear else blocking,
        blind,
        Profile(title, points, found.clear),
        Facts(title, tuple(facts)),
    )


def judged(rules: TiRules, s: Position, a: str, b: str) -> Judgement:
    """Whether two hexes of the map see each other with the present fog and smoke, and what decides it."""
    index = rules.atlas.index
    if s.sight_limit and rules.atlas.distance(a, b) > s.sight_limit:
        return Judgement(False, ("TI-SET-06",))
    return of(rules).judge(index[a], index[b], smoke(rules, s))


def unseen(rules: TiRules, s: Position, a: str, b: str) -> tuple[Say, tuple[str, ...]]:
    """(why ``b`` is not seen from ``a``, the hexes that block): for refusals due to a missing line of sight."""
    found = judged(rules, s, a, b)
    hexes = tuple(rules.atlas.labels[h] for h in found.blocked_by if h != OFF)
    return why(rules, s, found, a, b), hexes


def _list(hexes: tuple[str, ...]) -> Say:
    return say("{hexes}", hexes=", ".join(hexes))


def _point(lines: Sight, h: int, rule: str, veiled: frozenset[int] = frozenset()) -> ProfilePoint:
    return ProfilePoint(lines.atlas.labels[h], lines.level[h], lines.top(h, veiled), rule)


def _cut(lines: Sight, item: Item, found: Judgement, veiled: frozenset[int]) -> ProfilePoint:
    """An item of the line in the profile: for a hexside the lower of its two hexes, over which the line passes."""
    known = [h for h in item if h != OFF]
    low = min(known, key=lambda h: lines.top(h, veiled))
    rule = found.rules[0] if not found.clear and set(item) & set(found.blocked_by) else ""
    return _point(lines, low, rule, veiled)


def _met(seat: TiSeat, lines: Sight, item: Item, veiled: frozenset[int]) -> Fact:
    """One thing the line meets."""
    labels = lines.atlas.labels
    known = tuple(labels[h] for h in item if h != OFF)
    if len(item) == 1:
        label, rule = say("Through {hex}", hex=known[0]) if known else say("Beside the map"), "B-LOS-1"
    else:
        label, rule = say("Along {sides}", sides="/".join(known)), "B-LOS-2"
    heights = [_height(seat, lines, h, veiled) for h in item if h != OFF]
    if len(known) < len(item):
        heights.append(say("beside the map"))
    return Fact(label, listed(heights, " | "), (rule, "B-LOS-5"), known)


def _height(seat: TiSeat, lines: Sight, h: int, veiled: frozenset[int]) -> Say:
    ground = seat.rules.tables.terrain[lines.atlas.cells[h].terrain].title
    level, top = lines.level[h], lines.top(h, veiled)
    if h in veiled:
        return say("{ground}, smoke, level {level}, up to {top}", ground=ground, level=level, top=top)
    return say("{ground}, level {level}, up to {top}", ground=ground, level=level, top=top)


def why(rules: TiRules, s: Position, found: Judgement, a: str, b: str) -> Say:
    """The deciding reason as a sentence."""
    hexes = [rules.atlas.labels[h] for h in found.blocked_by if h != OFF]
    several = len(hexes) > 1
    at = say("{a} and {b}", a=hexes[0], b=hexes[1]) if several else Say(hexes[0] if hexes else "")
    rule = found.rules[0]
    if rule == "TI-SET-06":
        n = s.sight_limit
        if n == 1:
            return say("Visibility is limited to 1 hex this round.")
        return say("Visibility is limited to {n} hexes this round.", n=n)
    if rule == "B-LOS-11":
        return say("A unit sees its own hex.")
    if rule == "TI-LOS-07":
        return say("The hexes are adjacent.")
    if rule == "TI-LOS-14":
        return say("The line leaves the higher unit across ground at its own level in {at}.", at=at)
    if rule == "TI-LOS-13" and found.clear:
        return say("The lower unit is far enough behind {at} to be seen.", at=at)
    if rule == "TI-LOS-13":
        return say("The lower unit is in a blind hex behind {at}.", at=at)
    if not found.clear and "B-LOS-9" in found.rules:
        return (
            say("{at} are higher than both units.", at=at)
            if several
            else say("{at} is higher than both units.", at=at)
        )
    if not found.clear:
        return say("{at} block the line.", at=at) if several else say("{at} blocks the line.", at=at)
    if "TI-LOS-05" in found.rules:
        return say("The line runs along hexsides with obstacles on one side only.")
    return say("Nothing between {a} and {b} blocks the line.", a=a, b=b)
