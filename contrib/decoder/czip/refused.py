"""The classes of refusal: SPEC.md, section 5."""

NOT_AN_ARCHIVE = "not-an-archive"
VERSION = "version"
FEATURE = "feature"
LEVEL = "level"
METHOD = "method"
CHECKSUM = "checksum"
CLAIM = "claim"
TRUNCATED = "truncated"
DAMAGED = "damaged"

CLASSES = (NOT_AN_ARCHIVE, VERSION, FEATURE, LEVEL, METHOD, CHECKSUM, CLAIM, TRUNCATED, DAMAGED)


class Refused(Exception):
    """The input is refused; class_ is one of CLASSES, message is for people."""

    def __init__(self, class_=DAMAGED, message=""):
        assert class_ in CLASSES, class_
        super().__init__(class_, message)
        self.class_ = class_
        self.message = message

    def __str__(self):
        return f"{self.class_}: {self.message}" if self.message else self.class_


def damaged(message=""):
    """Raises Refused of class damaged."""
    raise Refused(DAMAGED, message)
