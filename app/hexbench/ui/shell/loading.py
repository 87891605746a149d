"""Loads PySide6 faster: caches what it would compile again at each start, and skips what is not used here.

PySide6 itself is not modified: a version that works in another way is loaded normally.
"""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import importlib
import importlib.util
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any

from hexbench.store.canon import write_bytes
from hexbench.store.strict import CannotWrite

_SUPPORT = "shibokensupport/"
"""What the files of PySide6's own Python are called: they lie in its library as text, and are compiled at every start."""
_UNUSED = f"{_SUPPORT}signature/lib/pyi_generator.py"
"""Writes stubs for type checkers, and makes two large patterns and a logger for it when it is loaded."""


def load(folder: Path) -> None:
    """Load PySide6.QtCore; ``folder`` keeps what can be made again. Whoever needs something of the system looks for it first."""
    if "PySide6" not in sys.modules:
        compiler = _Compiler(folder / f"qt-{sys.implementation.cache_tag}.compiled")
        builtins.compile = compiler
        try:
            importlib.import_module("PySide6.QtCore")
        finally:
            builtins.compile = compiler.own
        compiler.keep()
    _spare_reading()


class _Compiler:
    """Compiles the Python sources inside PySide6 once and caches them: this saves a fifth of its loading time.

    The cache file begins with the magic number of Python's bytecode and a digest of the rest; each entry is keyed by
    the digest of its source. A damaged file, or one of another Python, is rebuilt.
    """

    def __init__(self, file: Path) -> None:
        self.own = builtins.compile
        self.file = file
        self.known: dict[str, CodeType] = {}
        self.used: dict[str, CodeType] = {}
        with contextlib.suppress(OSError, ValueError, EOFError, TypeError):
            number, digest, rest = _parts(file.read_bytes())
            if number == importlib.util.MAGIC_NUMBER and digest == hashlib.sha256(rest).digest():
                self.known = marshal.loads(rest)  # noqa: S302 - the player's own cache, as Python's compiled files are

    def __call__(self, source: Any, filename: Any, mode: str, *rest: Any, **more: Any) -> Any:
        """As ``compile`` is called; all that is not PySide6's own is left to it."""
        ours = isinstance(filename, str) and filename.startswith(_SUPPORT) and isinstance(source, bytes)
        if not ours or mode != "exec" or rest or more:
            return self.own(source, filename, mode, *rest, **more)
        text = b"" if filename == _UNUSED else source
        key = f"{filename} {hashlib.sha256(text).hexdigest()}"
        code = self.known.get(key) or self.own(text, filename, mode)
        self.used[key] = code
        return code

    def keep(self) -> None:
        """Keep what this start has used, if it is other than what was kept. Where nothing can be written nothing is."""
        if self.used.keys() <= self.known.keys():
            return
        rest = marshal.dumps(self.used)
        with contextlib.suppress(CannotWrite):
            write_bytes(self.file, importlib.util.MAGIC_NUMBER + hashlib.sha256(rest).digest() + rest)


def _parts(content: bytes) -> tuple[bytes, bytes, bytes]:
    """Number, digest and the rest of a kept file."""
    number = len(importlib.util.MAGIC_NUMBER)
    end = number + hashlib.sha256().digest_size
    return content[:number], content[number:end], content[end:]


def _spare_reading() -> None:
    """Keep PySide6 from reading the source of every module that is imported from now on: that is a fifth of what importing
    the desktop costs, and it keeps all of the text in memory.

    PySide6 looks for its own name there, to know in which modules its switches (``from __feature__ import snake_case``) may
    be set. We set none, so what it would find is known for our modules and for Python's own; of all others it is still asked.
    Another version that goes about it in another way is left alone.
    """
    feature: Any = sys.modules.get("shibokensupport.feature")
    reads = getattr(feature, "_mod_uses_pyside", None)
    if reads is None or getattr(reads, "spares", False):
        return

    def uses_pyside(module: Any) -> bool:
        room = str(module.__name__).partition(".")[0]
        if room == "hexbench":
            return True
        return room not in sys.stdlib_module_names and bool(reads(module))

    uses_pyside.spares = True  # type: ignore[attr-defined]
    vars(feature)["_mod_uses_pyside"] = uses_pyside
