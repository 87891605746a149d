"""A game by mail as a session: one side plays in it, dice wait for the other player, and what was sent stands."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from hexbench.engine.rules import Outcome
from hexbench.engine.seat import Seat
from hexbench.engine.umpire import UMPIRE
from hexbench.engine.values import Action, BadNumbers, NeedDice, Reason, Refused, Say, say
from hexbench.session import mail
from hexbench.session.game import Bound, Catalogue
from hexbench.session.log import LogLine
from hexbench.session.opening import bind_header
from hexbench.session.saved_history import SavedHistory, Seats
from hexbench.session.session import Change, ChangeKind, Session, Stopped
from hexbench.store import canon, letters
from hexbench.store.letters import Desk
from hexbench.store.saves import Note, Row, SaveHeader
from hexbench.store.strict import BadFile, CannotWrite

_ONE_SEAT: Final = say("a game by mail shows one seat only: study mode is available once it is over.")


class MailSession(Session):
    """One player's desk of the game. Its file is written after every action, locked with the key of the seat.

    Raises Refused for what may not be done here, BadFile for what a game by mail does not have.
    """

    def __init__(self, catalogue: Catalogue, path: Path, desk: Desk, key: bytes, bound: Bound) -> None:
        self._desk = desk
        self._key = key
        self._home = path
        self._held: sqlite3.Connection | None = letters.hold(path)
        history = _history(desk, bound)
        notes = {(node, desk.me.side): note for node, note in desk.notes if node < len(history.nodes)}
        answered = [row.node for row in desk.rows if row.auto]
        super().__init__(bound, history, desk.header, recent=catalogue.recent, answered=answered, notes=notes)
        self.owner = desk.me.side
        self.viewer = desk.me.side
        self.path = path
        self._remember()

    @property
    def viewer(self) -> str | None:
        """The side that plays here, whichever is requested; once the game is over, anybody may look."""
        return self._looking if self.is_over else self._desk.me.side

    @viewer.setter
    def viewer(self, side: str | None) -> None:
        self._looking = side

    _looking: str | None = None

    # ---- the state of the game
    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.decider is None

    @property
    def pending(self) -> Action | None:
        """The action that is waiting for its dice."""
        return self._desk.pending

    @property
    def may_write(self) -> bool:
        """Whether the next letter can be written now."""
        done = self.pending is not None or self.decider != self.owner
        return mail.my_letter(self._desk) and done

    @property
    def number(self) -> int:
        """The number of the next letter."""
        return len(self._desk.letters)

    @property
    def waits(self) -> Say | None:
        """Why nothing can be done here now; None: the decision is ours."""
        if self.is_over:
            return say("The game is over.")
        if not mail.my_letter(self._desk):
            return say("Waiting for letter {n} from the other player.", n=self.number)
        if self.pending is not None:
            label = self.rules.verbs[self.pending.verb].label
            return say(
                "{action}: the dice come with the answer. Send letter {n}.", action=label, n=self.number
            )
        if self.decider != self.owner:
            return say("The other player decides now. Send letter {n}.", n=self.number)
        return None

    @property
    def fingerprints(self) -> tuple[str, str]:
        """Those of our own keys and of the other player's."""
        other = self._desk.other
        return self._desk.me.fingerprint, other.fingerprint if other is not None else ""

    def seat(self, side: str | None = "viewer") -> Seat:
        """Our own seat, whichever is requested, until the game is over; while we wait it is only for looking."""
        found = super().seat(side if self.is_over else self._desk.me.side)
        if self.waits is not None:
            found.shut = True
        return found

    def log(self, side: str | None = "viewer", node: int | None = None) -> tuple[LogLine, ...]:
        """Our own log, whichever is requested, until the game is over."""
        return super().log(side if self.is_over else self._desk.me.side, node)

    @property
    def secret(self) -> bool:
        """Two players by mail always hide something from each other."""
        return not self.is_over

    # ---- doing
    def do(self, action: Action, numbers: Sequence[int] | None = None) -> Outcome:
        """Do an action; one that needs dice is kept until the other player's letter brings them."""
        if numbers:
            raise BadNumbers(
                "The dice of a game by mail come from both players' secrets and cannot be entered by hand."
            )
        why = self.waits
        if why is not None:
            raise Refused((Reason(self.rules.sequence_rule, why),))
        try:
            return super().do(action, ())
        except NeedDice:
            return self._wait_for_dice(action)

    def do_quietly(
        self, action: Action, numbers: Sequence[int] | None = None, *, follows: bool = False
    ) -> Outcome:
        """As in any game, but never while we wait, and without dice of our own."""
        if self.waits is not None:
            raise Refused((Reason(self.rules.sequence_rule, self.waits),))
        return super().do_quietly(action, (), follows=follows)

    def consent(self, sides: Iterable[str]) -> None:
        """By mail the umpire's hand is allowed only after the game is over. Raises Refused before."""
        if not self.is_over:
            text = say("The umpire's hand cannot be used in a game by mail.")
            raise Refused((Reason(UMPIRE, text),))
        super().consent(sides)

    def _wait_for_dice(self, action: Action) -> Outcome:
        action = self.rules.settle(self.state, action, super().seat(self.owner))
        self._keep_desk(replace(self._desk, pending=action))
        self._seats = Seats(self.rules, self.history)
        self._announce(Change("did", (), self.node))
        return Outcome(self.state, action, (), (), "")

    def _only_answer(self) -> Action | None:
        return super()._only_answer() if self.decider == self.owner and self.waits is None else None

    def _write(self, row: Row, state: Any) -> None:
        self._keep_desk(self._with_rows((*self._line(), row), state))

    def _line(self) -> list[Row]:
        return [
            Row(node.number, 0, node.record, node.number in self._answered)
            for node in self.history.line()
            if node.record is not None
        ]

    def _with_rows(self, rows: Sequence[Row], state: Any) -> Desk:
        """The desk with a line of actions, numbered as they will be when it is opened again."""
        place = {row.node: n for n, row in enumerate(rows, 1)} | {0: 0}
        kept = tuple(Row(n, n - 1, row.record, row.auto) for n, row in enumerate(rows, 1))
        mine = self.remarks.seen(self._desk.me.side)
        notes = tuple((place[node], note) for node, note in mine.items() if node in place)
        return replace(self._desk, rows=kept, notes=notes, here=self.rules.pack(state))

    def _keep_desk(self, desk: Desk) -> None:
        letters.write_desk(self._home, self._key, desk)
        self._desk = desk

    # ---- undo, redo and jumps
    def undo_refusal(self) -> Say | None:
        """What was sent, and dice that were rolled, stand."""
        if self.pending is not None:
            return say("That has already been sent.") if self._desk.pending_sent else None
        if self.history.node.depth <= self._desk.sent:
            return say(
                "That has already been sent." if self.history.can_undo else "There is nothing to undo."
            )
        return super().undo_refusal()

    def undo_label(self) -> Say | None:
        """An action that is waiting for dice can be taken back until it is sent."""
        if self.pending is not None:
            return self.rules.verbs[self.pending.verb].label
        return super().undo_label()

    def undo(self) -> None:
        """Take back the last action that has not been sent. Raises Stopped, CannotWrite."""
        refusal = self.undo_refusal()
        if refusal is not None:
            raise Stopped(refusal)
        if self.pending is None:
            super().undo()
            return
        self._keep_desk(replace(self._desk, pending=None))
        self._seats = Seats(self.rules, self.history)
        self._announce(Change("undone", (), self.node))

    def redo_refusal(self) -> Say | None:
        """Nothing can be redone while an action waits."""
        return self.waits or super().redo_refusal()

    def redo(self) -> None:
        """Redo what was taken back last. Raises Stopped, CannotWrite."""
        if self.waits is not None:
            raise Stopped(self.waits)
        super().redo()

    def go_refusal(self, node: int) -> Say | None:
        """Any position that has not been sent is allowed."""
        if self.waits is not None and node != self.node:
            return self.waits
        if 0 <= node < len(self.history.nodes) and self._before_sent(node):
            return say("That has already been sent.")
        return super().go_refusal(node)

    def _before_sent(self, node: int) -> bool:
        line = self.history.line(node)
        return len(line) - 1 < self._desk.sent or any(
            one.number != two.number
            for one, two in zip(
                line[: self._desk.sent + 1], self.history.line()[: self._desk.sent + 1], strict=False
            )
        )

    def _stand(self, node: int, kind: ChangeKind, steps: Sequence[int]) -> None:
        here, self.history.here = self.history.here, node
        try:
            desk = self._with_rows(self._line(), self.history.state_at(node))
        finally:
            self.history.here = here
        self._keep_desk(desk)
        super()._stand(node, kind, steps)

    # ---- what a game by mail does not have
    @property
    def to_agree(self) -> tuple[str, ...]:
        """Nobody: there is one seat here."""
        return ()

    def set_study(self, study: bool, agreed: Collection[str] = ()) -> None:
        """Only after the game is over. Raises BadFile before."""
        if study and not self.is_over:
            raise BadFile(_ONE_SEAT)
        super().set_study(study, agreed)

    def save_as(self, path: Path) -> None:
        """After the game is over it can be saved like any other. Raises BadFile before."""
        if not self.is_over:
            raise BadFile(say("a game by mail stays where it is: only its letters are sent."))
        super().save_as(path)

    def note(self, node: int, note: Note) -> None:
        """Attach a bookmark or a comment to a position; the other player never gets it. Raises CannotWrite."""
        before = self.remarks.all.copy()
        self.remarks.put(self._desk.me.side, node, note)
        try:
            self._keep_desk(self._with_rows(self._line(), self.state))
        except CannotWrite:
            self.remarks.all = before
            raise

    def _set_header(self, header: SaveHeader) -> None:
        self._keep_desk(replace(self._desk, header=header))
        super()._set_header(header)

    def _remember(self) -> None:
        if self._recent is not None and self.path is not None:
            self._recent.note(
                self.path, title=self.title, game=self.game.key, scenario=self.scenario, turn=self.turn
            )

    def let_go(self) -> None:
        """Leave the desk to another session."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def close(self) -> None:
        """Release the desk."""
        super().close()
        self.let_go()

    # ---- letters
    def write(self, to: Path) -> None:
        """Write the next letter; what is in it stands from now on. Raises BadFile, CannotWrite."""
        if not self.may_write:
            why = self.waits
            raise BadFile(
                say("it is your turn to decide: the letter is written when you have finished.")
                if why is None
                else why
            )
        self._keep_desk(mail.written(self._desk, self.rules))
        self._seats = Seats(self.rules, self.history)
        self._announce(Change("saved", (), self.node))
        try:
            canon.write_bytes(to, self._desk.last)
        except CannotWrite as fault:
            raise CannotWrite(
                say("{why} The letter has been kept: save it again somewhere else.", why=fault.because),
                fault.file,
            ) from None

    def write_again(self, to: Path) -> None:
        """Write the letter sent last again, byte for byte. Raises CannotWrite."""
        canon.write_bytes(to, self._desk.last)

    def letter_name(self) -> str:
        """A name for the next letter."""
        return letter_name(self._desk, self.number)


def letter_name(desk: Desk, number: int) -> str:
    """A name for a letter: game, number and who wrote it; nothing of what happened."""
    return f"{desk.header.game}-{desk.game_id[:6]}-{number:03d}-{desk.me.side}{letters.SUFFIX}"


def write_last(path: Path, to: Path) -> Desk:
    """Write the letter that a desk sent last again, byte for byte, including an invitation or an answer; returns the desk.

    The game need not have begun: a player who lost an invitation or an answer has no other copy. Raises BadFile.
    """
    desk = letters.read_desk(path)
    canon.write_bytes(to, desk.last)
    return desk


def last_number(desk: Desk) -> int:
    """The number of the letter written last."""
    known = len(desk.letters) - 1
    return known if known % 2 == (0 if desk.invited else 1) else known - 1


def _history(desk: Desk, bound: Bound) -> SavedHistory:
    state = bound.rules.unpack(desk.start)
    history = SavedHistory(bound.game, bound.rules, state, mail.told_of(desk.opening))
    for row in desk.rows:
        history.add(row.record, None)
    if desk.rows:
        history.nodes[-1].state = bound.rules.unpack(desk.here)
    return history


def open_desk(catalogue: Catalogue, path: Path) -> MailSession:
    """Continue a game by mail. Raises BadFile, also while there is nothing to see yet."""
    desk = letters.read_desk(path)
    if not desk.start:
        why = (
            say("this game begins with the answer to your invitation: open it when it arrives.")
            if desk.invited
            else say("this game begins with the other player's first letter: open it when it arrives.")
        )
        raise BadFile(why, str(path))
    try:
        bound = bind_header(catalogue, desk.header, str(path))
        return MailSession(catalogue, path, desk, letters.read_key(path), bound)
    except (msgspec.MsgspecError, letters.BadSeal):
        raise BadFile(say("this game by mail comes from another version of Hexbench."), str(path)) from None


def open_letter(catalogue: Catalogue, letter: Path, at: Session | None = None) -> tuple[MailSession, int]:
    """Open a letter of a game that is here; returns the game and the node it was at before. Raises BadFile.

    ``at`` is the open game: if the letter belongs to it, it releases its desk after the letter has been accepted.
    """
    envelope = letters.read_letter(letter)
    path = mail.find_desk(catalogue, envelope, str(letter))
    own = at if isinstance(at, MailSession) and at.path == path else None
    held = None if own is not None else letters.hold(path)
    try:
        desk = letters.read_desk(path)
        taken = mail.take(catalogue, desk, envelope, str(letter))
        letters.write_desk(path, letters.read_key(path), taken)
    finally:
        if held is not None:
            held.close()
    if own is not None:
        own.let_go()
    return open_desk(catalogue, path), len(desk.rows)
