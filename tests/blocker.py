"""Make packages unimportable, to show what does not need them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

QT = ("PySide6", "shiboken6")


class Blocker(MetaPathFinder):
    """An import hook before all others: the named packages cannot be found."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = frozenset(packages)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse a blocked package and everything inside it; ignore any other."""
        if fullname.partition(".")[0] in self.packages:
            raise ModuleNotFoundError(f"{fullname} is blocked", name=fullname)
        return None


def block(packages: Sequence[str] = QT) -> None:
    """Block packages for the rest of this process; they must not have been imported yet."""
    early = sorted(name for name in sys.modules if name.partition(".")[0] in packages)
    if early:
        raise RuntimeError(f"Imported before it was blocked: {', '.join(early)}")
    sys.meta_path.insert(0, Blocker(packages))
