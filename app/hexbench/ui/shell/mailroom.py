"""Games by mail in the window: inviting, answering, opening and writing letters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from hexbench.store.strict import BadFile
from hexbench.ui.bridge import Shift
from hexbench.ui.docks.names import side_title
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.shell.mailforms import AnswerDialog, InviteDialog, MailBar, MailDialog

if TYPE_CHECKING:
    from hexbench.session.mailing import MailSession
    from hexbench.store.letters import Desk
    from hexbench.ui.shell.pieces import TablePieces

FILTER = mark("Letters of Hexbench (*.hexmail)")


def is_mail(path: Path) -> bool:
    """Whether a file is a letter or a player's copy of a game by mail."""
    from hexbench.store import letters

    return letters.is_letter(path) or letters.is_desk(path)


class MailRoom(QObject):
    """Bound to one window for as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.bridge, self.status = at.window, at.catalogue, at.bridge, at.status
        self.say_wrong, self.table = at.say_wrong, at.table
        self.bar = MailBar(at.table.middle)
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
        from hexbench.session import mail
        from hexbench.store import letters

        found = []
        for path in letters.desks(mail.folder(self.catalogue)):
            try:
                found.append((path, letters.read_desk(path)))
            except BadFile:
                continue
        return found

    def show(self) -> None:
        """The games by mail."""
        MailDialog(self).open()

    def _on_refreshed(self, shift: Shift) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Say how the open game stands."""
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
            self.say_wrong(str(fault))
            return
        window.show_session(session)
        window.historian.since(before)

    def browse(self) -> None:
        """Ask for a letter."""
        path, _ = QFileDialog.getOpenFileName(self.window, tr("Open a letter"), "", tr(FILTER))
        if path:
            self.window.open_path(path)

    def write(self) -> None:
        """Ask where the next letter goes and write it."""
        session = self.session
        if session is None:
            return
        path = self._where(session.letter_name())
        if path is None:
            return
        try:
            session.write(path)
        except BadFile as fault:
            self.say_wrong(str(fault))
            return
        self.table.tell(
            tr(
                "Letter {n} is written: send {name} to the other player.",
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
        from hexbench.store import canon, letters

        try:
            found = letters.read_desk(desk)
            path = self._where(mailing.letter_name(found, mailing.last_number(found)))
            if path is not None:
                canon.write_bytes(path, found.last)
        except BadFile as fault:
            self.say_wrong(str(fault))

    def _where(self, name: str) -> Path | None:
        path, _ = QFileDialog.getSaveFileName(self.window, tr("Write the letter"), name, tr(FILTER))
        if not path:
            return None
        return Path(path if path.endswith(".hexmail") else path + ".hexmail")

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
            library = self.catalogue.with_own(own)
            mail.invite(library, dialog.game, name, side, path, dialog.options.values)
        except BadFile as fault:
            self.say_wrong(str(fault))
            return
        self._begun(
            tr("The invitation is written: send {name}, and open the answer when it comes.", name=path.name)
        )

    def _offer(self, path: Path) -> None:
        from hexbench.session import contract, mail

        catalogue = self.catalogue
        _, found = mail.read_invitation(path)
        side = mail.other_side(catalogue, found, str(path))
        game = catalogue.games[found.header.game].title
        header, _ = contract.taken(catalogue, found.header, str(path))
        words = tr(
            "You are invited to {title} ({game}), to play {side} by mail.",
            title=tell(header.title),
            game=game,
            side=side_title(side),
        )
        terms = contract.terms(catalogue, found.header, str(path))
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
            self.say_wrong(str(fault))
            return
        self._begun(
            tr(
                "The answer is written: send {name} back, and open the first letter when it comes.",
                name=path.name,
            )
        )

    def _begun(self, sentence: str) -> None:
        """Say what to do with the file, where it will be seen."""
        self.status.show_hint(sentence)
        self.table.tell(sentence)
        self.show()
