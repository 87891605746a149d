"""Where the numbers of a game come from, and how both players can be sure of it.

A seeded game has its dice fixed before the first of them falls. It shows a commitment at the start: the SHA-256 of a salt
and the seed. Neither can be found from it, and afterwards neither can be exchanged: at the end both are shown, and every
number of the game is reckoned again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hexbench.engine.values import Action, NeedDice, Say, Value, Wrong, say
from hexbench.store.customs import brief

if TYPE_CHECKING:
    from hexbench.engine.history import History
    from hexbench.engine.rules import Outcome, Rules
    from hexbench.session.session import Session
    from hexbench.store.saves import SaveHeader

_WHAT = "hexbench-dice/1"
_MIXED = "hexbench-dice/2"
FEWEST, MOST = 4, 200
"""Letters that a player types into the seed."""


def commitment(seed: int, salt: str, game: str, scenario: str) -> str:
    """What is shown at the start of a game: 64 hexadecimal digits. ``sha256sum`` of the same line gives the same."""
    return hashlib.sha256(f"{_WHAT}/{game}/{scenario}/{salt}/{seed}".encode()).hexdigest()


def promised(header: SaveHeader, seed: int) -> SaveHeader:
    """The header of a seeded game, with a fresh salt and its commitment."""
    salt = secrets.token_hex(16)
    return replace(header, salt=salt, commitment=commitment(seed, salt, header.game, header.scenario))


class Pledge(Value, frozen=True, kw_only=True):
    """A seed chosen by whoever begins a game, before the players type their letters into it; ``commitment`` is shown first."""

    game: str
    scenario: str
    seed: int
    salt: str
    commitment: str


def pledge(game: str, scenario: str) -> Pledge:
    """A pledge nobody knows."""
    seed, salt = secrets.randbits(63), secrets.token_hex(16)
    return Pledge(
        game=game, scenario=scenario, seed=seed, salt=salt, commitment=commitment(seed, salt, game, scenario)
    )


def mixed(seed: int, salt: str, game: str, scenario: str, letters: Mapping[str, str]) -> int:
    """The seed of a game into which players typed letters: side -> what it typed. It follows from all of them.

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
    """The header of a game that was begun with a pledge and the players' letters."""
    return replace(
        header,
        salt=pledged.salt,
        commitment=pledged.commitment,
        pledged=str(pledged.seed),
        letters=dict(letters),
    )


def need(session: Session, action: Action, numbers: Sequence[int]) -> NeedDice | None:
    """The number an action wants after these; None: they are all it needs. Nothing is done. Raises Refused, BadNumbers."""
    before, rules = session.state, session.rules
    action = rules.settle(before, action, session.seat(rules.decider(before)))
    try:
        rules.apply(before, action, numbers, trusted=True)
    except NeedDice as wanted:
        return wanted
    return None


def laid_out(rules: Rules[Any, Any, Any], before: Any, action: Action, dice: Sequence[int]) -> Outcome:
    """What a legal action leads to with dice that were laid out for it, as many of them as it takes; where they are too few, or
    none that such a die can show, with those of the seed. The numbers are recorded like any other.
    """
    seeded = rules.apply(before, action, None, trusted=True)
    if not seeded.numbers:
        return seeded
    given: list[int] = []
    for face in (*dice, 0):
        try:
            return rules.apply(before, action, given, trusted=True)
        except NeedDice as wanted:
            if not 1 <= face <= wanted.faces:
                return seeded
            given.append(face)
    return seeded


class DiceCheck(Value, frozen=True, kw_only=True):
    """What was found out about the dice of a game. ``good``: nothing speaks against them.

    ``rolls`` counts the actions that used numbers, ``own`` lists those whose numbers are not the seed's.
    """

    good: bool
    lines: tuple[Say, ...]
    rolls: int = 0
    own: tuple[int, ...] = ()


def check_dice(
    header: SaveHeader, history: History[Any], noted: str = "", *, show_seed: bool = False
) -> DiceCheck:
    """Hold every number of a game, on all its branches, against its seed, and the seed against the commitment.

    ``noted`` is the commitment as a player wrote it down at the start; ``show_seed``: the game is over, so that the seed may
    be seen. Raises Unreachable where rules have changed.
    """
    if header.dice == "typed":
        return DiceCheck(good=True, lines=(say("The players rolled these dice and typed them in."),))
    if header.lesson:
        text = say(
            "This is a lesson: where it shows what a roll may lead to, it laid the dice out beforehand."
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
        lines.append(say("The numbers of these actions are not those of the seed: {nodes}.", nodes=shown))
    else:
        lines.append(
            say(
                "The one roll is that of the seed."
                if rolls == 1
                else "All {n} rolls are those of the seed, on every branch.",
                n=rolls,
            )
        )
    return DiceCheck(good=good, lines=tuple(lines), rolls=rolls, own=tuple(own))


def _against_commitment(header: SaveHeader, seed: int, noted: str, lines: list[Say], show_seed: bool) -> bool:
    base = seed
    if header.letters:
        if not header.pledged.isdecimal() or len(header.pledged) > 20:
            lines.append(say("The seed that was pledged before the letters is not in the file."))
            return False
        base = int(header.pledged)
        try:
            whole = mixed(base, header.salt, header.game, header.scenario, header.letters)
        except ValueError:
            whole = -1
        if whole != seed:
            lines.append(say("The seed does not follow from the pledge and the letters of the players."))
            return False
    found = commitment(base, header.salt, header.game, header.scenario)
    asked = "".join(noted.split()).lower()
    if asked and asked != header.commitment:
        lines.append(say("The commitment in the file is not the one that was written down."))
        return False
    if not header.commitment:
        lines.append(say("This game was begun without a commitment: nothing says when its seed was chosen."))
        return not asked
    if found != header.commitment:
        lines.append(say("The seed is not the one that was committed to at the start."))
        return False
    lines.append(say("The seed is the one that was committed to at the start: {text}.", text=found))
    if header.letters:
        typed = ", ".join(f"{side} {brief(text)}" for side, text in sorted(header.letters.items()))
        lines.append(
            say(
                "It was committed to before these letters were typed into it: {letters}. Whoever knows his own among them "
                "knows that nobody chose these dice.",
                letters=typed,
            )
        )
    else:
        lines.append(
            say(
                "This proves that the seed was fixed before the first roll, not that it was the first one tried: for that, "
                "let both players type letters into it, or play by mail."
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
