"""The dice of a game reckoned up: what was to be expected and what fell, by side and kind of roll.

Made of the dice a side was told of and nothing else: draws from cups and decks may be secret, and are no part of it.
Whether high is good depends on the roll; the report says how far off the middle it was, and how seldom that happens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import erfc, sqrt
from typing import TYPE_CHECKING

from hexbench.engine.events import DiceRolled
from hexbench.engine.values import Say, Value, say

if TYPE_CHECKING:
    from hexbench.session.session import Session

FACES = 6
MIDDLE = 3.5
SPREAD = 35 / 12
"""Variance of one die."""
EXACT = 240
"""Up to so many dice chances are exact; beyond, the normal curve is as good."""
SURE = 0.95
_FILLED = re.compile(r"\{[^}]*\}")
_SIDED = 1.959964
"""Standard deviations either way that hold 95 %."""


class Luck(Value, frozen=True, kw_only=True):
    """The dice of one side and kind of roll (empty: of all). ``low`` and ``high`` bound the sum in 95 games of 100.

    ``as_low`` and ``as_high`` are the chances of a sum that low, or that high, or further out.
    """

    side: str
    kind: str
    says: Say = Say("")
    """The sentence that the kind is the :func:`gist` of, to be translated; its names are not filled in."""
    dice: int
    expected: float
    actual: int
    low: int
    high: int
    as_low: float
    as_high: float
    faces: tuple[int, ...] = (0,) * FACES
    """How often each face fell."""

    @property
    def unusual(self) -> bool:
        """Outside of the bounds."""
        return not self.low <= self.actual <= self.high


def luck(session: Session, upto: int | None = None, *, common: bool = False) -> tuple[Luck, ...]:
    """The dice of the line to ``upto`` (default: here), as the viewer was told of them: each side's sum, then its kinds.

    ``common``: only those that every side was told of.
    """
    found: dict[tuple[str, str], list[int]] = {}
    said: dict[str, Say] = {}
    history = session.history
    for node in history.line(history.here if upto is None else upto):
        record = node.record
        for told in history.opening if record is None else record.told:
            event = told.to(session.viewer)
            if common and any(told.to(side) != event for side in session.rules.sides):
                continue
            if isinstance(event, DiceRolled):
                side = event.of or (record.side if record is not None else "") or ""
                why = event.why
                if not gist(why.template, str(SMALL)):  # nothing but names: by what was done then
                    verb = "" if record is None else record.action.verb
                    why = session.rules.verbs[verb].label if verb in session.rules.verbs else why
                kind = gist(why.template, str(SMALL)) or str(why)
                said[kind] = Say(why.template) if gist(why.template, str(SMALL)) else why
                found.setdefault((side, kind), []).extend(event.faces)
    out: list[Luck] = []
    order = {side: place for place, side in enumerate(session.rules.sides)}
    for side in sorted({side for side, _ in found}, key=lambda one: (order.get(one, len(order)), one)):
        kinds = sorted((kind, faces) for (who, kind), faces in found.items() if who == side)
        out.append(reckon(side, "", [face for _, faces in kinds for face in faces]))
        out += [reckon(side, kind, faces, said[kind]) for kind, faces in kinds]
    return tuple(out)


SMALL = say("a against at by column for from in is of on range row the to with")
"""Words that mean nothing at an end of what is left of a sentence without its names; a translation has its own."""


ENDS = " ,;:.+()"


def gist(template: str, small: str) -> str:
    """What a roll was for, without the names that fill the sentence: "Combat on {hexes}" is "Combat".

    Of the parts between names that with most letters, without ``small`` words at its ends; empty when none is left.
    """
    dull, best = {"", *small.split()}, ""
    for part in _FILLED.split(template):
        words = part.split()
        while words and _bare(words[0]) in dull:
            words.pop(0)
        while words and _bare(words[-1]) in dull:
            words.pop()
        found = " ".join(words).strip(ENDS)
        if sum(map(str.isalpha, found)) > sum(map(str.isalpha, best)):
            best = found
    return best[:1].upper() + best[1:]


def _bare(word: str) -> str:
    return word.strip(ENDS).casefold()


def reckon(side: str, kind: str, faces: Sequence[int], says: Say | None = None) -> Luck:
    """The figures of some six-sided dice."""
    n, total = len(faces), sum(faces)
    as_low, as_high = chances(n, total)
    low, high = bounds(n)
    return Luck(
        side=side,
        kind=kind,
        says=says or Say(kind),
        dice=n,
        expected=MIDDLE * n,
        actual=total,
        low=low,
        high=high,
        as_low=as_low,
        as_high=as_high,
        faces=tuple(sum(face == one for face in faces) for one in range(1, FACES + 1)),
    )


@lru_cache(maxsize=64)
def _ways(n: int) -> tuple[int, ...]:
    """Of the 6**n ways that n dice fall, how many give the sum n, n + 1 ... 6n."""
    ways = [1]
    for _ in range(n):
        grown = [0] * (len(ways) + FACES - 1)
        for place, count in enumerate(ways):
            for face in range(FACES):
                grown[place + face] += count
        ways = grown
    return tuple(ways)


def chances(n: int, total: int) -> tuple[float, float]:
    """(as low or lower, as high or higher) for the sum of n dice."""
    if n > EXACT:
        width = sqrt(SPREAD * n)
        return _below((total + 0.5 - MIDDLE * n) / width), 1 - _below((total - 0.5 - MIDDLE * n) / width)
    ways, all_ = _ways(n), FACES**n
    return sum(ways[: total - n + 1]) / all_, sum(ways[total - n :]) / all_


def bounds(n: int) -> tuple[int, int]:
    """The narrowest sums, the same chance cut off on both sides, between which n dice stay in 95 games of 100."""
    if n > EXACT:
        reach = _SIDED * sqrt(SPREAD * n)
        return int(MIDDLE * n - reach), -int(-(MIDDLE * n + reach) // 1)
    ways, tail = _ways(n), FACES**n * (1 - SURE) / 2
    cut, place = 0, 0
    while cut + ways[place] <= tail:
        cut += ways[place]
        place += 1
    return n + place, FACES * n - place


def _below(z: float) -> float:
    return erfc(-z / sqrt(2)) / 2


def luck_text(found: Iterable[Luck], name: dict[str, str]) -> str:
    """The report as text to keep or to send; ``name`` says what sides are called."""
    lines = [
        f"{'':34}{'dice':>6}{'expected':>10}{'fell':>7}{'95 in 100':>14}{'as low':>9}{'as high':>9}",
    ]
    for one in found:
        head = name.get(one.side, one.side or "Nobody") if not one.kind else f"  {one.kind}"
        lines.append(
            f"{head[:33]:34}{one.dice:>6}{one.expected:>10.1f}{one.actual:>7}"
            f"{f'{one.low} to {one.high}':>14}{one.as_low:>8.1%} {one.as_high:>8.1%}{' *' if one.unusual else ''}"
        )
    lines.append("")
    lines.append("* outside of what 95 games in 100 give. Whether high is good depends on the roll.")
    lines.append("Draws from cups and decks are no dice and are left out.")
    return "\n".join(lines) + "\n"
