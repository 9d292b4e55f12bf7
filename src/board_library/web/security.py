"""What stands between the network and the pages: headers, the origin of requests, and how many of them.

The framework's CSRF and CORS layers do not look at sockets; :func:`same_origin` is asked there too.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException, TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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

CSRF_COOKIE = "csrf"
CSRF_FIELD = "_csrf_token"
CSRF_HEADER = "x-csrftoken"
CSRF_LENGTH = 64
YEAR = 365 * 24 * 3600

BODY_SECONDS = 30.0
"""A form or JSON that takes longer to arrive counts as cut off."""

REMEMBERED = 10_000
"""Addresses whose rate is remembered."""


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], allowed: tuple[str, ...]) -> bool:
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


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The network address of the other side; empty if the server was not told."""
    client = connection.scope["client"]
    return client[0] if client else ""


def bearer(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The guest token that a program sends in place of a cookie; a foreign page cannot make a browser send it."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


def secure_headers(*, tls: bool) -> Callable[[Message, Scope], Awaitable[None]]:
    """A hook that sets the security headers of every answer, refusals of unknown pages included.

    Pages are never cached; files bring headers of their own.
    """
    ours = dict(HEADERS) | ({"strict-transport-security": "max-age=31536000"} if tls else {})

    async def set_headers(message: Message, scope: Scope) -> None:  # noqa: ARG001 - the framework's signature
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in ours.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")

    return set_headers


class Gate(ASGIMiddleware):
    """Refuses what changes something and comes from a foreign page, or more often than people click."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, *, allowed: tuple[str, ...], per_second: float, burst: int) -> None:
        self._allowed = allowed
        self._rate = Rate(per_second, burst)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let it through, or raise what the error pages show."""
        if scope["method"] not in SAFE_METHODS:  # type: ignore[typeddict-item]
            connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope, receive, send)
            if bearer(connection) is None and not same_origin(connection, self._allowed):
                raise PermissionDeniedException("foreign or missing Origin", extra={"key": "error.foreign_origin"})
            if not self._rate.take(address_of(connection)):
                raise too_many("error.flooding")
            receive = in_time(receive)
        await next_app(scope, receive, send)


def too_many(key: str) -> TooManyRequestsException:
    """The refusal of an address that asks too often, with the translation key of what to tell."""
    return TooManyRequestsException("too many requests", extra={"key": key})


def in_time(receive: Receive) -> Receive:
    """``receive`` that waits no longer than ``BODY_SECONDS`` from now for a body, and then as long as ever."""
    until = asyncio.get_running_loop().time() + BODY_SECONDS
    whole = False

    async def receive_in_time() -> Any:
        nonlocal whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        whole = not message.get("more_body", False)
        return message

    return receive_in_time


class Tokens(ASGIMiddleware):
    """A form must carry the token that stands in the browser's cookie, which no foreign page can read or set.

    The token is random and stays with the browser, so forms of a page survive a restart of the server. Requests to the
    JSON interface need none: :class:`Gate` lets them in only from our own pages or with a guest token (``bearer``).
    That is where programs go; their guest token is no way round the token of a form.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, *, secure: bool) -> None:
        self._secure = secure

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check the token of a form; give a browser without one its own."""
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        kept = request.cookies.get(CSRF_COOKIE, "")
        known = len(kept) == CSRF_LENGTH and kept.isascii() and kept.isalnum()
        token = kept if known else secrets.token_hex(CSRF_LENGTH // 2)
        scope["state"]["csrf"] = token
        if request.method not in SAFE_METHODS and not request.url.path.startswith("/api/"):
            sent = (await request.form()).get(CSRF_FIELD) or request.headers.get(CSRF_HEADER, "")
            if not (known and isinstance(sent, str) and secrets.compare_digest(sent.encode(), token.encode())):
                raise PermissionDeniedException("no valid token", extra={"key": "error.csrf"})
        cookie = Cookie(
            key=CSRF_COOKIE, value=token, path="/", httponly=True, samesite="lax", secure=self._secure, max_age=YEAR
        )

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message).add("set-cookie", cookie.to_header(header=""))
            await send(message)

        keeps = known or request.url.path.startswith(("/static/", "/games/", "/api/"))
        await next_app(scope, receive, send if keeps else send_with_cookie)


class Rate:
    """A token bucket an address: ``burst`` at once, then ``per_second``."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, key: str, now: float | None = None) -> float:
        """How many more may pass now (monotonic seconds); less than one is none."""
        now = time.monotonic() if now is None else now
        left, at = self._buckets.get(key, (self._burst, now))
        return min(self._burst, left + (now - at) * self._per_second)

    def take(self, key: str, now: float | None = None) -> bool:
        """Whether one more may pass now (monotonic seconds)."""
        now = time.monotonic() if now is None else now
        left = self.left(key, now)
        passed = left >= 1
        self._buckets.pop(key, None)
        self._buckets[key] = (left - 1 if passed else left, now)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return passed
