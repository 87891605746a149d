"""What is known of a game before its rules are loaded, and the game that loads them when more is needed.

The code of a game is some fifty modules, and a list of games needs none of it. So a package may list an
:class:`OutlinedGame` instead of the game itself: it contains what lists show, and everything else comes from the
module it names, which is imported when it is first needed. The outline and the game are then compared.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from hexbench.engine.values import Value

CONTRACT: Final = 1
"""The version of what a game must have and may rely on: raised when a game made for the previous one would no longer work."""


class Outline(Value, frozen=True, kw_only=True):
    """What a list of games needs; :class:`hexbench.engine.rules.GameDef` describes the fields."""

    key: str
    title: str
    contract: int
    sides: tuple[str, ...]
    rules_version: int
    levels: tuple[str, ...]
    """The names of its opponents, in order."""
    manners: tuple[str, ...] = ()
    calculator: bool = False
    """Whether it has a calculator."""


class CannotLoad(Exception):
    """The code of a game cannot be loaded, or does not match its outline: one sentence."""


_LISTED: Final = ("key", "title", "contract", "sides", "rules_version", "manners")


class OutlinedGame:
    """A :class:`~hexbench.engine.rules.GameDef` whose rules are loaded when they are first needed.

    ``where`` is the module that contains the whole game, as ``GAME``. Anything beyond the outline raises CannotLoad
    if that module cannot be loaded.
    """

    def __init__(self, outline: Outline, where: str) -> None:
        self.outline, self.where = outline, where
        self.key, self.title, self.contract = outline.key, outline.title, outline.contract
        self.sides, self.rules_version = outline.sides, outline.rules_version
        self.manners = outline.manners
        self._whole: Any = None

    def whole(self) -> Any:
        """The game itself. Raises CannotLoad."""
        if self._whole is None:
            try:
                found = import_module(self.where).GAME
            except (Exception, SystemExit) as fault:  # the code of another package may raise anything
                raise CannotLoad(f"the game {self.key} cannot be loaded: {_told(fault)}") from fault
            wrong = differences(self.outline, found)
            if wrong:
                raise CannotLoad(
                    f"the game {self.key} is not what its outline says: {', '.join(wrong)} are others."
                )
            self._whole = found
        return self._whole

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked by Python itself, for anything that is copied or pickled
            raise AttributeError(name)
        return getattr(self.whole(), name)

    def __reduce__(self) -> tuple[Any, ...]:
        return OutlinedGame, (self.outline, self.where)


def differences(outline: Outline, game: Any) -> tuple[str, ...]:
    """The respects in which a game differs from its outline."""
    out = [name for name in _LISTED if getattr(game, name, ()) != getattr(outline, name)]
    if tuple(getattr(game, "opponents", ())) != outline.levels:
        out.append("levels")
    if hasattr(game, "calculator") != outline.calculator:
        out.append("calculator")
    return tuple(out)


def levels_of(game: Any) -> tuple[str, ...]:
    """The names of the opponents of a game, in order; an outlined one is not loaded for it."""
    outline: Outline | None = getattr(game, "outline", None)
    return tuple(game.opponents) if outline is None else outline.levels


def reckons(game: Any) -> bool:
    """Whether a game has a calculator; an outlined one is not loaded for it."""
    outline: Outline | None = getattr(game, "outline", None)
    return hasattr(game, "calculator") if outline is None else outline.calculator


def _told(fault: BaseException) -> str:
    lines = str(fault).strip().splitlines()
    first = lines[0].strip() if lines else ""
    return (
        first if isinstance(fault, ImportError) and first else f"{type(fault).__name__}: {first}".rstrip(": ")
    )
