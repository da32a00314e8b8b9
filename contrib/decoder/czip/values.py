"""What several methods of tags share, section 9.8: exceptions, numbers as text, numbering by first appearance."""

from . import Corrupt
from .columns import read_column


def size_for(n):
    return min(max(n.bit_length(), 10), 18)


def digits_class(x):
    """The class of a number: its size, roughly."""
    a = abs(x)
    n = a.bit_length()
    return 2 * n + (a >> n - 2 & 1 if n > 1 else 0) + (1024 if x < 0 else 0)


def read_exceptions(r):
    data = r.bytes(r.uv())
    return iter(read_column(data) if data else ())


def next_exception(it):
    for v in it:
        return v
    raise Corrupt("tags: no exception left")


def all_taken(it):
    for _ in it:
        raise Corrupt("tags: an exception is left over")


class Numbering:
    """Numbers of a column's values by first appearance in it, from 1; 0 for a game without."""

    def __init__(self, column):
        self.column, self.numbers = column, {}
        for v in column.values if column else ():
            self.numbers.setdefault(v, len(self.numbers) + 1)

    def of(self, game):
        v = self.column.of(game) if self.column else None
        return 0 if v is None else self.numbers[v]


class Places:
    """Numbers of values by first appearance, from 1."""

    def __init__(self):
        self.numbers = {}

    def of(self, v):
        return self.numbers.setdefault(v, len(self.numbers) + 1)


def show(form, n):
    """An integer by its form."""
    return b"%+d" % n if form == 1 and n else b"%d" % n


def quotient(a, b):
    """a / b, rounded towards 0."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q
