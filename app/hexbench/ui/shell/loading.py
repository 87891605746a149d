"""Loads PySide6 faster: caches what it would compile again at each start, and skips what is not used here.

PySide6 itself is not modified: a version that works in another way is loaded normally.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import hashlib
import importlib
import importlib.util
import marshal
import operator
import sys
from collections.abc import Callable, Mapping
from enum import Enum, EnumType, Flag, IntEnum, IntFlag
from pathlib import Path
from types import CodeType
from typing import Any, Final, NamedTuple

from hexbench.store.canon import write_bytes
from hexbench.store.strict import CannotWrite

_SUPPORT = "shibokensupport/"
"""What the files of PySide6's own Python are called: they lie in its library as text, and are compiled at every start."""
_UNUSED = f"{_SUPPORT}signature/lib/pyi_generator.py"
"""Writes stubs for type checkers, and makes two large patterns and a logger for it when it is loaded."""


def load(folder: Path) -> None:
    """Load PySide6.QtCore; ``folder`` keeps what can be made again. Whoever needs something of the system looks for it first."""
    if "PySide6" not in sys.modules:
        _hasten_enumerations()
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


_KINDS: Final = frozenset({Enum, Flag, IntEnum, IntFlag})
_CALLED: Final = {"qualname": None, "type": None, "start": 1}
"""What ``Enum(name, members)`` passes on where it is called with nothing else, as PySide6 calls it."""
_OF_MEMBERS: Final[Mapping[str, Callable[[], Any]]] = {
    "_member_names_": list,
    "_member_map_": dict,
    "_value2member_map_": dict,
    "_unhashable_values_": list,
    "_unhashable_values_map_": dict,
}
"""What an enumeration keeps of its members, as it begins. Only some Pythons have the last."""
_SAMPLE: Final = [("One", 1), ("Two", 2), ("Both", 3), ("Again", 2), ("Four", 4), ("None_", 0)]


class _Kind(NamedTuple):
    """What all enumerations of one kind have in common, read from a sample that Python made."""

    cls: Any
    body: Mapping[str, Any]
    kept: tuple[str, ...]
    """Which of the things that are kept of members this Python has."""
    new: Any
    """The ``__new__``, which is set when the class is there: in its body it would be wrapped."""
    taken: frozenset[str]
    """Names with a meaning in every such class: a member of such a name is Python's to make."""


def _hasten_enumerations() -> None:
    """Make the enumerations of PySide6 in a fifth of the time. There are two hundred with four thousand members before a window
    is painted, and Python makes each member in some twenty steps, most of which matter only to classes that are written out.

    A kind of enumeration is made this way only if a sample made both ways is the same in every part. A Python that makes them
    in another way makes them itself, and so does every Python with all that is not a list of names and numbers.
    """
    own = vars(EnumType)["_create_"]
    kinds: dict[tuple[Any, Any], _Kind | None] = {}

    def create(
        cls: Any, class_name: str, names: Any, *, module: Any = None, boundary: Any = None, **more: Any
    ) -> Any:
        if module is None:  # Python would look for who calls, and find the frame of this function
            with contextlib.suppress(ValueError):
                module = sys._getframe(2).f_globals.get("__name__")  # noqa: SLF001 - as enum does
        if cls in _KINDS and type(names) is list and more == _CALLED:
            if (cls, boundary) not in kinds:
                kinds[cls, boundary] = _learnt(own, cls, boundary)
            kind = kinds[cls, boundary]
            made = None if kind is None else _enumeration(kind, class_name, module, names)
            if made is not None:
                return made
        return own(cls, class_name, names, module=module, boundary=boundary, **more)

    type.__setattr__(EnumType, "_create_", create)


def _learnt(own: Callable[..., Any], cls: Any, boundary: Any) -> _Kind | None:
    """What enumerations of a kind have in common; None where this Python makes them in another way than is done here."""
    theirs = own(cls, "Sample", list(_SAMPLE), module=__name__, boundary=boundary)
    parts = vars(theirs)
    others = {*theirs.__members__, *_OF_MEMBERS, "__new__"}
    kind = _Kind(
        cls,
        {key: value for key, value in parts.items() if key not in others},
        tuple(key for key in _OF_MEMBERS if key in parts),
        parts.get("__new__"),
        frozenset(key for base in theirs.__mro__ for key in vars(base)) - theirs.__members__.keys(),
    )
    ours = _enumeration(kind, "Sample", __name__, list(_SAMPLE))
    same = ours is not None and parts.keys() == vars(ours).keys()
    return kind if same and all(_same(theirs, ours, parts[key], vars(ours)[key]) for key in parts) else None


def _same(theirs: Any, ours: Any, one: Any, other: Any) -> bool:
    """Whether a part of an enumeration and that part of another differ in nothing but whose they are."""
    if isinstance(one, theirs):
        mine = {**vars(other), "__objclass__": theirs} if isinstance(other, ours) else {}
        return list(mine.items()) == list(vars(one).items()) and repr(one) == repr(other)
    return one is other or (repr(one) == repr(other) if isinstance(one, dict | list) else bool(one == other))


def _enumeration(kind: _Kind, name: str, module: Any, members: list[Any]) -> Any:
    """One enumeration; None where its members are not of the plain sort, which Python makes."""
    if set(map(type, members)) != {tuple} or set(map(len, members)) != {2}:
        return None
    numbers = dict(members)
    flags = issubclass(kind.cls, Flag)
    if (
        len(numbers) != len(members)
        or set(map(type, numbers)) != {str}
        or set(map(type, numbers.values())) != {int}
        or not kind.taken.isdisjoint(numbers)
        or not {"", "_"}.isdisjoint(word[:1] for word in numbers)
    ):
        return None
    body = {**kind.body, **{key: _OF_MEMBERS[key]() for key in kind.kept}, "__module__": module}
    if flags:
        bits = [n for n in dict.fromkeys(numbers.values()) if n > 0 and not n & (n - 1)]
        if bits != sorted(bits) or min(numbers.values()) < 0:
            return None
        mask = functools.reduce(operator.or_, numbers.values())
        body |= {"_flag_mask_": mask, "_singles_mask_": sum(bits), "_all_bits_": (1 << mask.bit_length()) - 1}
    made: Any = type.__new__(EnumType, name, (kind.cls,), body)
    new = int.__new__ if issubclass(kind.cls, int) else None
    named, of_value, order = body["_member_map_"], body["_value2member_map_"], body["_member_names_"]
    for word, number in numbers.items():
        member = of_value.get(number)
        if member is None:
            member = object.__new__(made) if new is None else new(made, number)
            member._value_ = number
            member._name_ = word
            member.__objclass__ = made
            member._sort_order_ = len(order)
            of_value[number] = member
            if not flags or (number and not number & (number - 1)):
                order.append(word)
        named[word] = member
    for word, member in named.items():
        type.__setattr__(made, word, member)
    type.__setattr__(made, "__new__", kind.new)
    return made
