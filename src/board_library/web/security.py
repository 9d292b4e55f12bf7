"""What stands between the network and the pages: headers, the origin of requests, and how many of them.

The framework's CSRF and CORS layers do not look at sockets; :func:`same_origin` is asked there too.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException, TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
"""Nothing but our own files, nothing inline, no eval, no frames."""

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

REMEMBERED = 10_000
"""Addresses whose rate is remembered."""


def same_origin(connection: ASGIConnection[object, object, object, object], allowed: tuple[str, ...]) -> bool:
    """Whether a request or a socket comes from one of our own pages.

    Its ``Origin`` must name the host it was sent to, or be one of ``allowed``. The scheme is not compared, as a proxy
    may end TLS. Browsers send ``Origin`` with every POST and socket, so a missing one is refused.
    """
    origin = connection.headers.get("origin", "")
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in ("http", "https"):
        return False
    return parts.netloc.lower() == connection.headers.get("host", "").lower()


def bearer(connection: ASGIConnection[object, object, object, object]) -> str | None:
    """The guest token that a program sends in place of a cookie; a foreign page cannot make a browser send it."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


class Headers(ASGIMiddleware):
    """Sets the security headers of every answer; pages are never cached, their files by their own headers."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, *, secure: bool) -> None:
        self._headers = dict(HEADERS)
        if secure:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Add the headers on the way out."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await next_app(scope, receive, send_with_headers)


class Gate(ASGIMiddleware):
    """Refuses what changes something and comes from a foreign page, or more often than people click."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, *, allowed: tuple[str, ...], per_second: float, burst: int) -> None:
        self._allowed = allowed
        self._rate = Rate(per_second, burst)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let it through, or raise what the error pages show."""
        if scope["method"] not in SAFE_METHODS:  # type: ignore[typeddict-item]
            connection: ASGIConnection[object, object, object, object] = ASGIConnection(scope, receive, send)
            if bearer(connection) is None and not same_origin(connection, self._allowed):
                raise PermissionDeniedException("foreign or missing Origin", extra={"key": "error.foreign_origin"})
            client = scope["client"]
            if not self._rate.take(client[0] if client else ""):
                raise TooManyRequestsException("too many requests", extra={"key": "error.flooding"})
        await next_app(scope, receive, send)


class Rate:
    """A token bucket an address: ``burst`` at once, then ``per_second``."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> bool:
        """Whether one more may pass now (monotonic seconds)."""
        now = time.monotonic() if now is None else now
        left, at = self._buckets.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_second)
        passed = left >= 1
        self._buckets[key] = (left - 1 if passed else left, now)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return passed
