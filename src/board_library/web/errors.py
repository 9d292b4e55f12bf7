"""Every refusal as a page, or as JSON under ``/api``, in the visitor's language; internals are logged, never shown."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException

from board_library.engine.errors import BoardLibraryError, UnknownGame
from board_library.server.errors import (
    AnalysisBusy,
    Flooding,
    NoGuest,
    NoHint,
    NoSuchStep,
    NoSuchTable,
    NotHost,
    NotOver,
    NotPractice,
    NotSeated,
    StorageError,
)
from board_library.web.site import Site, Visit, visitor_settings

log = structlog.get_logger("board_library.web")

STATUS: dict[type[BoardLibraryError], int] = {
    UnknownGame: 404,
    NoSuchTable: 404,
    NoSuchStep: 404,
    NoGuest: 401,
    NotHost: 403,
    NotSeated: 403,
    NotOver: 403,
    NotPractice: 403,
    NoHint: 503,
    AnalysisBusy: 503,
    Flooding: 429,
    StorageError: 503,
}
"""The HTTP status of an error; 422 for all others."""

TITLES = {403: "problem.403", 404: "problem.404", 413: "problem.413", 429: "problem.429", 500: "problem.500"}

KEYS = {403: "error.csrf", 404: "problem.404.text", 405: "error.method", 413: "error.too_large", 429: "error.flooding"}
"""What is said of an HTTP error that brings no key of its own."""


CUT_OFF = "client disconnected prematurely"
"""What the framework says of a body that ends too early; its error has no kind of its own."""


def status_of(error: BoardLibraryError) -> int:
    """The HTTP status that stands for an error."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 422)


def refused(request: Request[Any, Any, Any], error: BoardLibraryError) -> Response[Any]:
    """Somebody's input was wrong, and no page caught it to show it beside what was typed."""
    return _problem(request, status_of(error), error.key, error.params)


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework refused: an unknown page, a missing token, too large a body."""
    extra = error.extra if isinstance(error.extra, dict) else {}
    status = error.status_code
    if error.detail == CUT_OFF:
        log.info("request_cut_off", method=request.method, path=request.url.path)
        # Nobody is left to read it, or somebody holds the line: let it go.
        return _problem(request, 400, "error.bad_message", {}, {"connection": "close"})
    if status >= 500:
        return failed(request, error)
    return _problem(request, status, extra.get("key") or KEYS.get(status, "error.bad_message"), {}, error.headers)


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """JSON nested deeper than anything we ask for: the framework's decoder lets this through."""
    log.info("nested_too_deep", path=request.url.path, error=str(error))
    return _problem(request, 400, "error.bad_message", {})


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Our own mistake."""
    log.error("request_failed", method=request.method, path=request.url.path, exc_info=error)
    return _problem(request, 500, "problem.500.text", {})


def _problem(
    request: Request[Any, Any, Any],
    status: int,
    key: str,
    params: dict[str, Any],
    headers: dict[str, str] | None = None,
) -> Response[Any]:
    site: Site = request.app.state.site
    visit: Visit | None = request.scope["state"].get("visit")
    visit = visit or Visit(site, request, None, visitor_settings(request, None))
    text = visit.words().text(key, **params)
    if request.url.path.startswith("/api/"):
        content = {"error": key, "params": params, "message": text}
        return Response(content, status_code=status, media_type=MediaType.JSON, headers=headers)
    title = visit.words().text(TITLES.get(status, "problem.400"))
    drawing = {404: "ui-compass", 500: "mark-burst"}.get(status, "ui-lock")
    table = params.get("table")
    response = visit.page("problem.html", status=status, title=title, text=text, drawing=drawing, table=table)
    response.headers.update(headers or {})
    return response
