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


def parse(form, v, begin=b"", end=b""):
    """The number that a value is by its form, or None."""
    if v is None or not v.startswith(begin) or not v.endswith(end) or len(v) < len(begin) + len(end):
        return None
    v = v[len(begin):len(v) - len(end)]
    if form == 2:
        if len(v) != 8 or v[2:3] != b":" or v[5:6] != b":":
            return None
        parts = v[:2], v[3:5], v[6:]
        if not all(x.isdigit() for x in parts):
            return None
        x, y, z = (int(x) for x in parts)
        return 3600 * x + 60 * y + z if x < 24 and y < 60 and z < 60 else None
    digits = v[1:] if v[:1] in (b"-", b"+") else v
    if not digits.isdigit() or len(digits) > 15:
        return None
    n = int(v)
    return n if show(form, n) == v else None


def show(form, n):
    if form == 2:
        return b"%02d:%02d:%02d" % (n // 3600, n // 60 % 60, n % 60)
    return b"%+d" % n if form == 1 and n else b"%d" % n
