"""The dump of columns of tags: tags.md, 2, 5 and 7 to 14.

    dump_tag(f, streams, number)        f: dump.Fields of the column's stream
"""

from . import lists
from .vectors import show

NUMBER_FORMS = ("integer", "integer with a sign", "time of day", "date", "date and milliseconds",
                "date and microseconds")
RATINGS = ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")
PARTNER, REFERENCE, ADDED = 128, 64, 32


def dump_tag(f, streams, number):
    from .dumpstreams import LAST_METHOD, dump_column, note_values
    method = f.data[f.at] if f.left() else 0
    if method <= LAST_METHOD:
        dump_column(f, streams.frame.input)
        return
    name = lists.methods()[method][2] if method in lists.methods() else "unknown"
    f.a_byte("method {}: " + name)
    head = Head(f, streams)
    if method in HEADS:
        HEADS[method](head)
    if f.left():
        f.a_rest("lists of positions, with their sizes" if method == 23
                 else "string of the range coder")
    note_values(f.out, streams.decoded().tags.columns[number].values, 1)


class Head:
    """Writes the parts of a head."""

    def __init__(self, f, streams):
        self.f = f
        self.streams = streams

    def column(self, k):
        """The name of column k."""
        known = self.streams.decoded().tags.columns
        return f"[{show(known[k].name)}]" if k < len(known) else "not there"

    def number(self, what):
        """A column's number."""
        begin = self.f.at
        k = self.f.uvarint()
        self.f.out.part(begin, self.f.at, f"{what}: {self.column(k)}")

    def reference(self, what="reference"):
        begin = self.f.at
        k = self.f.uvarint()
        text = self.column(k - 1) if k else "none"
        self.f.out.part(begin, self.f.at, f"{what}: {text}")

    def string(self, what):
        n = self.f.an_uvarint("bytes of " + what + ": {}")
        if n:
            self.f.some(n, what)

    def exceptions(self):
        self.string("the exceptions")

    # --- methods

    def dictionary(self):
        flags = self.f.a_byte("flags {}")
        self.f.an_uvarint("binary digits of a value's number: {}")
        if flags == 2:
            self.f.a_byte("names of openings, system {}")
        for _ in range(lists.limit("VALUES_REFERENCES")):
            self.reference()

    def numbers(self):
        flags = self.number_flags("")
        if flags & PARTNER:
            self.number("partner")
        self.number_member(flags)
        if flags & PARTNER:
            self.number_member(self.number_flags("partner: "))
        self.exceptions()

    def number_flags(self, whose):
        flags = self.f.byte()
        form = flags & 15
        name = NUMBER_FORMS[form] if form < len(NUMBER_FORMS) else "unknown"
        self.f.out.part(self.f.at - 1, self.f.at,
                        f"{whose}flags 0x{flags & 0xF0:x}, form {form}: {name}")
        return flags

    def number_member(self, flags):
        f = self.f
        for flag, what in ((REFERENCE, "reference"), (ADDED, "what is added to it")):
            if flags & flag:
                begin = f.at
                v = f.uvarint()
                f.out.part(begin, f.at, f"{what}: {self.column(v // 8)}, form {v % 8}")
        self.string("what stands before the number")
        self.string("what stands behind the number")

    def identifiers(self):
        form = self.f.a_byte("form {} of identifiers.txt, 0 for an alphabet of its own")
        if form not in (1, 2):
            self.string("what identifiers begin with")
        if form == 0:
            self.f.some(lists.limit("ALPHABET_SIZE"), "alphabet")
        self.f.an_uvarint("letters of an identifier: {}")
        self.exceptions()

    def copies(self):
        self.f.a_byte("form {}: 0 whole values, 1 what is behind the last slash")
        self.reference()
        self.exceptions()

    def ratings(self):
        for name in RATINGS:
            self.reference(name)
        for name in RATINGS:
            self.f.a_byte(name + ", form {}")
        for name in ("White", "Black", "speed", "result"):
            self.reference(name)
        self.exceptions()

    def elsewhere(self):
        self.number("the values are in the stream of")

    def players(self):
        self.number("Black's column")
        self.f.an_uvarint("binary digits of a value's number: {}")
        self.reference("White's players")
        self.reference("Black's players")

    def positions(self):
        pass

    def boards(self):
        self.exceptions()


HEADS = {16: Head.dictionary, 17: Head.numbers, 18: Head.identifiers, 19: Head.copies,
         20: Head.ratings, 21: Head.elsewhere, 22: Head.players, 23: Head.positions,
         24: Head.boards}
