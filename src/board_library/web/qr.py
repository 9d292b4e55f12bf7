"""QR codes as one SVG path, which takes its colour and size from the page's own style sheet."""

from __future__ import annotations

import msgspec
import segno


class QrCode(msgspec.Struct, frozen=True):
    """``path`` draws the dark modules, one unit each, on a square of ``size`` units."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """The QR code of a text, with a quiet border of one module (the parchment around it is the rest)."""
    rows = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=1)]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return QrCode(len(rows), "".join(runs))
