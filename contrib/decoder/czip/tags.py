"""The tags of the games of a frame: tags.md, sections 1, 2 and 8.

    t = Tags(names, plies, streams, limit, named, model, opened)
    t.game(g)               all values of the tags of game g, in order
    t.first(g, b"FEN")      the value of the first tag of this name of game g, or None
    t.last(g, b"White")     of the last one
    t.any_case(g, b"Result")    as first, but without one of the first that differs in letter case
    t.decode_all()          decodes every column

Methods stand in files beside this one: tagdictionary.py (16, 22), tagnumbers.py (17),
tagtexts.py (18, 19, 23, 24), tagratings.py (20).
"""

from . import tagdictionary, tagnumbers, tagratings, tagtexts, trace
from .columns import read_column
from .tagcolumns import BUSY, DONE, ELSEWHERE, FIRST, Column, Head, finish, wrong

SHARED = 63                         # the column of all names from this number on

class Tags:
    """All columns of a frame.

    names[g]: the names of the tags of game g, bytes; plies[g]: its half-moves by the heads;
    streams: from kinds to bytes; limit: the frame's input. named: None if the frame has no
    stream 14, else a function without arguments that gives for each game a list of four
    numbers, 1 + last of openings.md, 5; it is called when FEN, White and Black are decoded.
    model: that of the parameters of the header, None if they name none (method 23 asks).
    opened(name): what an open column says of the tag, a value or None for each game, or None.
    """

    def __init__(self, names, plies, streams, limit, named, model, opened=lambda name: None):
        self.names = names
        self.plies = plies
        self.streams = streams
        self.limit = limit
        self.named = named
        self.model = model
        self.opened = opened
        self.spent = 0
        self.columns = []
        self.number = {}            # from a name to the number of its column
        self.places = []            # of each game, for each tag: (column, place of its value)
        self.openings = None
        for g, tags in enumerate(names):
            places = []
            for name in tags:
                c = self._column_of(name)
                places.append((c, len(c.games)))
                c.enter(g)
            self.places.append(places)

    def _column_of(self, name):
        k = self.number.get(name)
        if k is None:
            k = self.number[name] = min(len(self.number), SHARED)
            if k == len(self.columns):
                self.columns.append(Column(self, k, name))
            else:
                self.columns[SHARED].name = b""
        return self.columns[k]

    def spend(self, n):
        self.spent += n
        if self.spent > self.limit:
            wrong("the values of tags are longer than the frame's input")

    # --- what others ask

    def game(self, g):
        """All values of the tags of game g, in order."""
        out = []
        for c, place in self.places[g]:
            self.decode(c)
            out.append(c.values[place])
        return out

    def first(self, g, name):
        return self._tag(g, self.names[g].index(name)) if name in self.names[g] else None

    def any_case(self, g, name):
        if name in self.names[g]:
            return self.first(g, name)
        folded = [n.lower() for n in self.names[g]]
        return self._tag(g, folded.index(name.lower())) if name.lower() in folded else None

    def last(self, g, name):
        names = self.names[g]
        if name not in names:
            return None
        return self._tag(g, len(names) - 1 - names[::-1].index(name))

    def _tag(self, g, i):
        c, place = self.places[g][i]
        self.decode(c)
        return c.values[place]

    def decode_all(self):
        for kind in self.streams:
            if FIRST + len(self.columns) <= kind <= FIRST + SHARED:
                wrong("a stream of a tag that no game has")
        for c in self.columns:
            self.decode(c)

    # --- decoding

    def column_named(self, name):
        """The column that has this name for itself, or None; it may not be decoded yet."""
        k = self.number.get(name)
        if k is None or self.columns[k].name != name:
            return None
        return self.columns[k]

    def decode(self, c):
        if c.state == DONE:
            return
        if c.state == BUSY:
            wrong("a column of tags depends on itself")
        c.state = BUSY
        given = self.opened(c.name) if c.name else None
        if given is not None:
            self._fill(c, given)
            return
        data = self.streams.get(FIRST + c.number, b"")
        if not data:
            wrong("a column of tags is missing or empty")
        method = data[0]
        if trace.sink:
            trace.say(f"# stream {FIRST + c.number}, {c.name.decode('latin-1')}: method {method}")
        if method in METHODS:
            METHODS[method](c, Head(self, data))
        else:                       # texts, or a method that is none
            for v in read_column(data, self.limit, len(c.games), most=0):
                c.put(v)
        finish(c)

    def _fill(self, c, given):
        """The values of an open column (open.md, 1)."""
        if FIRST + c.number in self.streams:
            wrong("a column that stands twice, packed and open")
        if c.twice or any(given[g] is None for g in c.games):
            wrong("an open column does not say the values of a tag")
        for g in c.games:
            c.put(given[g])
        finish(c)

    def column(self, k):
        """The column of number k, decoded."""
        if k >= len(self.columns):
            wrong("a reference to a column that is not there")
        self.decode(self.columns[k])
        return self.columns[k]

    def names_of_openings(self):
        """What `named` gives; the columns on which stream 14 depends are decoded first."""
        if self.openings is None:
            for name in (b"FEN", b"White", b"Black"):
                if name in self.number:
                    self.decode(self.columns[self.number[name]])
            self.openings = self.named()
        return self.openings


def read_elsewhere(c, head):
    """Method 21: another column's stream has the values (section 8)."""
    k = head.small()
    head.done("a column whose values are elsewhere")
    head.tags.column(k)


METHODS = {16: tagdictionary.read_dictionary, 17: tagnumbers.read_numbers,
           18: tagtexts.read_identifiers, 19: tagtexts.read_copies,
           20: tagratings.read_ratings, ELSEWHERE: read_elsewhere,
           22: tagdictionary.read_players, 23: tagtexts.read_positions,
           24: tagtexts.read_boards}
