"""The errors of chesszip."""

from __future__ import annotations


class ChesszipError(Exception):
    """A call of chesszip failed; the text is that of the library."""


class CorruptError(ChesszipError):
    """A file is damaged, or is none that chesszip reads."""


class QueryError(ChesszipError, ValueError):
    """A query, a pattern or a FEN cannot be understood."""
