"""A second decoder of chesszip archives, written from SPEC.md. One file a chapter.

Corrupt is what every chapter raises for input that is no archive. Its classes are the
classes of refusal of section 8.1.
"""


class Corrupt(Exception):
    """Says where the input breaks the format, and how."""

    refusal = "damaged"


class NotAnArchive(Corrupt):
    """The input begins with other bytes than an archive."""

    refusal = "not-an-archive"


class Version(Corrupt):
    """The input is of a version that this decoder does not know."""

    refusal = "version"


class Feature(Corrupt):
    """The input needs a feature that this decoder does not know."""

    refusal = "feature"


class Truncated(Corrupt):
    """The input ends too early."""

    refusal = "truncated"


class Checksum(Corrupt):
    """A checksum differs."""

    refusal = "checksum"


class Claim(Corrupt):
    """The input claims more than the format allows, or than a reader takes."""

    refusal = "claim"


class LevelMissing(Corrupt):
    """The input needs a model that is not at hand."""

    refusal = "level"


class Method(Corrupt):
    """A blob is by another method than what reads it."""

    refusal = "method"


class NotCovered(Corrupt):
    """Names what this decoder leaves out of the format."""

    refusal = "not covered"

    def __str__(self):
        return "not covered: " + super().__str__()
