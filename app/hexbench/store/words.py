"""Saves that are sealed with passwords: what is played cannot be read from the file without the password of every side that has one.

A random key locks what a save contains: positions, the dice to come, actions and what each side was told, the
players' remarks and drawings. That key is wrapped with one made of all the passwords, so that no side can open the
file alone, and a forgotten password is the end of the game. The header stays readable: game and scenario, options,
title.

The passwords make the key by scrypt, which is slow on purpose; ChaCha20-Poly1305 locks, and binds each part to its
place in the file: rows that were exchanged cannot be unlocked. Unlocked keys are kept only in this process, and end
with the game.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

import msgspec

from hexbench.engine.values import Say, say
from hexbench.store.strict import BadFile

FEWEST, MOST = 4, 200
"""The fewest and the most characters of a password."""
_SIDES = 8
"""More sides than any game has: a file must not make anybody wait for a thousand passwords."""
_COST, _BLOCK, _NONCE, _KEY, _SALT = 1 << 15, 8, 12, 32, 16
"""scrypt takes 32 MiB and a tenth of a second for each password: that is the price of every guess."""


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a header says about passwords: the sides that have one, salt and wrapped key (both in hexadecimal digits)."""

    sides: tuple[str, ...]
    salt: str
    key: str


class Locked(BadFile):
    """A save whose passwords have not been given, or were wrong; ``seal`` is what it says about them."""

    def __init__(self, seal: Seal, reason: Say | str, file: str = "") -> None:
        super().__init__(reason, file)
        self.seal = seal


class Lock:
    """The key of one save."""

    def __init__(self, key: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        self.key = key
        self._cipher = ChaCha20Poly1305(key)

    def shut(self, place: str, data: bytes) -> bytes:
        """Some bytes, locked to a place in the file."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, data, place.encode())

    def open(self, place: str, data: object) -> bytes:
        """The bytes again. Raises ValueError for what was not locked with this key at this place."""
        from cryptography.exceptions import InvalidTag

        if not isinstance(data, bytes):
            raise ValueError(f"{place} is not sealed")
        try:
            return self._cipher.decrypt(data[:_NONCE], data[_NONCE:], place.encode())
        except InvalidTag:
            raise ValueError(f"{place} does not open") from None


_open: dict[str, Lock] = {}
"""salt -> the key of a save whose passwords were given: a game is opened through copies, checks and rescues, and each needs it."""


def new_seal(words: Mapping[str, str]) -> Seal:
    """A new key, wrapped with the passwords of the sides that have one; it is unlocked here. Raises BadFile for one that is too short."""
    said = {side: word.strip() for side, word in words.items() if word.strip()}
    if not said:
        raise BadFile(say("no side has entered a password to seal the game with."))
    if any(not FEWEST <= len(word) <= MOST for word in said.values()):
        raise BadFile(
            say(
                "the length of a password must be between {fewest} and {most}.",
                fewest=FEWEST,
                most=MOST,
            )
        )
    salt, key = secrets.token_bytes(_SALT), secrets.token_bytes(_KEY)
    sides = tuple(sorted(said))
    wrapped = Lock(_wrapping(sides, salt, said)).shut(_place(sides, salt), key)
    _open[salt.hex()] = Lock(key)
    return Seal(sides, salt.hex(), wrapped.hex())


def unlock(seal: Seal, words: Mapping[str, str], file: str = "") -> None:
    """Unlock the key of a save until :func:`forget`. Raises Locked for passwords that are wrong or missing."""
    try:
        _open[seal.salt] = Lock(_unwrapped(seal, words))
    except ValueError:
        reason = say(
            "a password is wrong: this game opens only with the passwords of all sides, "
            "exactly as they were entered at the start."
        )
        raise Locked(seal, reason, file) from None


def _unwrapped(seal: Seal, words: Mapping[str, str]) -> bytes:
    """The key of a save. Raises ValueError for wrong passwords, and for a seal that we never made."""
    salt, wrapped = bytes.fromhex(seal.salt), bytes.fromhex(seal.key)
    if len(salt) != _SALT or not 1 <= len(seal.sides) <= _SIDES:
        raise ValueError(seal.salt)
    said = {side: words.get(side, "").strip()[:MOST] for side in seal.sides}
    return Lock(_wrapping(seal.sides, salt, said)).open(_place(seal.sides, salt), wrapped)


def lock_of(seal: Seal | None, file: str = "") -> Lock | None:
    """The unlocked key of a save; None: it is not sealed. Raises Locked."""
    if seal is None:
        return None
    found = _open.get(seal.salt)
    if found is None:
        n = len(seal.sides)
        why = say(
            "this saved game is sealed; it can be opened with the password of one side."
            if n == 1
            else "this saved game is sealed; it can be opened with the passwords of {n} sides.",
            n=n,
        )
        raise Locked(seal, why, file)
    return found


def forget(seal: Seal | None) -> None:
    """Lock a save again: whoever opens it next must give the passwords."""
    if seal is not None:
        _open.pop(seal.salt, None)


def lend() -> dict[str, bytes]:
    """The keys unlocked here, for a process that helps this one."""
    return {salt: lock.key for salt, lock in _open.items()}


def borrow(keys: Mapping[str, bytes]) -> None:
    """Take over the keys of the other process, in the process that helps."""
    _open.update({salt: Lock(key) for salt, key in keys.items()})


def _place(sides: tuple[str, ...], salt: bytes) -> str:
    return f"key {salt.hex()} {' '.join(sides)}"


def _wrapping(sides: tuple[str, ...], salt: bytes, words: Mapping[str, str]) -> bytes:
    """The key made of all passwords together."""
    whole = hashlib.sha256(salt)
    for side in sides:
        word = words[side].encode(errors="surrogatepass")
        own = hashlib.sha256(salt + side.encode()).digest()
        whole.update(hashlib.scrypt(word, salt=own, n=_COST, r=_BLOCK, p=1, maxmem=1 << 27, dklen=_KEY))
    return whole.digest()
