"""A second decoder of chesszip archives, written from SPEC.md. One file a chapter.

Corrupt is what every chapter raises for input that is no archive.
"""


class Corrupt(Exception):
    """Says where the input breaks the format, and how."""


class NotCovered(Corrupt):
    """Names what this decoder leaves out of the format."""

    def __str__(self):
        return "not covered: " + super().__str__()
