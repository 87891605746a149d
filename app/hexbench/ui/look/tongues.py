"""Which language the desktop speaks: what was chosen, else the system's, else English. Qt's own dialogs speak it as well."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch"}
"""Language -> what it calls itself."""
SYSTEM: Final = "system"
"""The choice of the system's language, where the program speaks it."""
CHOSEN_BY: Final = "HEXBENCH_LANGUAGE"
"""Environment variable that chooses before the settings do."""
SPOKEN: Final = "hexbench.language"
"""Property of the application that says what is spoken now."""
_NAME = "translator"


def wanted(choice: str) -> str:
    """The language a choice of the settings comes to."""
    wish = os.environ.get(CHOSEN_BY, "") or choice
    if wish == SYSTEM:
        wish = QLocale.system().name().partition("_")[0]
    return wish if wish in LANGUAGES else ENGLISH


def spoken() -> str:
    """The language spoken now."""
    app = QCoreApplication.instance()
    return str(app.property(SPOKEN) or ENGLISH) if app is not None else ENGLISH


def speak(choice: str, folder: Path) -> str:
    """Speak the language of a choice from now on, and say which it is; widgets that are there already keep their words.

    ``folder`` holds the translations. Where there is none for the language, the program speaks English.
    """
    app = QCoreApplication.instance()
    if app is None:
        return ENGLISH
    language = wanted(choice)
    if language == app.property(SPOKEN):
        return language
    for old in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(old)
        old.setParent(None)
    if language != ENGLISH:
        own = _loaded(f"hexbench_{language}", folder)
        if own is None:
            language = ENGLISH
        else:
            qt = _loaded(
                f"qtbase_{language}", Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
            )
            for found in (qt, own):
                if found is not None:
                    found.setParent(app)
                    app.installTranslator(found)
    QLocale.setDefault(QLocale(language))
    app.setProperty(SPOKEN, language)
    return language


def _loaded(name: str, folder: Path) -> QTranslator | None:
    translator = QTranslator()
    translator.setObjectName(_NAME)
    return translator if translator.load(name, str(folder)) else None
