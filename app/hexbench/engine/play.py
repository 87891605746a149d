"""Play: the only way a position changes. It works on copies and closes into the next State."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hexbench.engine.events import AnyEvent, Broadcast, DiceRolled, PhaseBegan, Revealed
from hexbench.engine.state import Dice, Step
from hexbench.engine.values import BadNumbers, Barrier, NeedDice, Say, say

if TYPE_CHECKING:
    from hexbench.engine.rules import Rules


def seeded(seed: int, drawn: int, faces: int) -> int:
    """Number ``drawn`` of the sequence of ``seed``, 1..faces. The same on every machine and in every version (BLAKE2b)."""
    raw = hashlib.blake2b(b"%d/%d" % (seed, drawn), digest_size=8).digest()
    return 1 + (int.from_bytes(raw, "big") * faces >> 64)


class Play:
    """A position being changed. Reading a field gives its newest value.

    A game's own Play inherits its State for the type checker alone (``hands.py``), so that no field is declared
    twice; at run time it is not a State, and only :meth:`close` makes one from it. ``used`` are the numbers used so
    far, ``told`` what happened, ``barrier`` why undo must stop before it.
    """

    units: dict[str, Any]
    board: Any

    def __init__(self, rules: Rules[Any, Any, Any], state: Any, numbers: Sequence[int] | None) -> None:
        """``numbers`` None: seeded; otherwise the numbers to use, in order."""
        self.rules = rules
        self.state = state
        self.stack: list[Any] = list(state.stack)
        self.units = state.units
        self.board = rules.board(state)
        self.told: list[Broadcast] = []
        self.used: list[int] = []
        self.barrier: Barrier = ""
        self._script = None if numbers is None else list(numbers)
        self._drawn: int = state.dice.drawn
        self._fields: dict[str, Any] = {}
        self._owned: set[str] = set()

    # ---- reading
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self.state, name)
        self.__dict__[name] = value  # the next access finds it there
        return value

    @property
    def top(self) -> Any:
        """The innermost step."""
        return self.stack[-1]

    # ---- writing
    def set(self, **fields: Any) -> None:
        """Set fields of the state (units have :meth:`put`)."""
        self._fields.update(fields)
        self.__dict__.update(fields)

    def edit(self, field: str) -> dict[str, Any]:
        """A dict field of the state as a new dict, to be changed at once: dicts already read stay unchanged, so that
        facts may be kept by the identity of a dict (:mod:`hexbench.engine.board`).
        """
        owned: dict[str, Any] = dict(getattr(self, field))
        self._fields[field] = self.__dict__[field] = owned
        return owned

    def put(self, uid: str, **changes: Any) -> Any:
        """Change a unit; returns the changed unit."""
        self._own_units()
        old = self.units[uid]
        new = self.units[uid] = replace(old, **changes)
        self.board.patch(uid, old, new)
        return new

    def add(self, uid: str, unit: Any) -> None:
        """Add a unit to the game. Raises ValueError if the id is taken."""
        if uid in self.units:
            raise ValueError(f"There is a unit {uid} already.")
        self._own_units()
        self.units[uid] = unit
        self.board.patch(uid, None, unit)

    def _own_units(self) -> None:
        if "units" not in self._owned:
            self._owned.add("units")
            self.units = dict(self.units)
            self.own_board()

    def own_board(self) -> Any:
        """The board as this play's own copy, to be patched by hand after a change to another field it is made from."""
        if "board" not in self._owned:
            self._owned.add("board")
            self.board = self.board.copy()
        return self.board

    def refresh_board(self) -> None:
        """Build the board anew, after a change for which it cannot be patched."""
        self._owned.add("board")
        self.board = self.rules.make_board(self)

    def push(self, *steps: Step) -> None:
        """Put steps on the stack; the first given is done first."""
        self.stack.extend(reversed(steps))

    def pop(self) -> Step:
        """Remove the innermost step."""
        step: Step = self.stack.pop()
        return step

    def swap(self, **changes: Any) -> None:
        """Change fields of the innermost step."""
        self.stack[-1] = replace(self.stack[-1], **changes)

    def answer(self, **changes: Any) -> None:
        """Remove the question from the stack and write the answer into the step right below it.

        Questions pushed together would answer into each other: a script asks them in separate stages.
        """
        self.stack.pop()
        self.swap(**changes)

    # ---- chance
    def number(self, why: Say | str, faces: int) -> int:
        """A number 1..faces. The only source of chance; a barrier to undo."""
        self.barrier = "dice"
        if self._script is None:
            found = seeded(self.state.dice.seed, self._drawn, faces)
        elif not self._script:
            raise NeedDice(why, faces)
        else:
            found = self._script.pop(0)
            if type(found) is not int or not 1 <= found <= faces:
                raise BadNumbers(f"{why}: {found!r} is not a number from 1 to {faces}.")
        self._drawn += 1
        self.used.append(found)
        return found

    def roll(self, why: Say, dice: int = 1, rule: str = "", of: str = "") -> int:
        """The sum of six-sided dice of side ``of`` (empty: the acting side), reported to everybody."""
        faces = tuple(self.number(why, 6) for _ in range(dice))
        self.tell(DiceRolled(why, faces, rule, of))
        return sum(faces)

    # ---- telling
    def tell(self, event: AnyEvent) -> None:
        """Everybody learns this. What was Revealed cannot be forgotten: a barrier to undo."""
        if type(event) is Revealed:
            self.saw()
        self.told.append(Broadcast(all=event))

    def tell_only(self, side: str, event: AnyEvent, others: AnyEvent | None = None) -> None:
        """Only ``side`` (and the umpire) learns ``event``; the others learn ``others``, or nothing."""
        if type(event) is Revealed or type(others) is Revealed:
            self.saw()
        self.told.append(Broadcast(all=others, only=((side, event),)))

    def saw(self) -> None:
        """Something hidden was tested, whatever the outcome: a barrier to undo."""
        if not self.barrier:
            self.barrier = "seen"

    # ---- ending
    def close(self) -> Any:
        """The next State. Raises BadNumbers if scripted numbers are left over."""
        if self._script:
            left = list(self._script)
            many = "One number" if len(left) == 1 else f"{len(left)} numbers"
            raise BadNumbers(f"{many} too many: {', '.join(map(str, left))}.")
        old = self.state
        dice = old.dice if self._drawn == old.dice.drawn else Dice(old.dice.seed, self._drawn)
        new = replace(old, units=self.units, stack=tuple(self.stack), dice=dice, **self._fields)
        self.rules.keep(new, self.board)
        return new


def begin_phase(play: Play, phase: str, side: str, name: Say) -> None:
    """Report to everybody that a phase of a side begins."""
    play.tell(PhaseBegan(phase, side, say("{side} {phase}", side=play.rules.side_name(side), phase=name)))
