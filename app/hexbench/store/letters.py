"""The files of a game by mail: letters (``.hexmail``), which are exchanged, and each player's own locked desk (``.hexdesk``).

A letter is one line that says what it is, then an envelope in MessagePack. An invitation and its answer can be read
by anybody, because they contain nothing secret; what has been played since is sealed with the other player's key.
Every envelope is signed, numbered, and bound to the one before it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from hexbench.engine.values import Action, say
from hexbench.store import canon, customs
from hexbench.store.saves import Note, Row, SaveHeader
from hexbench.store.strict import BadFile

SUFFIX = ".hexmail"
DESK = ".hexdesk"
VERSION = 1
MAGIC = b"Hexbench letter\n"
DESK_MAGIC = b"Hexbench desk\n"
LONGEST_NAME = 64
"""The most characters of a game's number and of a side."""
LARGEST = 16 * 2**20
"""The most bytes of a letter or a desk: a hundred times those of the longest game played."""

Kind = Literal["invitation", "answer", "play"]
T = TypeVar("T")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of what is written."""


class Envelope(_Part, frozen=True, kw_only=True):
    """A letter as its file contains it. ``before`` is the digest of the letter before it; the signature covers all the rest."""

    version: int
    kind: Kind
    game_id: str
    number: int
    sender: str
    before: bytes
    body: bytes
    signature: bytes = b""

    @property
    def signed(self) -> bytes:
        """What the signature covers."""
        head = f"{self.version}/{self.kind}/{self.game_id}/{self.number}/{self.sender}".encode()
        return digest(head, self.before, self.body)

    @property
    def around(self) -> bytes:
        """What a sealed body is bound to."""
        return f"{self.version}/{self.game_id}/{self.number}/{self.sender}".encode()

    @property
    def digest(self) -> bytes:
        """Identifies exactly this letter."""
        return digest(self.signed, self.signature)


class Player(_Part, frozen=True, kw_only=True):
    """What a player makes known: the side, the keys for checking signatures and for sealing, and the anchor of the chain."""

    side: str
    sign: bytes
    box: bytes
    anchor: bytes

    @property
    def fingerprint(self) -> str:
        """Five words with which two players can make sure, by telephone, that they have each other's keys.

        They consist of syllables that sound alike in every language; each word stands for sixteen bits.
        """
        data = digest(self.side.encode(), self.sign, self.box, self.anchor)
        return " ".join(_spoken(int.from_bytes(data[i : i + 2], "big")) for i in range(0, 10, 2))


_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"


def _spoken(number: int) -> str:
    """Sixteen bits as a word of five letters, consonants and vowels in turn."""
    out = ""
    for shift, letters_ in (
        (12, _CONSONANTS),
        (10, _VOWELS),
        (6, _CONSONANTS),
        (4, _VOWELS),
        (0, _CONSONANTS),
    ):
        out += letters_[(number >> shift) % len(letters_)]
    return out


class Invitation(_Part, frozen=True, kw_only=True):
    """The game that is offered, and who offers it. ``scenario`` is the digest of what it begins with."""

    header: SaveHeader
    player: Player
    scenario: str


class Answer(_Part, frozen=True, kw_only=True):
    """Who takes the other side, and the first link of that player's chain."""

    player: Player
    link: bytes


class MailRow(_Part, frozen=True, kw_only=True):
    """One action in a letter: who did it, with which numbers, and the digest of the position after it."""

    side: str
    action: Action
    numbers: tuple[int, ...]
    digest: str
    auto: bool = False


class Play(_Part, frozen=True, kw_only=True):
    """What was played since the last letter.

    ``links`` are those of the sender's chain that are due, ``pending`` an action that is waiting for dice, ``digest``
    that of the position in which the letter ends.
    """

    rows: tuple[MailRow, ...]
    links: tuple[bytes, ...]
    pending: Action | None
    digest: str


class Desk(_Part, frozen=True, kw_only=True):
    """Everything one player has of a game by mail. It is only ever written locked.

    ``invited``: the invitation was written here. ``letters`` are the digests of those exchanged, by number; ``sent``
    counts the rows that are in one of them; ``rolls`` are the pairs of links used; ``shown`` and ``seen`` count the
    revealed links of our own chain and of the other.
    """

    header: SaveHeader
    game_id: str
    me: Player
    other: Player | None
    sign: bytes
    box: bytes
    root: bytes
    letters: tuple[bytes, ...]
    invited: bool = False
    rows: tuple[Row, ...] = ()
    sent: int = 0
    rolls: int = 0
    shown: int = 0
    seen: int = 0
    other_link: bytes = b""
    pending: Action | None = None
    pending_sent: bool = False
    start: bytes = b""
    here: bytes = b""
    opening: bytes = b""
    notes: tuple[tuple[int, Note], ...] = ()
    """The player's own: (node, bookmark and comment)."""
    last: bytes = b""
    """The letter sent last, so that it can be written again if it was lost."""


# ---- letters
def pack(value: msgspec.Struct) -> bytes:
    """A part as bytes."""
    return msgspec.msgpack.encode(value)


def unpack(data: bytes, kind: type[T], file: str) -> T:
    """A part from its bytes. Raises BadFile."""
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError, MemoryError):
        raise BadFile(say("this letter is damaged. Nothing was changed; ask for it again."), file) from None


def is_letter(path: Path) -> bool:
    """Whether a file says that it is a letter."""
    return _begins(path, MAGIC)


def is_desk(path: Path) -> bool:
    """Whether a file says that it is a player's desk of a game by mail."""
    return _begins(path, DESK_MAGIC)


def _begins(path: Path, magic: bytes) -> bool:
    try:
        return customs.head(path, len(magic)) == magic
    except BadFile:
        return False


def read_letter(path: Path) -> Envelope:
    """The envelope in a file; nothing in it has been verified yet. Raises BadFile."""
    data = customs.take(path, LARGEST)
    if not data.startswith(MAGIC):
        raise BadFile(say("this is not a letter from a game by mail."), str(path))
    found = unpack(data[len(MAGIC) :], Envelope, str(path))
    if found.version > VERSION:
        raise BadFile(
            say(
                "this letter was written by a newer version of Hexbench (format {found}; "
                "this version reads up to {known}).",
                found=found.version,
                known=VERSION,
            ),
            str(path),
        )
    if not (_is_name(found.game_id) and _is_name(found.sender) and 0 <= found.number < 2**31):
        raise BadFile(say("this letter is damaged. Nothing was changed; ask for it again."), str(path))
    return found


def _is_name(text: str) -> bool:
    """Whether a name from outside may become part of a file's name."""
    return 0 < len(text) <= LONGEST_NAME and text.isascii() and text.replace("_", "").isalnum()


def letter_bytes(envelope: Envelope) -> bytes:
    """A letter as its file contains it."""
    return MAGIC + pack(envelope)


# ---- desks
def desk_path(folder: Path, game_id: str, side: str) -> Path:
    """Where a player's desk of a game is. Both players may use the same home."""
    return folder / f"{game_id}-{side}{DESK}"


def key_path(desk: Path) -> Path:
    """Where the key of a seat is: apart from the desk, so that the desk may be kept anywhere."""
    return desk.parent / "keys" / f"{desk.stem}.key"


def new_key(desk: Path) -> bytes:
    """Make the key of a seat. Raises CannotWrite, also if there is one already."""
    path = key_path(desk)
    key = fresh()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as fault:
        raise canon.cannot_write(path, fault) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        forget_desk(desk)  # half a key would stand in the way of the next one
        raise canon.cannot_write(path, fault) from None
    return key


def forget_desk(desk: Path) -> None:
    """Remove a desk that was only being started, with its key: no letter of it has left this computer."""
    for path in (desk, key_path(desk)):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def read_key(desk: Path) -> bytes:
    """The key of a seat. Raises BadFile."""
    path = key_path(desk)
    try:
        key = customs.take(path, KEY)
    except BadFile:
        key = b""
    if len(key) != KEY:
        raise BadFile(
            say("the key of this seat is missing: without it the game cannot be opened."), str(path)
        )
    return key


def read_desk(path: Path) -> Desk:
    """A player's desk. Raises BadFile."""
    data = customs.take(path, LARGEST)
    if not data.startswith(DESK_MAGIC):
        raise BadFile(say("this is not a game by mail."), str(path))
    key = read_key(path)
    try:
        plain = unlock(key, data[len(DESK_MAGIC) :], DESK_MAGIC)
        return msgspec.msgpack.decode(plain, type=Desk)
    except BadSeal:
        raise BadFile(
            say("this copy was changed, or the key does not belong to its seat."), str(path)
        ) from None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadFile(say("this game by mail comes from another version of Hexbench."), str(path)) from None


def write_desk(path: Path, key: bytes, desk: Desk) -> None:
    """Write a player's desk, as a whole or not at all. Raises CannotWrite."""
    canon.write_bytes(path, DESK_MAGIC + lock(key, pack(desk), DESK_MAGIC))


def desks(folder: Path) -> Iterator[Path]:
    """The desks in a folder, the one written last first."""
    found = [(path.stat().st_mtime, path) for path in folder.glob(f"*{DESK}") if path.is_file()]
    return iter([path for _, path in sorted(found, reverse=True)])


def hold(path: Path) -> sqlite3.Connection:
    """Reserve a desk for this process until what is returned is closed; the system releases it if the process dies.

    Raises BadFile.
    """
    lock = path.with_name(f".{path.stem}.lock")
    db = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(lock, timeout=0.2, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
    except (sqlite3.Error, OSError):
        if db is not None:
            db.close()
        raise BadFile(say("this game is open in another window. Close it there first."), str(path)) from None
    return db


LINKS = 1 << 15
"""Links of a chain, and so the most rolls a game may have."""
KEY = 32
_NONCE = 12


class BadSeal(Exception):
    """Something was not sealed, signed or locked with the right key."""


def fresh() -> bytes:
    """A key, the root of a chain, or a nonce: every secret here begins with this."""
    return secrets.token_bytes(KEY)


def digest(*parts: bytes) -> bytes:
    """SHA-256 of several parts, kept apart by their lengths."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.digest()


# ---- chains
def link(root: bytes, number: int) -> bytes:
    """Link ``number`` of a chain, from 0; -1 is the anchor. Raises IndexError past the end."""
    if number >= LINKS:
        raise IndexError("the chain has no more links")
    for _ in range(LINKS - 1 - number):
        root = hashlib.sha256(root).digest()
    return root


def follows(before: bytes, now: bytes) -> bool:
    """Whether ``now`` is the link after ``before`` (or after the anchor)."""
    return secrets.compare_digest(hashlib.sha256(now).digest(), before)


# ---- signatures
def sign_key(private: bytes) -> bytes:
    """The public half of a signing key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def sign(private: bytes, data: bytes) -> bytes:
    """The signature of some bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).sign(data)


def check(public: bytes, signature: bytes, data: bytes) -> None:
    """Raise BadSeal unless the owner of ``public`` signed exactly this."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (InvalidSignature, ValueError):
        raise BadSeal from None


# ---- seals: only the owner of a key can open them
def box_key(private: bytes) -> bytes:
    """The public half of a key for sealing."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def seal(public: bytes, plain: bytes, around: bytes) -> bytes:
    """Bytes that only the owner of ``public`` can read, bound to ``around``. Raises BadSeal for a bad key."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    once = X25519PrivateKey.from_private_bytes(fresh())
    mine = once.public_key().public_bytes_raw()
    try:
        shared = once.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        raise BadSeal from None
    return mine + lock(_stretch(shared, mine, public), plain, around)


def unseal(private: bytes, sealed: bytes, around: bytes) -> bytes:
    """What :meth:`seal` sealed. Raises BadSeal."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    theirs, rest = sealed[:KEY], sealed[KEY:]
    try:
        shared = X25519PrivateKey.from_private_bytes(private).exchange(
            X25519PublicKey.from_public_bytes(theirs)
        )
    except ValueError:
        raise BadSeal from None
    return unlock(_stretch(shared, theirs, box_key(private)), rest, around)


def _stretch(shared: bytes, once: bytes, public: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), KEY, salt=once + public, info=b"hexbench-mail/1").derive(shared)


# ---- locks: one key for both ways
def lock(key: bytes, plain: bytes, around: bytes) -> bytes:
    """Bytes that can be read, and changed unnoticed, only with the key."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce = fresh()[:_NONCE]
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, plain, around)


def unlock(key: bytes, locked: bytes, around: bytes) -> bytes:
    """What :meth:`lock` locked. Raises BadSeal."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        return ChaCha20Poly1305(key).decrypt(locked[:_NONCE], locked[_NONCE:], around)
    except (InvalidTag, ValueError):
        raise BadSeal from None
