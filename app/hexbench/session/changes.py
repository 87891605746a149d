"""What a session says to those who listen: that the game has changed, or that it cannot go where it was asked to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from hexbench.engine.events import Broadcast
from hexbench.engine.values import Say, Value

ChangeKind = Literal["opened", "did", "undone", "redone", "went", "saved", "closed"]


class Change(Value, frozen=True):
    """What has just become of the game. ``told`` is the umpire's: show a side ``told.to(side)`` and nothing else."""

    kind: ChangeKind
    told: tuple[Broadcast, ...] = ()
    node: int = 0


class Stopped(Exception):
    """Undo, redo or a jump that is not possible here; ``say`` is the sentence."""

    def __init__(self, text: Say) -> None:
        super().__init__(str(text))
        self.say = text


Listener = Callable[[Change], None]
