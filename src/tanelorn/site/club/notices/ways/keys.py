"""Keys of elliptic curves, as they are written down for Web Push."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec

CURVE = ec.SECP256R1()


def new_key() -> str:
    """Draw a key for a club."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return letters(number.to_bytes(32, "big"))


def letters(raw: bytes) -> str:
    """Return bytes as letters that may stand in an address."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def raw(letters: str) -> bytes:
    """Return the bytes that letters stand for; raise ValueError."""
    return urlsafe_b64decode(letters.encode("ascii") + b"=" * (-len(letters) % 4))
