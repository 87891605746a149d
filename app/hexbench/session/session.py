"""The open game: every action judged, recorded and saved, then announced. Desktop and engine protocol both play through it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import replace

from hexbench.engine import checklist
from hexbench.engine.events import Broadcast, TurnBegan
from hexbench.engine.history import History, Record
from hexbench.engine.opponent import BALANCED
from hexbench.engine.rules import Outcome, Rules
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, NeedDice, Prompt, Refused, Say, Value, action_of, say
from hexbench.session.game import Bound
from hexbench.session.log import Logbook
from hexbench.session.saved_history import (
    SNAPSHOT_EVERY,
    SavedHistory,
    Seats,
    Unreachable,
    barrier_within,
    begin_file,
    done_by_redo,
    nobody_between,
    undone_by_undo,
    write_whole,
)
from hexbench.session.sketches import Remarks, Sketchbook
from hexbench.session.umpired import Telling, Umpired, listed_title
from hexbench.store.recent import RecentGames
from hexbench.store.saves import Drawn, Note, Notes, Row, SaveFile, SaveHeader, free_name
from hexbench.store.strict import BadFile, CannotWrite
from hexbench.store.words import new_seal

_AUTO_MOST = 200


def same_file(one: Path, other: Path) -> bool:
    """Whether two names lead to the same file."""
    try:
        return one.absolute() == other.absolute() or one.samefile(other)
    except (OSError, ValueError):
        return False


def _with_dice(rules: Rules[Any, Any, Any], before: Any, action: Action, dice: Sequence[int]) -> Outcome:
    """The outcome of a legal action with prepared dice, as many of them as it needs; if there are too few, or one
    that such a die cannot show, with the seed's instead. The numbers are recorded like any others.
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


ChangeKind = Literal["opened", "did", "undone", "redone", "went", "saved", "closed"]


class Change(Value, frozen=True):
    """What has just changed in the game, for listeners. ``told`` is the umpire's: show a side ``told.to(side)`` and nothing else."""

    kind: ChangeKind
    told: tuple[Broadcast, ...] = ()
    node: int = 0


class Stopped(Exception):
    """Undo, redo or a jump that is not possible here; ``say`` is the sentence."""

    def __init__(self, text: Say) -> None:
        super().__init__(str(text))
        self.say = text


Listener = Callable[[Change], None]


class Session(Umpired, Telling):
    """One game being played. ``viewer`` is the side whose seat is shown, None the umpire; listeners are told of every change.

    Without ``where`` and ``save`` nothing is written. With ``where`` the file is created with the first action,
    remark or drawing; ``or_beside``: under a similar name if another game has taken this one in the meantime.
    """

    owner: str | None = None
    """In a game by mail, the one side that plays here: no other seat may be shown. None: every side plays here."""
    viewer: str | None

    def __init__(
        self,
        bound: Bound,
        history: SavedHistory,
        header: SaveHeader,
        *,
        where: Path | None = None,
        or_beside: bool = False,
        save: SaveFile | None = None,
        recent: RecentGames | None = None,
        auto: bool = True,
        answered: Iterable[int] = (),
        notes: Notes | None = None,
        sketches: Mapping[int, Drawn] | None = None,
    ) -> None:
        self.game = bound.game
        self.rules: Rules[Any, Any, Any] = bound.rules
        self.bound = bound
        self.history: History[Any] = history
        self.header = header
        self.auto = auto
        self.passes = False
        """Whether steps in which nobody can do anything pass by themselves: at a table, never by mail or in a lesson."""
        self.viewer = None
        self.path: Path | None = save.path if save else None
        """Its file, if there is one already."""
        self._past = history
        self._where = where
        self._or_beside = or_beside
        self._save = save
        self._recent = recent
        self._answered: set[int] = set(answered)
        self.remarks = Remarks(notes or {}, self._write_note)
        """Bookmarks and comments of every seat."""
        self.sketches = Sketchbook(sketches or {}, self._write_sketch)
        """What the players drew on the map."""
        self._listeners: list[Listener] = []
        self._seats = Seats(self.rules, history)
        self._book = Logbook(history, header.first_turn, self.seat)
        self.dealer: Callable[[], Sequence[int]] | None = None
        """Gives the dice that a lesson has prepared for the current action; where they do not fit, the seed's are used."""
        self.why: Say | None = None
        """Why the next action is done, while a computer does it."""

    # ---- properties of the game
    @property
    def waits(self) -> Say | None:
        """Why nothing can be done here now although a side decides; None: it can. Only games by mail have to wait."""
        return None

    @property
    def title(self) -> str:
        """The title of the game, as lists show it."""
        return self.header.title

    @property
    def scenario(self) -> str:
        """The name of its scenario."""
        return self.header.scenario

    @property
    def study(self) -> bool:
        """Study mode: nothing stops undo."""
        return self.header.study

    @property
    def free(self) -> bool:
        """Whether nothing stops undo: in study mode, and in a lesson, which is not a contest."""
        return self.study or bool(self.header.lesson)

    @property
    def answered(self) -> frozenset[int]:
        """The nodes whose action was done for the player, because nothing else was possible."""
        return frozenset(self._answered)

    @property
    def typed(self) -> bool:
        """The players roll their own dice and type the numbers in."""
        return self.header.dice == "typed"

    @property
    def node(self) -> int:
        """The current node of the history."""
        return self.history.here

    # ---- seats and views
    @property
    def state(self) -> Any:
        """The whole position: for the umpire and for saving, never for a player's screen."""
        return self.history.state

    @property
    def decider(self) -> str | None:
        """The side that decides, None if the game is over."""
        return self.rules.decider(self.state)

    def seat(self, side: str | None = "viewer") -> Seat:
        """The seat of a side here; "viewer" is the viewer's, None the umpire's."""
        return self._seats.seat(self.viewer if side == "viewer" else side)

    def then(self, node: int, side: str | None = "viewer", *, open_table: bool = False) -> Seat:
        """The seat of a side at any node, for looking only. Raises Unreachable."""
        return self._seats.then(node, self.viewer if side == "viewer" else side, open_table=open_table)

    def open_seat(self, side: str) -> Seat:
        """The seat of a side at an open table: everybody may watch its questions and answers."""
        return self._seats.seat(side, open_table=True)

    @property
    def is_open(self) -> bool:
        """Whether the current question may be answered at an open table."""
        stack = self.state.stack
        return bool(stack) and bool(stack[-1].open_table)

    @property
    def secret(self) -> bool:
        """Whether some side knows more than another, about the position or about what happened."""
        if self.rules.secret(self.state):
            return True
        logs = [self._book.lines(self.node, side) for side in self.rules.sides]
        return any(one != logs[0] for one in logs[1:])

    @property
    def prompt(self) -> Prompt:
        """The prompt as the viewer sees it."""
        return self.seat().prompt

    @property
    def turn(self) -> str:
        """The current game turn, as the players name it; empty before the first."""
        return self._book.turn_at(self.node)[0]

    # ---- doing
    def do(self, action: Action, numbers: Sequence[int] | None = None) -> Outcome:
        """Judge, settle, do, save, announce. Raises Refused, NeedDice, BadNumbers, CannotWrite, and then nothing has changed."""
        if numbers is None and self.typed:
            numbers = ()
        out = self.do_quietly(action, numbers)
        # Numbers typed in by hand never mix with seeded ones: an answer that needs dice then waits for the player.
        self.announce_done((*out.told, *self.answer_forced(None if numbers is None else ())))
        return out

    def answer_forced(self, numbers: Sequence[int] | None = None) -> tuple[Broadcast, ...]:
        """Give the answers without a choice for the player, without announcing them yet; returns what was reported."""
        told: list[Broadcast] = []
        for _ in range(_AUTO_MOST if self.auto else 0):
            answer = self._only_answer()
            if answer is None:
                passed = self._pass(numbers)
                if passed is None:
                    break
                told += passed
                continue
            try:
                told += self.do_quietly(answer, numbers, follows=True).told
            except NeedDice:
                break
        return tuple(told)

    def _only_answer(self) -> Action | None:
        """The answer to a prompt without a choice, if its step says that it may be given for the player."""
        stack = self.state.stack
        if not stack or not stack[-1].auto:
            return None
        seat = self.seat(self.decider)
        offers = seat.prompt.offers
        if len(offers) != 1 or len(offers[0].subjects) > 1:
            return None
        targets = seat.targets(offers[0].verb, offers[0].subjects)
        return action_of(offers[0].verb, offers[0].subjects, targets[0]) if len(targets) == 1 else None

    def _pass(self, numbers: Sequence[int] | None) -> tuple[Broadcast, ...] | None:
        """Pass the current step if nobody can do anything in it; returns what was reported, None: it waits for its player.

        A step that a computer has to decide is left to the computer, one in which its player has just acted is left
        to that player, and so is one after which dice are rolled or something hidden is tested: undo would stop
        there.
        """
        header, side = self.header, self.decider
        if not self.passes or side in header.players or header.lesson or header.dice == "mail":
            return None
        if self.owner is not None or self._was_at_it():
            return None
        action = checklist.passed_by(self.rules, self.state, self.seat(side))
        if action is None:
            return None
        action = self.rules.settle(self.state, action, self.seat(side))
        try:
            out = self.rules.apply(self.state, action, numbers, trusted=True)
        except NeedDice:
            return None
        if out.barrier in ("dice", "seen"):
            return None
        why, self.why = self.why, checklist.reason(self.rules, self.state)
        try:
            self._keep(side, action, out, follows=True)
        finally:
            self.why = why
        return out.told

    def _was_at_it(self) -> bool:
        """Whether the last thing a player did was done in the current step, which that player then ends too. Answers
        given within it (a retreat after the attack) do not count: the result of the player's last attack must stay in
        view.
        """
        node, now = self.history.node, self.state.stack
        while node.parent is not None:
            record, before = node.record, self.history.state_at(node.parent).stack
            if record is None:
                return False
            if node.number not in self._answered and len(before) <= len(now):
                same = len(before) == len(now) and type(before[-1]) is type(now[-1])
                return same and record.side == self.decider
            node = self.history.nodes[node.parent]
        return False

    def do_all(self, actions: Iterable[Action]) -> None:
        """Do actions one after another; one undo takes them all back. Raises what :meth:`do` raises; the actions before stand."""
        told: list[Broadcast] = []
        try:
            for n, action in enumerate(actions):
                told += self.do_quietly(action, follows=n > 0).told
        finally:
            if told:
                self.announce_done(told)

    def announce_done(self, told: Iterable[Broadcast]) -> None:
        """Tell the listeners what :meth:`do_quietly` did."""
        self._announce(Change("did", tuple(told), self.node))

    def do_quietly(
        self, action: Action, numbers: Sequence[int] | None = None, *, follows: bool = False
    ) -> Outcome:
        """Judge, settle, do, save, without announcing it yet. ``follows``: undo takes it back with the action before it."""
        if numbers is None and self.typed:
            numbers = ()
        before = self.state
        side = self.rules.decider(before)
        if side is not None:
            action = self.rules.settle(before, action, self.seat(side))
        else:
            raise Refused(self.seat(None).refuse(action))
        laid = self.dealer() if numbers is None and self.dealer is not None else ()
        if laid:
            out = _with_dice(self.rules, before, action, laid)
        else:
            out = self.rules.apply(before, action, numbers, trusted=True)
        self._keep(side, action, out, follows)
        return out

    def _keep(self, side: str | None, action: Action, out: Outcome, follows: bool) -> None:
        record = Record(
            side=side,
            action=action,
            numbers=out.numbers,
            told=out.told,
            barrier=out.barrier,
            digest=self.rules.digest(out.state),
            why=self.why,
        )
        row = Row(len(self.history.nodes), self.node, record, follows)
        self._write(row, out.state)
        self.history.add(record, out.state)
        if follows:
            self._answered.add(row.node)
        if any(isinstance(one.all, TurnBegan) for one in out.told):
            self._remember()

    def _write(self, row: Row, state: Any) -> None:
        if self._save is None:
            self._make_file((row,))
            return
        deep = self.history.node.depth + 1
        snapshot = (self.game.rules_version, self.rules.pack(state)) if deep % SNAPSHOT_EVERY == 0 else None
        self._save.append(row, snapshot)

    def _make_file(self, more: Sequence[Row] = ()) -> None:
        """Create the file, if there is to be one. Raises CannotWrite."""
        where = self._where
        if where is None:
            return
        if self._or_beside:
            where = free_name(where.parent, where.stem)
        self._save = self._begin_file(where, more)
        self._where = self.path = where
        self._remember()

    def _begin_file(self, path: Path, more: Sequence[Row] = ()) -> SaveFile:
        return begin_file(
            path,
            self.header,
            self.rules,
            self.history,
            self._answered,
            more,
            self.remarks.all,
            self.sketches.all,
        )

    def _write_sketch(self, n: int, drawn: Drawn | None) -> None:
        self._see_to_file(wanted=drawn is not None)
        if self._save is not None:
            self._save.sketch(n, drawn)

    def _see_to_file(self, *, wanted: bool) -> None:
        """Create the file if there is something to keep before the first action."""
        if wanted and self._save is None and self._where is not None:
            self._make_file()
            self._announce(Change("saved", (), self.node))

    # ---- undo, redo and jumps
    def undo_refusal(self) -> Say | None:
        """Why the last action may not be taken back; None: it may."""
        if not self.history.can_undo:
            return say("There is nothing to undo.")
        if self.free:
            return None
        nodes = self._undone()
        return barrier_within(self.history, nodes, self.umpire, alone=nobody_between(self.history, nodes))

    def redo_refusal(self) -> Say | None:
        """Why nothing can be redone; None: something can."""
        if not self.history.can_redo:
            return say("There is nothing to redo.")
        return self.amend_refusal(self._redone())

    def undo(self) -> None:
        """Take back the last action, and what was answered for the player after it. Raises Stopped, CannotWrite."""
        refusal = self.undo_refusal()
        if refusal is not None:
            raise Stopped(refusal)
        nodes = self._undone()
        first = self.history.nodes[nodes[-1]]
        self._stand(first.parent or 0, "undone", nodes)

    def redo(self) -> None:
        """Redo what was taken back last. Raises Stopped, CannotWrite."""
        refusal = self.redo_refusal()
        if refusal is not None:
            raise Stopped(refusal)
        nodes = self._redone()
        self._stand(nodes[-1], "redone", nodes)

    def go_refusal(self, node: int) -> Say | None:
        """Why that node may not be visited now; None: it may."""
        if not 0 <= node < len(self.history.nodes):
            return say("There is no such position.")
        there = [step.number for step in self.history.line(node)]
        here = [step.number for step in self.history.line()]
        line, known = set(there), set(here)
        back = [number for number in reversed(here) if number not in line]
        if self.free:
            return None
        return barrier_within(self.history, back, self.umpire) or self.amend_refusal(
            number for number in there if number not in known
        )

    def go(self, node: int) -> None:
        """Go to any node. Raises Stopped, CannotWrite."""
        refusal = self.go_refusal(node)
        if refusal is not None:
            raise Stopped(refusal)
        self._stand(node, "went", ())

    @property
    def to_agree(self) -> tuple[str, ...]:
        """The sides that have to agree before study mode shows everything: those played by people, if one knows what another does not."""
        people = tuple(side for side in self.rules.sides if side not in self.header.players)
        return people if len(people) > 1 and not self.study and self.secret else ()

    def set_study(self, study: bool, agreed: Collection[str] = ()) -> None:
        """Turn study mode on or off.

        ``agreed``: the sides that were asked and agreed; when on, it shows what one hides from the other. Raises
        Stopped if one of those in :attr:`to_agree` is missing, and CannotWrite.
        """
        if study and not set(self.to_agree) <= set(agreed):
            raise Stopped(say("Study mode reveals what is hidden: both sides must agree."))
        self._set_header(replace(self.header, study=study))

    def set_players(self, players: Mapping[str, str], manners: Mapping[str, str] | None = None) -> None:
        """Let the computer play sides: side -> level; sides that are not named are played by people. ``manners``:
        side -> how daring it is told to be (None: as before). Raises CannotWrite.
        """
        told = self.header.manners if manners is None else manners
        kept = {side: manner for side, manner in told.items() if side in players and manner != BALANCED}
        self._set_header(replace(self.header, players=dict(players), manners=kept))

    def rename(self, title: str) -> None:
        """Give the game another title. Raises CannotWrite."""
        self._set_header(replace(self.header, title=title))
        self._remember()

    def name_branch(self, node: int, name: str) -> None:
        """Name the branch that begins at a node, or remove its name (empty). Raises CannotWrite."""
        if self._save:
            self._save.name(node, name)
        self.history.nodes[node].name = name

    @property
    def notes(self) -> dict[int, Note]:
        """node -> bookmark and comment, as the viewer may read them: those of that seat, and for the umpire and in
        study mode those of all.
        """
        return self.remarks.seen(self.viewer, study=self.study)

    def note(self, node: int, note: Note) -> None:
        """Attach a bookmark or a comment of the viewer's to a position; an empty one removes both. Raises CannotWrite."""
        self.remarks.put(self.viewer, node, note, study=self.study)

    def _write_note(self, node: int, owner: str, note: Note) -> None:
        self._see_to_file(wanted=note != Note())
        if self._save:
            self._save.note(node, owner, note)

    def _undone(self) -> list[int]:
        return undone_by_undo(self.history, self._answered)

    def _redone(self) -> list[int]:
        return done_by_redo(self.history, self._answered)

    def _stand(self, node: int, kind: ChangeKind, steps: Sequence[int]) -> None:
        try:
            self.history.state_at(node)
        except Unreachable as fault:
            raise Stopped(fault.say) from None
        latest = {s.parent: s.number for s in self.history.line(node) if s.parent is not None}
        if kind == "undone":
            latest = {}
            for number in steps:
                parent = self.history.nodes[number].parent
                assert parent is not None
                latest[parent] = number
        changed = {
            parent: child for parent, child in latest.items() if self.history.nodes[parent].latest != child
        }
        if self._save:
            self._save.stand(node, changed)
        for parent, child in changed.items():
            self.history.nodes[parent].latest = child
        self.history.here = node
        told = tuple(t for n in steps for t in self._book.told(n)) if kind == "redone" else ()
        self._announce(Change(kind, told, node))

    # ---- files
    def seal(self, words: Mapping[str, str]) -> None:
        """Lock the file of this game with a password of each side that gives one (side -> password), permanently.
        Raises BadFile for passwords that are too short, and for a game that has a file already: what was once written
        unlocked stays readable on a disk.
        """
        if self._save is not None:
            raise BadFile(say("a game must be sealed before its first action, or not at all."))
        self.header = replace(self.header, sealed=new_seal(words))

    def save_as(self, path: Path) -> None:
        """Continue in another file. A file that was only kept automatically is moved; any other stays. Raises CannotWrite.

        What is there already must be a saved game that nobody has open, or nothing. If the game's own file is lost,
        all of it is written anew from memory.
        """
        lost = self.lost is not None
        if self._save is not None and not lost and same_file(path, self._save.path):
            return
        if self._save is not None and not lost:
            self._save.copy_to(path)
        else:
            write_whole(path, self._begin_file)
        lock = None if self._save is None else self._save.lock
        old, self._save, self.path = self._save, SaveFile.open(path, lock), path
        if old is not None:
            old.close()
            if self._where is not None and old.path == self._where and not lost:
                old.path.unlink(missing_ok=True)
                if self._recent:
                    self._recent.forget(old.path)
        self._where = None
        self._past.fetch_from(self._save)
        self._remember()
        self._announce(Change("saved", (), self.node))

    @property
    def lost(self) -> Say | None:
        """Why nothing more can be confirmed: the file of the game is not what it was. None: all is well, or there is no file."""
        found = None if self._save is None else self._save.lost
        return None if found is None else found.say

    def close(self) -> None:
        """Store the current position permanently and close the file."""
        if self._save is not None:
            here = self.history.node
            if here.depth % SNAPSHOT_EVERY:
                with contextlib.suppress(CannotWrite):  # it only saves replaying: every action is in the file
                    self._save.snapshot(here.number, self.game.rules_version, self.rules.pack(self.state))
            self._remember()
            self._save.close()
            self._save = None
            self._where = None
        self._announce(Change("closed", (), self.node))
        self._listeners.clear()

    def _set_header(self, header: SaveHeader) -> None:
        if self._save:
            self._save.set_header(header)
        self.header = header

    def _remember(self) -> None:
        if self._recent is not None and self._save is not None:
            self._recent.note(
                self._save.path,
                title=listed_title(self.header),
                game=self.game.key,
                scenario=self.scenario,
                turn=self.turn,
            )

    # ---- listeners
    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Be told of every change from now on; the function returned ends it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def _announce(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)
