"""The language of the desktop: every sentence a person reads goes through here.

``tr`` is for the desktop's own words, ``tell`` for the sentences of games and engine, which arrive as
:class:`~hexbench.engine.values.Say`. Both look a sentence up *before* it is filled, so that a translator sees the
template with its names in braces and may put them in another order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QDateTime, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import Qt

from hexbench.engine.values import Problem, Reason, Say, Wrong
from hexbench.store.customs import BadFile

DESKTOP = "desktop"
"""The context of the desktop's own words in the files of translations."""
_MONTHS = {"December": 12, "January": 1}
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
"""As the calendars of games name them; the program writes them as the language does."""
LETTERS = "abcd"
"""What numbers are called in words that are looked up without them."""
_NUMBER = re.compile(r"[+−-]?\d+(?:[-/:]\d+)*")
TABLE = "table"
"""The context of what games and engine say."""


_english = 0
"""How many of :func:`in_english` are going on."""


@contextmanager
def in_english() -> Iterator[None]:
    """Everything inside is in English, for files that must not depend on the program's language. Between two steps of
    long work the window keeps its own language.
    """
    global _english  # noqa: PLW0603 - the language is one for the whole program
    _english += 1
    try:
        yield
    finally:
        _english -= 1


def _look_up(context: str, text: str) -> str:
    return text if _english else QCoreApplication.translate(context, text)


def _locale() -> QLocale:
    return QLocale(QLocale.Language.English) if _english else QLocale()


def mark(text: str) -> str:
    """Marks a sentence for translation where the language is not yet known, as in a module's table; show it
    with ``tr``.
    """
    return text


def tr(text: str, /, **fill: object) -> str:
    """A sentence of the desktop, translated and then filled; game sentences among its arguments are translated too.

    The text is written out at the call, or at a :func:`mark`, so that it can be collected for the translators.
    """
    found = _look_up(DESKTOP, text) if text else ""
    if not fill:
        return found
    return found.format(
        **{k: tell(v) if isinstance(v, Say | Reason | Problem) else v for k, v in fill.items()}
    )


def tell(says: Say | Reason | Problem | str) -> str:
    """A sentence of a game, translated together with its arguments.

    A plain word (a side, a column of a table) is looked up as it stands, or as it stands within a sentence, and stays as
    it is when it is a name.
    """
    if isinstance(says, str):
        return _told(says)
    if not isinstance(says, Say):
        return f"[{says.rule}] {tell(says.text)}"
    if not says.template:
        return ""
    found = _look_up(TABLE, says.template)
    if not says.args:
        return found if found != says.template else _told(says.template)
    return found.format(**{key: value if isinstance(value, int) else tell(value) for key, value in says.args})


def as_it_is(text: str) -> str:
    """A text for a tooltip, where Qt guesses whether it is markup: names from foreign files must show
    literally.
    """
    if not Qt.mightBeRichText(text):
        return text
    lines = escape(text).replace("\n", "<br>")
    return f"<qt>{lines}</qt>"


def paragraph(text: str) -> str:
    """A text for a tip that breaks its lines, letter by letter."""
    return f"<p>{escape(text)}</p>"


def why(fault: Exception) -> str:
    """The sentence of an exception, in the language chosen where it can be translated."""
    if isinstance(fault, Wrong):
        return tell(fault.say)
    if isinstance(fault, BadFile) and isinstance(fault.because, Say):
        return fault.told(tell(fault.because))
    return str(fault)


def word(key: str, *, first: bool = False) -> str:
    """A key such as "german_movement" in words; ``first``: as the first word of a line."""
    found = _told(key.replace("_", " "))
    return found[:1].upper() + found[1:] if first else found


_words: dict[tuple[bool, str], str] = {}
"""What words were told as: a roster or a table has few of them and tells them again and again."""
_MOST = 20_000


def forget_words() -> None:
    """Forget cached texts after a change of language."""
    _words.clear()


def _told(text: str) -> str:
    """:func:`_word`, looked up once as long as one language is spoken."""
    key = (bool(_english), text)
    found = _words.get(key)
    if found is None:
        if len(_words) > _MOST:
            _words.clear()
        found = _words[key] = _word(text)
    return found


def _word(text: str) -> str:
    if "_" in text and text[0] != "/" and not any(sign in text for sign in " .\\"):  # a key, and no file
        text = text.replace("_", " ")
    found = _look_up(TABLE, text) if text else ""
    if found == text and text[:1].isupper():
        small = text[0].lower() + text[1:]
        other = _look_up(TABLE, small)
        if other != small:
            return other[:1].upper() + other[1:]
    return _dated(text) or _numbered(text) if found == text else found


def _dated(text: str) -> str:
    """A day as the calendars of games write it ("24 December", "Sun 24"), or nothing."""
    locale, (first, _, last) = _locale(), text.partition(" ")
    if first.isdigit() and last in _MONTHS:
        return tr("{day} {month}", day=first, month=locale.monthName(_MONTHS[last]))
    if last.isdigit() and first in _WEEKDAYS:
        return f"{locale.dayName(_WEEKDAYS.index(first) + 1, QLocale.FormatType.ShortFormat)} {last}"
    return locale.monthName(_MONTHS[text]) if text in _MONTHS else ""


def _numbered(text: str) -> str:
    """Words with numbers in them ("Turn 9"), looked up without them ("Turn {a}")."""
    numbers = _NUMBER.findall(text)
    if not numbers or len(numbers) > len(LETTERS):
        return text
    letters = iter(LETTERS)
    template = _NUMBER.sub(lambda _: f"{{{next(letters)}}}", text.replace("{", "{{").replace("}", "}}"))
    found = _look_up(TABLE, template)
    if found != template:
        return found.format(**dict(zip(LETTERS, numbers, strict=False)))
    first, _, last = text.partition(" ")
    # "2 units" counts and "1: Sat 16" heads a day, but "526 Arm" is a unit: names stay as they are.
    counts = _NUMBER.fullmatch(first.removesuffix(":")) and (first.endswith(":") or last[:1].islower())
    return f"{first} {_word(last)}" if last and counts else text


def number(value: float, places: int = 0, *, sign: bool = False) -> str:
    """A number as the language writes it ("1.5", "1,5"), with a plus before it if asked for; whole ones are not grouped."""
    locale = _locale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    found = locale.toString(float(value), "f", places)
    return f"+{found}" if sign and value > 0 else found


def moment_text(when: datetime) -> str:
    """A day and a time of day, to the minute."""
    return _locale().toString(QDateTime.fromSecsSinceEpoch(int(when.timestamp())), tr("d MMMM yyyy, HH:mm"))


def joined(words: Sequence[str]) -> str:
    """Words one after the other with an "and" before the last."""
    if len(words) < 2:
        return "".join(words)
    return tr("{first} and {last}", first=", ".join(words[:-1]), last=words[-1])


# Which language the desktop speaks: what was chosen, else the system's, else English. Qt's own dialogs
# speak it as well.

_ENGLISH: Final = "en"
LANGUAGES: Final = {_ENGLISH: "English", "de": "Deutsch"}
"""Language -> what it calls itself."""
SYSTEM: Final = "system"
"""The choice of the system's language, where the program speaks it."""
CHOSEN_BY: Final = "HEXBENCH_LANGUAGE"
"""Environment variable that chooses before the settings do."""
SPOKEN: Final = "hexbench.language"
"""Property of the application that says what is spoken now."""
_NAME = "translator"


def wanted(choice: str) -> str:
    """The language that a setting results in."""
    wish = os.environ.get(CHOSEN_BY, "") or choice
    if wish == SYSTEM:
        wish = QLocale.system().name().partition("_")[0]
    return wish if wish in LANGUAGES else _ENGLISH


def spoken() -> str:
    """The language spoken now."""
    app = QCoreApplication.instance()
    return str(app.property(SPOKEN) or _ENGLISH) if app is not None else _ENGLISH


def speak(choice: str, folder: Path) -> str:
    """Switch to the chosen language and return it; existing widgets keep their texts.

    ``folder`` holds the translations. Where there is none for the language, the program speaks English.
    """
    app = QCoreApplication.instance()
    if app is None:
        return _ENGLISH
    language = wanted(choice)
    if language == app.property(SPOKEN):
        return language
    for old in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(old)
        old.setParent(None)
    if language != _ENGLISH:
        own = _loaded(f"hexbench_{language}", folder)
        if own is None:
            language = _ENGLISH
        else:
            qt = _loaded(
                f"qtbase_{language}", Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
            )
            for found in (qt, own):
                if found is not None:
                    found.setParent(app)
                    app.installTranslator(found)
    QLocale.setDefault(QLocale(language))
    forget_words()
    app.setProperty(SPOKEN, language)
    return language


def _loaded(name: str, folder: Path) -> QTranslator | None:
    translator = QTranslator()
    translator.setObjectName(_NAME)
    return translator if translator.load(name, str(folder)) else None
