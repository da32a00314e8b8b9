"""A second decoder of chesszip archives, written from SPEC.md. One file a chapter.

Corrupt is what every chapter raises for input that is no archive.
"""


class Corrupt(Exception):
    """Says where the input breaks the format, and how."""
