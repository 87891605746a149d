"""Where the numbers of a game come from, and how both players can be sure of them.

A seeded game has its dice fixed before the first of them is rolled. It shows a commitment at the start: the SHA-256
of a salt and the seed. Neither can be found from it, and neither can be changed afterwards: at the end both are
shown, and every number of the game is calculated again.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hexbench.engine.events import DiceRolled
from hexbench.engine.values import Action, NeedDice, Say, Value, Wrong, say
from hexbench.store.customs import brief

if TYPE_CHECKING:
    from hexbench.engine.history import History
    from hexbench.session.session import Session
    from hexbench.store.saves import SaveHeader


_WHAT = "hexbench-dice/1"
_MIXED = "hexbench-dice/2"
FEWEST, MOST = 4, 200
"""The fewest and most letters that a player types into the seed."""


def commitment(seed: int, salt: str, game: str, scenario: str) -> str:
    """What is shown at the start of a game: 64 hexadecimal digits. ``sha256sum`` of the same line gives the same."""
    return hashlib.sha256(f"{_WHAT}/{game}/{scenario}/{salt}/{seed}".encode()).hexdigest()


def promised(header: SaveHeader, seed: int) -> SaveHeader:
    """The header of a seeded game, with a fresh salt and its commitment."""
    salt = secrets.token_hex(16)
    return replace(header, salt=salt, commitment=commitment(seed, salt, header.game, header.scenario))


class Pledge(Value, frozen=True, kw_only=True):
    """A seed chosen when a game is begun, before the players type their letters into it; ``commitment`` is shown first."""

    game: str
    scenario: str
    seed: int
    salt: str
    commitment: str


def pledge(game: str, scenario: str) -> Pledge:
    """A random pledge."""
    seed, salt = secrets.randbits(63), secrets.token_hex(16)
    return Pledge(
        game=game, scenario=scenario, seed=seed, salt=salt, commitment=commitment(seed, salt, game, scenario)
    )


def mixed(seed: int, salt: str, game: str, scenario: str, letters: Mapping[str, str]) -> int:
    """The seed of a game into which players typed letters: side -> what it typed. It depends on all of them.

    Raises ValueError (one sentence) for too few or too many letters.
    """
    parts = [_MIXED, game, scenario, salt, str(seed)]
    for side, text in sorted(letters.items()):
        if not FEWEST <= len(text) <= MOST:
            raise Wrong(say("{least} to {most} letters are needed.", least=FEWEST, most=MOST))
        parts += [side, text]
    whole = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
    return int.from_bytes(hashlib.sha256(whole).digest()[:8], "big") >> 1


def with_letters(header: SaveHeader, pledged: Pledge, letters: Mapping[str, str]) -> SaveHeader:
    """The header of a game begun with a pledge and the players' letters."""
    return replace(
        header,
        salt=pledged.salt,
        commitment=pledged.commitment,
        pledged=str(pledged.seed),
        letters=dict(letters),
    )


def need(session: Session, action: Action, numbers: Sequence[int]) -> NeedDice | None:
    """The number an action needs after these; None: these are enough. Nothing is done. Raises Refused, BadNumbers."""
    before, rules = session.state, session.rules
    action = rules.settle(before, action, session.seat(rules.decider(before)))
    try:
        rules.apply(before, action, numbers, trusted=True)
    except NeedDice as wanted:
        return wanted
    return None


class DiceCheck(Value, frozen=True, kw_only=True):
    """The result of checking the dice of a game. ``good``: nothing is wrong with them.

    ``rolls`` counts the actions that used numbers, ``own`` lists those whose numbers are not the seed's.
    """

    good: bool
    lines: tuple[Say, ...]
    rolls: int = 0
    own: tuple[int, ...] = ()


def check_dice(
    header: SaveHeader, history: History[Any], noted: str = "", *, show_seed: bool = False
) -> DiceCheck:
    """Check every number of a game, on all its branches, against its seed, and the seed against the commitment.

    ``noted`` is the commitment as a player wrote it down at the start; ``show_seed``: the game is over, so the seed
    may be shown. Raises Unreachable if rules have changed.
    """
    if header.dice == "typed":
        return DiceCheck(good=True, lines=(say("The players rolled these dice and typed them in."),))
    if header.lesson:
        text = say(
            "This is a lesson: where it shows what a roll can lead to, the dice were fixed in advance."
        )
        return DiceCheck(good=True, lines=(text,))
    if header.dice == "mail":
        text = say("The dice of a game by mail are checked whenever a letter is opened.")
        return DiceCheck(good=True, lines=(text,))
    seed = history.state_at(0).dice.seed
    lines: list[Say] = []
    good = _against_commitment(header, seed, noted, lines, show_seed)
    rolls, own = 0, []
    for node in history.nodes:
        if node.record is None or not node.record.numbers:
            continue
        rolls += 1
        assert node.parent is not None, "only the root has no action"
        before = history.state_at(node.parent)
        if _seeded(history, before, node.record.action, seed) != node.record.numbers:
            own.append(node.number)
    if own:
        good = False
        shown = ", ".join(map(str, own[:10])) + (" ..." if len(own) > 10 else "")
        lines.append(say("The numbers of these actions do not come from the seed: {nodes}.", nodes=shown))
    else:
        lines.append(
            say(
                "The only roll comes from the seed."
                if rolls == 1
                else "All {n} rolls come from the seed, on every branch.",
                n=rolls,
            )
        )
    return DiceCheck(good=good, lines=tuple(lines), rolls=rolls, own=tuple(own))


def _against_commitment(header: SaveHeader, seed: int, noted: str, lines: list[Say], show_seed: bool) -> bool:
    base = seed
    if header.letters:
        if not header.pledged.isdecimal() or len(header.pledged) > 20:
            lines.append(say("The seed pledged before the letters were typed is not in the file."))
            return False
        base = int(header.pledged)
        try:
            whole = mixed(base, header.salt, header.game, header.scenario, header.letters)
        except ValueError:
            whole = -1
        if whole != seed:
            lines.append(say("The seed does not follow from the pledge and the players' letters."))
            return False
    found = commitment(base, header.salt, header.game, header.scenario)
    asked = "".join(noted.split()).lower()
    if asked and asked != header.commitment:
        lines.append(say("The commitment in the file is not the one that was noted down."))
        return False
    if not header.commitment:
        lines.append(
            say("This game was begun without a commitment: there is no way to tell when its seed was chosen.")
        )
        return not asked
    if found != header.commitment:
        lines.append(say("The seed is not the one that was committed to at the start."))
        return False
    lines.append(say("The seed is the one that was committed to at the start: {text}.", text=found))
    if header.letters:
        typed = ", ".join(f"{side} {brief(text)}" for side, text in sorted(header.letters.items()))
        lines.append(
            say(
                "It was committed to before these letters were typed in: {letters}. A player "
                "who recognises their own letters among them knows that nobody chose these "
                "dice.",
                letters=typed,
            )
        )
    else:
        lines.append(
            say(
                "This proves that the seed was fixed before the first roll, but not that it "
                "was the first one tried: to be sure of that, let both players type letters "
                "into it, or play by mail."
            )
        )
    if show_seed:
        lines.append(say("Seed {seed}, salt {salt}.", seed=str(seed), salt=header.salt))
    return True


def _seeded(history: History[Any], before: Any, action: Action, seed: int) -> tuple[int, ...]:
    """The numbers the seed gives to an action here."""
    if before.dice.seed != seed:
        before = replace(before, dice=replace(before.dice, seed=seed))
    out = history.rules.apply(before, action, None, trusted=True)
    return out.numbers


# Statistics of the dice of a game: what was to be expected and what was rolled, by side and kind of roll.
#
# They use only the dice a side was told of: draws from cups and decks may be secret, and are left out. Whether high
# is good depends on the roll; the report says how far from the mean it was, and how rarely that happens.

FACES = 6
MIDDLE = 3.5
_SPREAD = 35 / 12
"""Variance of one die."""
EXACT = 240
"""Up to this many dice, chances are exact; beyond, the normal curve is as good."""
SURE = 0.95
_FILLED = re.compile(r"\{[^}]*\}")
_SIDED = 1.959964
"""Standard deviations to either side that contain 95 %."""


class Luck(Value, frozen=True, kw_only=True):
    """The dice of one side and kind of roll (empty: of all). ``low`` and ``high`` contain the sum in 95 games out of 100.

    ``as_low`` and ``as_high`` are the chances of a sum at least that low, or at least that high.
    """

    side: str
    kind: str
    says: Say = Say("")
    """The sentence of which the kind is the :func:`gist`, to be translated; its names are not filled in."""
    dice: int
    expected: float
    actual: int
    low: int
    high: int
    as_low: float
    as_high: float
    faces: tuple[int, ...] = (0,) * FACES
    """How often each face was rolled."""

    @property
    def unusual(self) -> bool:
        """Whether the sum is outside the bounds."""
        return not self.low <= self.actual <= self.high


def luck(session: Session, upto: int | None = None, *, common: bool = False) -> tuple[Luck, ...]:
    """The dice of the line to ``upto`` (default: here), as far as the viewer was told of them: each side's sum, then its kinds.

    ``common``: only those of which every side was told.
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
                if not gist(why.template, str(SMALL)):  # nothing but names: then by what was done
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
"""Words without meaning at the ends of what remains of a sentence without its names; a translation has its own."""


ENDS = " ,;:.+()"


def gist(template: str, small: str) -> str:
    """What a roll was for, without the names in the sentence: "Combat on {hexes}" is "Combat".

    The part between names that has the most letters, without ``small`` words at its ends; empty if none is left.
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
    """The number of ways, out of 6**n, in which n dice give the sum n, n + 1 ... 6n."""
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
        width = sqrt(_SPREAD * n)
        return _below((total + 0.5 - MIDDLE * n) / width), 1 - _below((total - 0.5 - MIDDLE * n) / width)
    ways, all_ = _ways(n), FACES**n
    return sum(ways[: total - n + 1]) / all_, sum(ways[total - n :]) / all_


def bounds(n: int) -> tuple[int, int]:
    """The narrowest sums, with the same chance cut off at both ends, between which n dice are in 95 games out of 100."""
    if n > EXACT:
        reach = _SIDED * sqrt(_SPREAD * n)
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
    """The report as text to keep or to send; ``name`` gives the names of the sides."""
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
