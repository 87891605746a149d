"""Opening a letter of a game by mail: nothing is believed before it has been checked, and played again by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hexbench.engine.history import Record
from hexbench.engine.rules import Rules
from hexbench.engine.values import Action, NeedDice, Refused
from hexbench.session.game import Bound, Catalogue
from hexbench.session.mail import (
    TAMPERED,
    bound_of,
    check_player,
    check_signed,
    folder,
    numbers_of,
    seed_of,
    start,
)
from hexbench.store import letters, sealing
from hexbench.store.letters import Answer, Desk, Envelope, MailRow, Play
from hexbench.store.saves import Row
from hexbench.store.strict import BadFile

NOT_YOURS = "this letter is sealed to another player: the key of this seat does not open it."


def find_desk(catalogue: Catalogue, envelope: Envelope, file: str) -> Path:
    """The own copy a letter belongs to. Raises BadFile."""
    found = [
        path
        for path in letters.desks(folder(catalogue))
        if path.stem.startswith(f"{envelope.game_id}-")
        and path.stem != f"{envelope.game_id}-{envelope.sender}"
    ]
    if not found:
        mine = letters.desk_path(folder(catalogue), envelope.game_id, envelope.sender)
        if mine.exists():
            raise BadFile("this is a letter you wrote yourself: send it to the other player.", file)
        raise BadFile("this letter belongs to a game that is not here.", file)
    return found[0]


def take(catalogue: Catalogue, desk: Desk, envelope: Envelope, file: str) -> Desk:
    """The copy with a letter in it. Everything is checked first; ``desk`` stays as it is. Raises BadFile."""
    if envelope.kind == "invitation":
        raise BadFile("this invitation has been answered here already.", file)
    body = _answer(desk, envelope, file) if desk.other is None else None
    other = body.player if body is not None else desk.other
    assert other is not None, "an answer names the other player"
    check_signed(envelope, other, file)
    if body is not None:
        sides = bound_of(catalogue, desk.header, file).rules.sides
        if other.side not in sides:
            raise BadFile(TAMPERED, file)
    _in_order(desk, envelope, file)
    bound = bound_of(catalogue, desk.header, file)
    if body is not None:
        if not sealing.follows(other.anchor, body.link):
            raise BadFile(TAMPERED, file)
        desk = replace(desk, other=other, seen=1, other_link=body.link)
        desk = replace(desk, letters=(*desk.letters, envelope.digest))
        return start(catalogue, desk, bound, body.link)
    return _take_play(catalogue, desk, bound, envelope, file)


def _answer(desk: Desk, envelope: Envelope, file: str) -> Answer:
    if envelope.kind != "answer":
        raise BadFile("the answer to your invitation has to be opened first.", file)
    body = letters.unpack(envelope.body, Answer, file)
    if body.player.side == desk.me.side:
        raise BadFile(TAMPERED, file)
    check_player(body.player, file)
    return body


def _in_order(desk: Desk, envelope: Envelope, file: str) -> None:
    """Letters come one after the other, each written after the one before it was opened."""
    number, known = envelope.number, len(desk.letters)
    if number < known:
        if desk.letters[number] == envelope.digest:
            raise BadFile(f"letter {number} has been opened already; number {known} comes next.", file)
        raise BadFile(
            f"this is another letter {number} than the one that was opened: what was sent stands.", file
        )
    if number > known:
        raise BadFile(f"this is letter {number}, and letter {known} comes first.", file)
    if envelope.before != desk.letters[-1]:
        raise BadFile("this letter does not follow from the one before it.", file)


def _take_play(catalogue: Catalogue, desk: Desk, bound: Bound, envelope: Envelope, file: str) -> Desk:
    if envelope.kind != "play":
        raise BadFile(TAMPERED, file)
    try:
        plain = sealing.unseal(desk.box, envelope.body, envelope.around)
    except sealing.BadSeal:
        raise BadFile(NOT_YOURS, file) from None
    play = letters.unpack(plain, Play, file)
    theirs = _links(desk, play, file)
    if not desk.start:
        if 0 not in theirs:
            raise BadFile(TAMPERED, file)
        desk = start(catalogue, desk, bound, theirs[0])
    return _Taking(desk, bound.rules, theirs, file).take(play, envelope)


def _links(desk: Desk, play: Play, file: str) -> dict[int, bytes]:
    assert desk.other is not None, "play begins after the answer"
    before = desk.other_link or desk.other.anchor
    found: dict[int, bytes] = {}
    for place, one in enumerate(play.links):
        if not sealing.follows(before, one):
            raise BadFile(
                "the dice of this letter are not those that were committed to. Nothing was changed.", file
            )
        before = found[desk.seen + place] = one
    return found


class _Taking:
    """A letter being played on a copy of the game, action by action."""

    def __init__(
        self, desk: Desk, rules: Rules[Any, Any, Any], theirs: Mapping[int, bytes], file: str
    ) -> None:
        self.desk, self.rules, self.theirs, self.file = desk, rules, theirs, file
        self.state = rules.unpack(desk.here)
        self.rows = list(desk.rows)
        self.rolls = desk.rolls

    def take(self, play: Play, envelope: Envelope) -> Desk:
        """Play all of it. Raises BadFile at the first thing that cannot be."""
        desk, rest = self.desk, play.rows
        if desk.pending is not None:
            if not rest or rest[0].action != desk.pending or rest[0].side != desk.me.side:
                raise self._bad("leaves out the dice of your last action")
            wanted = self._roll(desk.pending, desk.letters[-1])
            if rest[0].numbers != wanted:
                raise self._bad("gives other dice than the secrets of both players do")
            self._do(rest[0])
            rest = rest[1:]
        for row in rest:
            if row.side == desk.me.side:
                raise self._bad("decides something that is yours to decide")
            if row.numbers:
                raise self._bad("rolls dice by itself")
            self._do(row)
        if self.rules.digest(self.state) != play.digest:
            raise self._bad("ends in another position than it says")
        sent = len(self.rows)
        side = self.rules.decider(self.state)
        if play.pending is not None:
            self._resolve(play.pending, envelope)
        elif side is not None and side != desk.me.side:
            raise self._bad("stops before its writer had done")
        seen = desk.seen + len(play.links)
        if seen != self.rolls:
            raise self._bad("does not show the links of its dice")
        return replace(
            desk,
            letters=(*desk.letters, envelope.digest),
            rows=tuple(self.rows),
            sent=sent,
            rolls=self.rolls,
            seen=seen,
            other_link=play.links[-1] if play.links else desk.other_link,
            pending=None,
            pending_sent=False,
            here=self.rules.pack(self.state),
        )

    def _resolve(self, action: Action, envelope: Envelope) -> None:
        """The other player's action gets its dice: he was bound to it before they could be known."""
        side = self.rules.decider(self.state)
        if side is None or side == self.desk.me.side:
            raise self._bad("decides something that is not its writer's to decide")
        action = self._settled(action)
        numbers = self._roll(action, envelope.digest)
        if not numbers:
            raise self._bad("asks for dice where none are needed")
        self._carry_out(action, side, numbers)

    def _roll(self, action: Action, letter: bytes) -> tuple[int, ...]:
        theirs = self.theirs.get(self.rolls)
        if theirs is None:
            raise self._bad("does not show the links of its dice")
        seed = seed_of(self.desk, self.rules, self.rolls, letter, theirs)
        self.rolls += 1
        return numbers_of(self.rules, self.state, action, seed)

    def _do(self, row: MailRow) -> None:
        if self.rules.decider(self.state) != row.side:
            raise self._bad("plays out of turn")
        self._carry_out(self._settled(row.action), row.side, row.numbers, auto=row.auto)
        if self.rows[-1].record.digest != row.digest:
            raise self._bad("leads to another position than it says")

    def _settled(self, action: Action) -> Action:
        try:
            return self.rules.settle(self.state, action)
        except Refused as refused:
            why = " ".join(str(reason.text) for reason in refused.reasons)
            raise self._bad(f"holds an action that the rules do not allow ({why})") from None

    def _carry_out(self, action: Action, side: str, numbers: Sequence[int], auto: bool = False) -> None:
        try:
            out = self.rules.apply(self.state, action, numbers, trusted=True)
        except (NeedDice, ValueError):
            raise self._bad("has other dice than its actions need") from None
        self.state = out.state
        record = Record(
            side=side,
            action=action,
            numbers=out.numbers,
            told=out.told,
            barrier=out.barrier,
            digest=self.rules.digest(out.state),
        )
        self.rows.append(Row(len(self.rows) + 1, len(self.rows), record, auto))

    def _bad(self, what: str) -> BadFile:
        return BadFile(f"this letter {what}. It was not taken over, and nothing was changed.", self.file)
