"""A line of sight explained: every item it meets, the hex that blocks or the blind hex, the cut through the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.display import Fact, Facts, Profile, ProfilePoint
from hexbench.engine.values import Say, counted, say
from hexbench.games.tide_of_iron import sight
from hexbench.games.tide_of_iron.sight import OFF, Item, Judgement, Sight

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiSeat


class Sightline(NamedTuple):
    """The answer to "does A see B?"."""

    clear: bool
    rules: tuple[str, ...]
    """The clauses that decide, the most important first."""
    hexes: tuple[str, ...]
    """The hexes of the line, both ends included; of a hexside both hexes."""
    blocking: tuple[str, ...]
    blind: tuple[str, ...]
    profile: Profile
    facts: Facts


def explain(seat: TiSeat, a: str, b: str) -> Sightline:
    """Whether ``a`` and ``b`` see each other and why. Raises KeyError for a hex that is not on the map."""
    atlas, lines = seat.rules.atlas, sight.of(seat.rules)
    i, j = atlas.index[a], atlas.index[b]
    veiled = sight.smoke(seat.rules, seat.s)
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
                say("Nothing is seen beyond"),
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
    """Whether two hexes of the map see each other now, fog and smoke as they are, and what decides it."""
    index = rules.atlas.index
    if s.sight_limit and rules.atlas.distance(a, b) > s.sight_limit:
        return Judgement(False, ("TI-SET-06",))
    return sight.of(rules).judge(index[a], index[b], sight.smoke(rules, s))


def unseen(rules: TiRules, s: Position, a: str, b: str) -> tuple[Say, tuple[str, ...]]:
    """(why ``b`` is not seen from ``a``, the hexes that block): for whoever refuses something for want of it."""
    found = judged(rules, s, a, b)
    hexes = tuple(rules.atlas.labels[h] for h in found.blocked_by if h != OFF)
    return why(rules, s, found, a, b), hexes


def _list(hexes: tuple[str, ...]) -> Say:
    return say("{hexes}", hexes=", ".join(hexes))


def _point(lines: Sight, h: int, rule: str, veiled: frozenset[int] = frozenset()) -> ProfilePoint:
    return ProfilePoint(lines.atlas.labels[h], lines.level[h], lines.top(h, veiled), rule)


def _cut(lines: Sight, item: Item, found: Judgement, veiled: frozenset[int]) -> ProfilePoint:
    """An item of the line in the profile: of a hexside, the lower of its two sides, for there the line looks over."""
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
        heights.append("beside the map")
    return Fact(label, say("{heights}", heights=" | ".join(heights)), (rule, "B-LOS-5"), known)


def _height(seat: TiSeat, lines: Sight, h: int, veiled: frozenset[int]) -> str:
    ground = seat.rules.tables.terrain[lines.atlas.cells[h].terrain].title
    cloud = ", smoke" if h in veiled else ""
    return f"{ground}{cloud}, level {lines.level[h]}, up to {lines.top(h, veiled)}"


def why(rules: TiRules, s: Position, found: Judgement, a: str, b: str) -> Say:
    """What decides, in a sentence."""
    hexes = [rules.atlas.labels[h] for h in found.blocked_by if h != OFF]
    several = len(hexes) > 1
    at = say("{a} and {b}", a=hexes[0], b=hexes[1]) if several else Say(hexes[0] if hexes else "")
    rule = found.rules[0]
    if rule == "TI-SET-06":
        n = s.sight_limit
        if n == 1:
            return say("Nothing is seen farther than 1 hex away in this round.")
        return say("Nothing is seen farther than {n} hexes away in this round.", n=n)
    if rule == "B-LOS-11":
        return say("A unit sees its own hex.")
    if rule == "TI-LOS-07":
        return say("They are adjacent.")
    if rule == "TI-LOS-14":
        return say("The line leaves the higher unit over its own ground in {at}.", at=at)
    if rule == "TI-LOS-13" and found.clear:
        return say("The lower unit is far enough behind {at}.", at=at)
    if rule == "TI-LOS-13":
        return say("The lower unit is in a blind hex behind {at}.", at=at)
    if not found.clear and "B-LOS-9" in found.rules:
        return (
            say("{at} stand higher than both.", at=at)
            if several
            else say("{at} stands higher than both.", at=at)
        )
    if not found.clear:
        return say("{at} stand in the way.", at=at) if several else say("{at} stands in the way.", at=at)
    if "TI-LOS-05" in found.rules:
        return say("What stands along the line stands on one side of it only.")
    return say("Nothing between {a} and {b} stands in the way.", a=a, b=b)
