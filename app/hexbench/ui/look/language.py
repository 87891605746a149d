"""The language of the desktop: every sentence a person reads goes through here.

``tr`` is for the desktop's own words, ``tell`` for the sentences of games and engine, which arrive as
:class:`~hexbench.engine.values.Say`. Both look a sentence up *before* it is filled, so that a translator sees the
template with its names in braces and may put them in another order.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from hexbench.engine.values import Say

DESKTOP = "desktop"
"""The context of the desktop's own words in the files of translations."""
TABLE = "table"
"""The context of what games and engine say."""


def tr(text: str, /, **fill: object) -> str:
    """A sentence of the desktop in the language chosen, filled afterwards.

    The text is always written out at the call, so that it can be collected for the translators.
    """
    found = QCoreApplication.translate(DESKTOP, text)
    return found.format(**fill) if fill else found


def tell(says: Say | str) -> str:
    """A sentence of a game in the language chosen; what fills it is told in that language too."""
    if isinstance(says, str):
        return QCoreApplication.translate(TABLE, says)
    found = QCoreApplication.translate(TABLE, says.template)
    if not says.args:
        return found
    return found.format(**{key: tell(value) if isinstance(value, Say) else value for key, value in says.args})
