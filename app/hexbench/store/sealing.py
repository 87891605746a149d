"""Locks, seals and signatures of games by mail, and the chains of secrets their dice come from.

All of it is the library ``cryptography``: X25519 with ChaCha20-Poly1305 seals to a key, Ed25519 signs, SHA-256 makes chains.
A chain is a root hashed again and again. Its last link, the anchor, is shown first; the links before it are shown one at a
time, and whoever has one link can tell whether the next is the true one and cannot find it himself.
"""

from __future__ import annotations

import hashlib
import secrets

LINKS = 1 << 15
"""Links of a chain: so many rolls a game may have."""
KEY = 32
_NONCE = 12


class BadSeal(Exception):
    """Something was not sealed, signed or locked with the key it should be."""


def fresh() -> bytes:
    """A key, the root of a chain, or a nonce: all that is secret here begins with this."""
    return secrets.token_bytes(KEY)


def digest(*parts: bytes) -> bytes:
    """SHA-256 of several things, none of which can run into the next."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.digest()


# ---- chains
def link(root: bytes, number: int) -> bytes:
    """Link ``number`` of a chain, 0 and up; -1 is the anchor. Raises IndexError past the end."""
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
    """Raises BadSeal unless the owner of ``public`` signed exactly this."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (InvalidSignature, ValueError):
        raise BadSeal from None


# ---- seals: only the owner of a key can open them
def box_key(private: bytes) -> bytes:
    """The public half of a key that things are sealed to."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def seal(public: bytes, plain: bytes, around: bytes) -> bytes:
    """Bytes that only the owner of ``public`` can read, bound to what stands ``around`` them. Raises BadSeal for a bad key."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    once = X25519PrivateKey.from_private_bytes(fresh())
    mine = once.public_key().public_bytes_raw()
    try:
        shared = once.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        raise BadSeal from None
    return mine + lock(_stretch(shared, mine, public), plain, around)


def unseal(private: bytes, sealed: bytes, around: bytes) -> bytes:
    """What :meth:`seal` hid. Raises BadSeal."""
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
    """Bytes that only who has the key can read or change unnoticed."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce = fresh()[:_NONCE]
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, plain, around)


def unlock(key: bytes, locked: bytes, around: bytes) -> bytes:
    """What :meth:`lock` hid. Raises BadSeal."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        return ChaCha20Poly1305(key).decrypt(locked[:_NONCE], locked[_NONCE:], around)
    except (InvalidTag, ValueError):
        raise BadSeal from None
