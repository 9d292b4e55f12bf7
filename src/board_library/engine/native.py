"""What the extra, compiled build must know of a class: nothing otherwise, and nothing that must be installed.

mypyc finds its decorator by the full name that the type checker gives it, so it is named here once; while the program
runs it is ours, which does nothing.

``allow_interpreted_subclasses``: the class may have children that are not compiled, as every game dropped into a folder
is. ``native_class=False``: only the methods are compiled, the class stays an ordinary one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**told: Any) -> Any:  # noqa: ARG001  for mypyc alone
        """Leave a class as it is."""
        return lambda kind: kind


__all__ = ["mypyc_attr"]
