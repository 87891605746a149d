"""A language that nobody speaks: what was asked for stands in brackets, so that words nobody asked for stand out.

The brackets stand round what the program would say in the language chosen, and may be silent: then a window is laid out and painted as
if they were not there. Only sentences of the files of translations are bracketed, and of each only what it says itself: what fills it must be in
brackets of its own, or be a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTranslator
from PySide6.QtGui import QPainter

from hexbench.ui.look.language import forget_words
from tests.ui.yard.kept_maps import forget

ROOT = Path(__file__).resolve().parents[2]
CONTEXTS = ("desktop", "table")
SPOKEN_BY = "translator"
"""What the program calls those who translate for it."""
OPEN, SHUT = "⟦", "⟧"
SILENT = "\u2063", "\u2064"
"""Signs without a width at which no line is broken, to do the work of brackets where words must have the room they usually have."""
_FILLED = re.compile(r"(\{[^{}]*\})")
_BRACKETS = re.compile(f"{OPEN}[^{OPEN}{SHUT}]*{SHUT}")
_TAGS = re.compile(r"<(style|head)[^>]*>.*?</\1>|<[^>]*>|&[a-z]+;", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3,}")


class Brackets(QTranslator):
    """Puts brackets round what is known of each sentence."""

    def __init__(
        self, known: Collection[tuple[str, str]], parent: QObject | None = None, *, silent: bool = False
    ) -> None:
        super().__init__(parent)
        self.known = frozenset(known)
        self.open, self.shut = SILENT if silent else (OPEN, SHUT)
        app = QCoreApplication.instance()
        self._spoken = [] if app is None else app.findChildren(QTranslator, SPOKEN_BY)
        self._told: dict[tuple[str, str, str | None, int], str | None] = {}

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        """Qt asks nobody who has nothing to say."""
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """The sentence in brackets, its names outside of them; None: not known."""
        key = (context, source, disambiguation, n)
        if key not in self._told:
            self._told[key] = self._bracketed(*key)
        return self._told[key]

    def _bracketed(self, context: str, source: str, disambiguation: str | None, n: int) -> str | None:
        ours = context in CONTEXTS
        if ours and (context, source) not in self.known:
            return None
        found = (one.translate(context, source, disambiguation, n) for one in self._spoken)
        text = next(filter(None, found), source)
        if not ours:
            return f"{self.open}{text}{self.shut}"  # Qt's own words, which Qt brings translations of
        parts = _FILLED.split(text)
        return "".join(p if _FILLED.fullmatch(p) or not p else f"{self.open}{p}{self.shut}" for p in parts)


@contextmanager
def brackets(known: Collection[tuple[str, str]], *, silent: bool = False) -> Iterator[Brackets]:
    """Speak that language for a while; with ``silent`` brackets :func:`seen` makes them seen."""
    app = QCoreApplication.instance()
    assert app is not None
    tongue = Brackets(known, silent=silent)
    app.installTranslator(tongue)
    forget_words()
    try:
        yield tongue
    finally:
        app.removeTranslator(tongue)
        forget_words()


def seen(text: str) -> str:
    """A text with its silent brackets turned into those that can be seen."""
    for silent, sign in zip(SILENT, (OPEN, SHUT), strict=True):
        text = text.replace(silent, sign).replace(
            repr(silent)[1:-1], sign
        )  # as it is, or as Python writes it
    return text


@contextmanager
def painted() -> Iterator[set[str]]:
    """Every text that is painted for a while."""
    found: set[str] = set()
    forget()  # a map that another test has drawn would not be painted again
    draw = QPainter.drawText

    def record(painter: QPainter, *args: object) -> object:
        found.update(arg for arg in args if isinstance(arg, str))
        return draw(painter, *args)  # type: ignore[call-overload]

    QPainter.drawText = record  # type: ignore[method-assign,assignment]
    try:
        yield found
    finally:
        QPainter.drawText = draw  # type: ignore[method-assign]


def bare(text: str, names: Collection[str]) -> list[str]:
    """The words of a text that stand outside of all brackets and are no names."""
    text = _TAGS.sub(" ", text)
    before = None
    while before != text:
        before, text = text, _BRACKETS.sub(" ", text)
    return [word for word in _WORD.findall(text) if word.casefold() not in names]


def words_of(texts: Iterable[str]) -> set[str]:
    """All words of some names, in small letters."""
    return {word.casefold() for text in texts for word in _WORD.findall(text)}
