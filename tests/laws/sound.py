"""An action leads to one place: from bytes, from recorded numbers, judged or trusted, repeated or undone."""

from __future__ import annotations

import weakref
from typing import Any

import msgspec

from hexbench.engine.board import Doubted, Facts
from hexbench.engine.events import Drawn
from hexbench.engine.history import History
from hexbench.engine.rules import Outcome
from hexbench.engine.values import BadNumbers, NeedDice
from hexbench.study import playout
from tests.laws.case import Case
from tests.laws.walk import Chance, Law, Moment, pack


class Replayed(Law):
    """From its bytes, with its recorded numbers, an action leads to the same bytes and reports the same."""

    name = "replay gives the same"

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """The opening can be unpacked."""
        rules = case.rules
        state = opening.state
        data = rules.pack(state)
        self.hold(rules.pack(rules.unpack(data)) == data, "the first position does not survive packing")

    def step(self, m: Moment) -> None:
        """Repeat it in every possible way."""
        rules, out = m.rules, m.outcome
        before = rules.pack(m.state)
        again = rules.unpack(before)
        self.hold(rules.pack(again) == before, "a position does not survive packing")
        self._same(m, out, rules.apply(again, m.action), "judged, from bytes, by the seed")
        self._same(m, out, rules.apply(again, m.action, out.numbers), "with its numbers")
        self._same(
            m, out, rules.apply(m.state, m.action, out.numbers, trusted=True), "with its numbers, trusted"
        )
        self.hold(rules.pack(m.state) == before, "doing something changed the position it was done in")
        self.hold(rules.pack(again) == before, "doing something changed the position it was done in")
        if out.numbers:
            self._hungry(m)
        try:
            rules.apply(m.state, m.action, (*out.numbers, 1))
        except BadNumbers:
            return
        raise self.broken("a number too many is taken")

    def _same(self, m: Moment, first: Outcome, second: Outcome, how: str) -> None:
        self.none(f"{what} ({how})" for what in playout.repeat_breaches(m.rules, first, second))

    def _hungry(self, m: Moment) -> None:
        try:
            m.rules.apply(m.state, m.action, m.outcome.numbers[:-1])
        except NeedDice:
            return
        raise self.broken(f"{m.action} makes do with a number less")


class Boards(Law):
    """A board patched move by move equals one built anew, for the position and for every view of it."""

    name = "patched board is the rebuilt one"

    def step(self, m: Moment) -> None:
        """Compare, with the step repeated: boards are not kept for long."""
        rules = m.rules
        state = rules.apply(m.state, m.action, m.outcome.numbers, trusted=True).state
        self._compare(rules.board(state), rules.make_board(state), "of the position")
        self._compare(rules.board(m.state), rules.make_board(m.state), "of the position before")
        for side in rules.sides:
            seat = rules.seat(state, side)
            self._compare(seat.board, rules.make_board(seat.s), f"of the view of {side}")

    def _compare(self, kept: Any, fresh: Any, which: str) -> None:
        self.none(f"{what} ({which})" for what in playout.board_breaches(kept, fresh))


class Audited(Law):
    """Nothing is wrong with any position reached, and its verdict and displays can be obtained."""

    name = "positions are sound"

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """The first position; and every phase can be entered."""
        rules = case.rules
        self._audit(rules, opening.state)
        for phase in case.phases:
            try:
                entered = rules.enter(opening.state, phase)
            except ValueError as refused:
                self.hold(bool(str(refused)), f"{phase} is refused without a word")
                continue
            self._audit(rules, rules.resume(entered).state)

    def step(self, m: Moment) -> None:
        """The next position."""
        rules, state = m.rules, m.outcome.state
        self._audit(rules, state)
        over = rules.verdict(state).over
        self.hold(
            over == (not state.stack), f"the verdict says over={over} with {len(state.stack)} steps left"
        )
        self._draws(m)
        for side in (*rules.sides, None):
            self._shown(m, side)

    def _audit(self, rules: Any, state: Any) -> None:
        self.none(playout.audit_breaches(rules, state))

    def _draws(self, m: Moment) -> None:
        """Only the owner learns what was drawn; what everybody may see is Revealed."""
        units = m.state.units
        for told in m.outcome.told:
            for side in m.rules.sides:
                event = told.to(side)
                if isinstance(event, Drawn) and event.what is not None:
                    owner = units[event.owner].side if event.owner in units else event.owner
                    self.hold(owner == side, f"{side} is told what {owner} drew")

    def _shown(self, m: Moment, side: str | None) -> None:
        seat = m.rules.seat(m.outcome.state, side)
        m.rules.verdict(seat.s)
        shown = list(seat.faces())
        for face, at in m.chance.sample(shown, 4):
            self.hold(bool(at) and bool(str(face.title)), f"the face of {face.unit} has no title or place")
            seat.facts(face.unit)
        msgspec.to_builtins(seat.panels())
        for label in m.chance.sample(m.rules.atlas.labels, 1):
            seat.facts(label)


class Forgetful(History[Any]):
    """A history that keeps almost nothing, so that most of it must be recomputed."""

    keep_every = 5
    keep_last = 3


class Kept(Law):
    """What is kept from one position to the next equals what would be made anew, at every use in the game and in the laws."""

    name = "kept facts are the fresh ones"

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """From now on every fact is made anew and compared with the kept one."""
        self.facts = case.rules.facts = Doubted()

    def step(self, m: Moment) -> None:
        """Ask for the offers and for one target of each verb, so that what is kept is used; then check the recorded differences."""
        seat = m.other(m.side)
        for verb in seat.forward:
            offer = seat.offered(verb)
            for subject in m.chance.sample(() if offer is None else offer.subjects, 1):
                seat.pick(verb, (subject,), m.chance.number)
        self._look()

    def end(self, case: Case, state: Any) -> None:
        """The steps that were not checked used facts as well."""
        self._look()
        case.rules.facts = Facts()

    def _look(self) -> None:
        facts = self.facts
        self.hold(not facts.wrong, lambda: facts.wrong[0])


class Freed(Law):
    """A seat is gone with its last reference even after it was asked for a target: nothing is left to the collector."""

    name = "seats are let go of"

    def step(self, m: Moment) -> None:
        """Ask a seat for what was done, and release it."""
        seat = m.other(m.side)
        seat.pick(m.action.verb, m.action.subject, m.chance.number)
        left = weakref.ref(seat)
        del seat
        self.hold(left() is None, lambda: f"a seat that was asked for {m.action} still knows of itself")


class Undone(Law):
    """Undo, redo, branches and jumps return to equal positions, however much was dropped."""

    name = "history leads back"

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """Keep a history beside the game."""
        self.rules = case.rules
        self.history = Forgetful(case.rules, opening.state, opening.told)
        self.digests = [case.rules.digest(opening.state)]
        self.next = 0

    def step(self, m: Moment) -> None:
        """Follow the game, and now and then leave its line."""
        history, chance = self.history, m.chance
        if self.rules.digest(history.state) != self.rules.digest(m.state):
            # some steps were not checked: begin a new history here
            self.begin(Case(m.case.name, m.rules, m.case.begin), Outcome(m.state, None, (), (), ""), chance)
            history = self.history
        out = history.do(m.action, m.outcome.numbers, trusted=True)
        self.digests.append(self.rules.digest(out.state))
        self.hold(out.state == m.outcome.state, "history does otherwise")
        if chance.once_in(4):
            self._astray(m)
        if chance.once_in(4):
            number = chance.number(len(history.nodes)) - 1
            self._at(number, history.state_at(number))

    def _astray(self, m: Moment) -> None:
        history, tip = self.history, self.history.here
        back = m.chance.number(min(6, history.node.depth))
        for _ in range(back):
            history.undo()
            self._at(history.here, history.state)
        if m.chance.once_in(2):
            self._branch(m)
            history.go(tip)
        else:
            while history.can_redo:
                history.redo()
        self.hold(history.here == tip, f"redo leads to {history.here} and not back to {tip}")
        self._at(tip, history.state)

    def _branch(self, m: Moment) -> None:
        """Do something else from here, for two actions."""
        from hexbench.engine.opponent import RandomOpponent

        other = RandomOpponent()
        for _ in range(2):
            side = self.rules.decider(self.history.state)
            if side is None:
                return
            action, _ = other.choose(self.rules.seat(self.history.state, side), m.chance)
            out = self.history.do(action)
            self.digests.append(self.rules.digest(out.state))

    def _at(self, number: int, state: Any) -> None:
        self.hold(self.rules.digest(state) == self.digests[number], f"position {number} is not what it was")

    def end(self, case: Case, state: Any) -> None:
        """The whole line can be followed again from the start."""
        history = self.history
        told = [record.told for record in history.records()]
        for node in history.line():
            self._at(node.number, history.state_at(node.number))
        self.hold(told == [record.told for record in history.records()], "records changed")


class Defaults(Law):
    """From any position, following defaults ends the game."""

    name = "defaults end the game"
    most = 5_000
    rarely = 25

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """From the very start."""
        self._follow(case.rules, opening.state)

    def step(self, m: Moment) -> None:
        """From somewhere."""
        if m.chance.once_in(self.rarely):
            self._follow(m.rules, m.outcome.state)

    def _follow(self, rules: Any, state: Any) -> None:
        for _ in range(self.most):
            side = rules.decider(state)
            if side is None:
                self.checked += 1
                return
            default = rules.seat(state, side).prompt.default
            if default is None:
                raise self.broken(f"no default in {state.stack[-1]}")
            state = rules.apply(state, default).state
        raise self.broken(f"{self.most} defaults and no end: {pack(state.stack)!r}")
