"""Columns of tags, what their heads are made of, and what their methods share: tags.md,
sections 1 to 3.
"""

from .basics import Source, clamp, digits, uvarint
from .coding import Coder
from .columns import read_column
from .refused import DAMAGED, Refused

SMALL = (1 << 31) - 1

FIRST = 16                          # the stream of column 0
ELSEWHERE = 21                      # the method of a column that another one reads

FRESH, BUSY, DONE = "fresh", "busy", "done"     # states of a column


def wrong(what):
    raise Refused(DAMAGED, what)


def size_for(n):
    return clamp(digits(n), 10, 18)


def push(h, b):
    """A history of flags."""
    return (h << 1 | b) & 255


def magnitude(x):
    """A class of numbers by their size, below 2048."""
    n = abs(x).bit_length()
    low = abs(x) >> (n - 2) & 1 if n > 1 else 0
    return 2 * n + low + (1024 if x < 0 else 0)


class Column:
    """The values of the tags of one name. games[i] is the game of values[i]."""

    def __init__(self, tags, number, name):
        self.tags = tags
        self.number = number
        self.name = name
        self.games = []
        self.values = []
        self.at = {}                # from a game to the place of its first value
        self.twice = False          # whether a game has two values
        self.state = FRESH
        self.ids = {}               # from a value to the number that id gives it

    def enter(self, g):
        if g in self.at:
            self.twice = True
        else:
            self.at[g] = len(self.games)
        self.games.append(g)

    def put(self, value):
        """Appends a value, if the frame may have so many bytes."""
        self.tags.spend(len(value))
        self.values.append(value)

    def full(self):
        return len(self.values) == len(self.games)

    def value(self, g):
        """The first value of game g, or None."""
        i = self.at.get(g)
        return None if i is None else self.values[i]

    def id(self, g):
        """Which value game g has, from 1 on in the order in which they appear; 0 for none."""
        i = self.at.get(g)
        if i is None:
            return 0
        if not self.ids:
            for v in self.values:
                self.ids.setdefault(v, len(self.ids) + 1)
        return self.ids[self.values[i]]


def finish(c):
    """A column, or one that was decoded with another, must have all its values now."""
    if not c.full():
        wrong("a column of tags has the wrong number of values")
    c.state = DONE


class Head(Source):
    """Reads the head of a column's stream (section 2), behind its method."""

    def __init__(self, tags, data):
        super().__init__(data, 1)
        self.tags = tags
        self.exceptions = []
        self.used = 0

    def small(self):
        v = self.uvarint()
        if v > SMALL:
            wrong("a number of a head is too large")
        return v

    def form(self, last):
        v = self.byte()
        if v > last:
            wrong("an unknown form of a column of tags")
        return v

    def bytes(self):
        """A string with its size."""
        return self.take(self.small())

    def reference(self):
        """A column, or None."""
        k = self.small()
        return None if k == 0 else self.tags.column(k - 1)

    def others(self, c, k):
        """The column of number k, which this stream decodes together with its own, c. The
        stream of another one must say just this (section 8)."""
        if k < c.number or k >= len(self.tags.columns):
            wrong("a column that cannot be decoded with this one")
        other = self.tags.columns[k]
        if other.state == DONE or other.twice:
            wrong("a column that cannot be decoded with this one")
        said = bytes([ELSEWHERE]) + uvarint(c.number)
        if other is not c and self.tags.streams.get(FIRST + k) != said:
            wrong("a column does not say that its values are elsewhere")
        return other

    def read_exceptions(self, most):
        data = self.bytes()
        if data:
            self.exceptions = read_column(data, self.tags.limit, most=0)
        if len(self.exceptions) > most:
            wrong("too many exceptions of a column of tags")

    def next_exception(self):
        if self.used == len(self.exceptions):
            wrong("an exception of a column of tags is missing")
        self.used += 1
        return self.exceptions[self.used - 1]

    def coder(self):
        """The string of the range coder, all that is left."""
        return Coder(self.rest())

    def all_used(self, coder):
        """Behind the last value."""
        coder.finish()
        if self.used != len(self.exceptions):
            wrong("exceptions of a column of tags are left over")
