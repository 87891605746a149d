"""Games by mail in the window: inviting, answering, opening and writing letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.strict import BadFile
from hexbench.ui.bridge import Shift
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why
from hexbench.ui.shell.newgame import TablesChoice
from hexbench.ui.shell.options import OptionsForm, options_in
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import laid, named, push, wrapped_label
from hexbench.ui.widgets.writing import where_to_write

if TYPE_CHECKING:
    from hexbench.engine.values import Say
    from hexbench.session.game import Catalogue
    from hexbench.session.mailing import MailSession
    from hexbench.store.letters import Desk
    from hexbench.store.scenarios import ScenarioInfo
    from hexbench.ui.shell.pieces import TablePieces


# What a player sees of games by mail: the bar over the map, the dialogs that invite, answer and list.

PATH = Qt.ItemDataRole.UserRole + 1


class _MailBar(QFrame):
    """The bar over the map: why nothing can be done now, and the button that writes the letter."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mail.bar")
        self.setAccessibleName(tr("Play by mail"))
        self.setAutoFillBackground(True)
        self.words = named(wrapped_label(), "mail.words")
        font = self.words.font()
        font.setBold(True)
        self.words.setFont(font)
        self.send = push(
            "mail.write",
            tr("&Write the letter…"),
            tr("Save the next letter; what it contains is final from then on"),
        )
        self.open = push(
            "mail.open_here", tr("&Open a letter…"), tr("Open the letter you received from the other player")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(10)
        laid(row, (self.words, 1), self.send, self.open)
        self.hide()

    def show_session(self, session: MailSession | None) -> None:
        """Show the state of a mail game; None, or our own decision: show nothing."""
        waits = None if session is None else session.waits
        self.setVisible(waits is not None)
        if session is None or waits is None:
            return
        self.words.setText(tell(waits))
        self.send.setVisible(session.may_write)
        self.open.setVisible(not session.may_write and not session.is_over)


class InviteDialog(QDialog):
    """Which game, which scenario, which side: ``accepted`` when the invitation is to be written."""

    def __init__(self, catalogue: Catalogue, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("invite")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Invite somebody to a game by mail"))
        self.catalogue = catalogue
        self._infos: dict[str, ScenarioInfo] = {}
        self.games = named(DropDown(), "invite.game", tr("Game"))
        self.names = named(DropDown(), "invite.scenario", tr("Scenario"))
        self.sides = named(DropDown(), "invite.side", tr("Your side"))
        self.options = OptionsForm()
        self.tables = TablesChoice()
        form = QFormLayout()
        form.addRow(tr("&Game"), self.games)
        form.addRow(tr("&Scenario"), self.names)
        form.addRow(tr("&Your side"), self.sides)
        form.addRow(tr("Options"), self.options)
        form.addRow(tr("Tables"), self.tables)
        self.form = form
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.write = named(
            QPushButton(tr("Write the invitation…")),
            "invite.write",
            tip=tr("Save the invitation as a file to send to the other player"),
        )
        self.write.clicked.connect(self.accept)
        buttons.addButton(self.write, QDialogButtonBox.ButtonRole.ActionRole)
        self.write.setDefault(True)
        buttons.rejected.connect(self.reject)
        laid(QVBoxLayout(self), form, None, buttons)
        for game in catalogue.games.values():
            if len(game.sides) == 2:
                self.games.addItem(game.title, game.key)
        self.games.currentIndexChanged.connect(self._on_game)
        self.names.currentIndexChanged.connect(self._on_name)
        self._on_game()
        self.resize(540, 320)

    @property
    def game(self) -> str:
        """The key of the game."""
        return str(self.games.currentData() or "")

    def _on_game(self) -> None:
        infos = self.catalogue.scenarios(self.game) if self.game else ()
        self._infos = {info.name: info for info in infos}
        self.names.clear()
        for info in infos:
            self.names.addItem(tell(info.title), info.name)
        self.sides.clear()
        if self.game:
            for side in self.catalogue.games[self.game].sides:
                self.sides.addItem(side_title(side), side)

    def _on_name(self) -> None:
        info = self._infos.get(str(self.names.currentData() or ""))
        self.write.setEnabled(info is not None)
        if info is not None:
            self.options.show_options(options_in(self.catalogue, self.game), dict(info.options))
            self.form.setRowVisible(self.options, bool(self.options.fields))


class AnswerDialog(QDialog):
    """Shows an invitation's terms, with a button to accept it."""

    def __init__(self, words: str, terms: Sequence[Say], fingerprint: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("answer")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("An invitation"))
        self.words = named(wrapped_label(words), "answer.words")
        self.terms = named(
            QPlainTextEdit("\n".join(f"•  {tell(term)}" for term in terms)),
            "answer.terms",
            tr("Terms of the invitation"),
        )
        self.terms.setReadOnly(True)
        self.terms.setTabChangesFocus(True)
        self.as_shipped = named(
            wrapped_label(
                tr("These terms differ from the standard ones:")
                if terms
                else tr("Map, tables and options are the standard ones.")
            ),
            "answer.as_shipped",
            role="bad" if terms else "muted",
        )
        self.print = named(
            wrapped_label(
                tr(
                    "Fingerprint of the other player's keys, as words to compare over the "
                    "telephone: {fingerprint}",
                    fingerprint=fingerprint,
                )
            ),
            role="muted",
        )
        self.print.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.take = named(
            QPushButton(tr("Answer…")),
            "answer.take",
            tip=tr("Take this side, and save the answer as a file to send back"),
        )
        self.take.setDefault(True)
        self.take.clicked.connect(self.accept)
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = laid(QVBoxLayout(self), self.words, self.as_shipped, (self.terms, 1), self.print)
        self.terms.setVisible(bool(terms))
        if not terms:
            column.addStretch(1)
        column.addWidget(buttons)
        self.resize(580, 380 if terms else 200)


class MailDialog(QDialog):
    """The mail games on this computer, and what can be done with them."""

    def __init__(self, room: MailRoom) -> None:
        super().__init__(room.window)
        self.setObjectName("mail")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Play by mail"))
        self.room = room
        words = named(
            wrapped_label(
                tr(
                    "Two players send one file back and forth: it is sealed, and its dice "
                    "need a secret from each player. Open a letter you have received here, "
                    "or with File → Open."
                )
            ),
            role="muted",
        )
        self.list = named(QListWidget(), "mail.games", tr("Games by mail"))
        self.list.itemActivated.connect(self._on_go)
        self.list.currentItemChanged.connect(self._on_current)
        self.prints = named(wrapped_label(), "mail.prints", role="muted")
        self.prints.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.invite = push("mail.invite", tr("&Invite…"), tr("Start a game by mail and write the invitation"))
        self.letter = push(
            "mail.letter", tr("&Open a letter…"), tr("Open an invitation, an answer or a letter of a game")
        )
        self.go = push("mail.go", tr("&Continue"), tr("Open the chosen game"))
        self.again = push(
            "mail.again",
            tr("Write the &last letter again…"),
            tr("Byte for byte the same, in case it was lost"),
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        side = laid(QVBoxLayout(), self.invite, self.letter, self.go, self.again, None)
        row = laid(QHBoxLayout(), (self.list, 1), side)
        laid(QVBoxLayout(self), words, (row, 1), self.prints, buttons)
        self.invite.clicked.connect(self._on_invite)
        self.letter.clicked.connect(self._on_letter)
        self.go.clicked.connect(self._on_go)
        self.again.clicked.connect(self._on_again)
        self.fill()
        self.resize(700, 380)

    def fill(self) -> None:
        """Refresh the list of games."""
        from hexbench.session import mail

        self.list.clear()
        for path, desk in self.room.desks():
            head = f"{tell(desk.header.title)} · {side_title(desk.me.side)}"
            self._add(path, head, tell(mail.standing(desk)))
        for path, fault in self.room.shut().items():
            self._add(path, path.name, tell(fault.because))
        if self.list.count():
            self.list.setCurrentRow(0)
        self._on_current()

    def _add(self, path: Path, head: str, below: str) -> None:
        item = QListWidgetItem(f"{head}\n{below}")
        item.setData(PATH, str(path))
        item.setSizeHint(QSize(100, 2 * self.fontMetrics().height() + 12))
        item.setToolTip(as_it_is(f"{below}\n{path}"))
        self.list.addItem(item)

    @property
    def path(self) -> Path | None:
        """The copy chosen."""
        row = self.list.currentRow()
        return None if row < 0 else Path(str(self.list.item(row).data(PATH)))

    def _on_current(self) -> None:
        path = self.path
        desk = next((desk for there, desk in self.room.desks() if there == path), None)
        self.go.setEnabled(desk is not None and bool(desk.start))
        self.again.setEnabled(desk is not None and bool(desk.last))
        text = ""
        if desk is not None:
            other = desk.other.fingerprint if desk.other is not None else tr("not known yet")
            text = tr(
                "Fingerprints as words, to compare over the telephone: yours {fingerprint}; "
                "the other player's {other}.",
                fingerprint=desk.me.fingerprint,
                other=other,
            )
        self.prints.setText(text)

    def _on_invite(self) -> None:
        self.close()
        self.room.invite()

    def _on_letter(self) -> None:
        self.close()
        self.room.browse()

    def _on_go(self) -> None:
        if self.path is not None and self.go.isEnabled():
            path = self.path
            self.close()
            self.room.window.open_path(str(path))

    def _on_again(self) -> None:
        if self.path is not None:
            self.room.write_again(self.path)


FILTER = mark("Hexbench letters (*.hexmail)")


def is_mail(path: Path) -> bool:
    """Whether a file is a letter or a player's copy of a mail game, or has such a name: so that damaged ones
    are reported.
    """
    from hexbench.store import letters

    called = path.suffix.lower() in (letters.SUFFIX, letters.DESK)
    return called or letters.is_letter(path) or letters.is_desk(path)


class MailRoom(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.bridge, self.status = at.window, at.catalogue, at.bridge, at.status
        self.say_wrong, self.table = at.say_wrong, at.table
        self.bar = _MailBar(at.table.middle)
        at.table.column.insertWidget(0, self.bar)
        self.bar.send.clicked.connect(self.write)
        self.bar.open.clicked.connect(self.browse)
        at.acts["file.mail"].triggered.connect(self.show)
        at.desk.refreshed.connect(self._on_refreshed)
        at.bridge.saved.connect(self.refresh)

    @property
    def session(self) -> MailSession | None:
        """The open game, if it is played by mail."""
        session = self.bridge.session
        if session is None or session.owner is None:
            return None
        from hexbench.session.mailing import MailSession

        return session if isinstance(session, MailSession) else None

    def desks(self) -> list[tuple[Path, Desk]]:
        """The games by mail that can be read, those written last first."""
        return [(path, desk) for path, desk in self._copies() if not isinstance(desk, BadFile)]

    def shut(self) -> dict[Path, BadFile]:
        """Games that cannot be listed, and why: a game whose key is lost must not vanish silently."""
        return {path: fault for path, fault in self._copies() if isinstance(fault, BadFile)}

    def _copies(self) -> Iterator[tuple[Path, Desk | BadFile]]:
        from hexbench.session import mail
        from hexbench.store import letters

        for path in letters.desks(mail.folder(self.catalogue)):
            try:
                yield path, letters.read_desk(path)
            except BadFile as fault:
                yield path, fault

    def show(self) -> None:
        """The games by mail."""
        MailDialog(self).open()

    def _on_refreshed(self, shift: Shift) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the open game."""
        covered = self.bridge.covered or self.bridge.past is not None
        self.bar.show_session(None if covered else self.session)

    # ---- letters
    def open(self, path: Path) -> None:
        """Open a letter, or go on with the game a copy holds."""
        from hexbench.session import mailing
        from hexbench.store import letters

        window = self.window
        try:
            if letters.is_desk(path):
                own = self.session
                if own is not None and own.path == path.absolute():
                    return
                window.show_session(mailing.open_desk(self.catalogue, path.absolute()))
                return
            if letters.read_letter(path).kind == "invitation":
                self._offer(path)
                return
            session, before = mailing.open_letter(self.catalogue, path, self.bridge.session)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        window.show_session(session)
        window.historian.since(before)

    def browse(self) -> None:
        """Ask for a letter."""
        path, _ = QFileDialog.getOpenFileName(self.window, tr("Open a letter"), "", tr(FILTER))
        if path:
            self.window.open_path(path)

    def write(self) -> None:
        """Ask for a file name for the next letter, and write it."""
        session = self.session
        if session is None:
            return
        path = self._where(session.letter_name())
        if path is None:
            return
        try:
            session.write(path)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self.table.tell(
            tr(
                "Letter {n} has been written: send {name} to the other player.",
                n=session.number - 1,
                name=path.name,
            )
        )
        self.table.show_all()
        self.window.commands.refresh()
        self.refresh()

    def write_again(self, desk: Path) -> None:
        """Write the last letter of a game once more."""
        from hexbench.session import mailing
        from hexbench.store import letters

        try:
            found = letters.read_desk(desk)
            path = self._where(mailing.letter_name(found, mailing.last_number(found)))
            if path is not None:
                mailing.write_last(desk, path)
        except BadFile as fault:
            self.say_wrong(why(fault))

    def _where(self, name: str) -> Path | None:
        return where_to_write(self.window, tr("Write the letter"), name, tr(FILTER), ".hexmail")

    # ---- beginning
    def invite(self) -> None:
        """Ask which game, and write an invitation to it."""
        dialog = InviteDialog(self.catalogue, self.window)
        dialog.accepted.connect(lambda: self._on_invite(dialog))
        dialog.open()

    def _on_invite(self, dialog: InviteDialog) -> None:
        from hexbench.session import mail
        from hexbench.store.tables import read_own

        name, side = str(dialog.names.currentData()), str(dialog.sides.currentData())
        path = self._where(f"{dialog.game}-{name}-invitation.hexmail")
        if path is None:
            return
        try:
            own = read_own(Path(dialog.tables.path)) if dialog.tables.path else None
            library = self.catalogue.with_own(own, dialog.game)
            mail.invite(library, dialog.game, name, side, path, dialog.options.values)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self._begun(
            tr(
                "The invitation has been written: send {name}, and open the answer when it arrives.",
                name=path.name,
            )
        )

    def _offer(self, path: Path) -> None:
        from hexbench.session import mail

        catalogue = self.catalogue
        _, found = mail.read_invitation(path)
        side = mail.other_side(catalogue, found, str(path))
        game = catalogue.games[found.header.game].title
        header, _ = mail.taken(catalogue, found.header, str(path))
        words = tr(
            "You are invited to play {side} in {title} ({game}) by mail.",
            title=tell(header.title),
            game=game,
            side=side_title(side),
        )
        terms = mail.terms(catalogue, found.header, str(path))
        dialog = AnswerDialog(words, terms, found.player.fingerprint, self.window)
        dialog.accepted.connect(lambda: self._on_answer(path))
        dialog.open()

    def _on_answer(self, invitation: Path) -> None:
        from hexbench.session import mail

        path = self._where(f"{invitation.stem}-answer.hexmail")
        if path is None:
            return
        try:
            mail.answer(self.catalogue, invitation, path)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self._begun(
            tr(
                "The answer has been written: send {name} back, and open the first letter when it arrives.",
                name=path.name,
            )
        )

    def _begun(self, sentence: str) -> None:
        """Say what to do with the file, where it will be seen."""
        self.status.show_hint(sentence)
        self.table.tell(sentence)
        self.show()
