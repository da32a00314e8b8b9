"""Columns of texts, packed texts, and stream 13: coding.md, sections 5.7, 6 and 7.

    read_column(data, limit, count=None, most=None)
                                            the values of a column with methods 0 to 6
    packed_text(data, prose=False)          the text of a packed text (5.7)
    packed_values(data, count, limit, prose=False)
                                            its values
    read_together(data)                     the body of a stream 13
"""

from . import lists
from .basics import Source, unzstd
from .coding import Coder
from .refused import DAMAGED, Refused
from .textmodel import text_model

TEXT_MAX = lists.limit("TEXT_MAX")
TOGETHER_MAX = lists.limit("TOGETHER_MAX")


def read_column(data, limit, count=None, most=None):
    """The values, a list of bytes. limit: the most bytes that all values have together;
    count: how many there must be, if the reader knows it; most: the most bytes that they
    have by methods 5 and 6, which are refused if that is 0."""
    src = Source(data)
    method = src.byte()
    if method > 6:
        raise Refused(DAMAGED, "an unknown method of a column")
    given = src.uvarint()
    if given > limit + 1 or (count is not None and given != count):
        raise Refused(DAMAGED, "a column has the wrong number of values")
    count = given
    packed = src.rest()
    if method == 0:
        if count * len(packed) > limit:
            raise Refused(DAMAGED, "the values of a column are too long")
        return [packed] * count
    if method in (5, 6):
        if most == 0:
            raise Refused(DAMAGED, "a column is predicted where none may be")
        return packed_values(packed, count, limit if most is None else min(limit, most), method == 6)
    if method in (1, 2):
        packed = unzstd(packed, limit + 4 * count)
    return _lines(packed, count) if method in (1, 3) else _lengths(packed, count)


def _lines(text, count):
    """Methods 1 and 3: values that are each followed by 0A."""
    if text.count(b"\n") != count or (text != b"" and text[-1] != 0x0A):
        raise Refused(DAMAGED, "a column has the wrong number of lines")
    return text.split(b"\n")[:-1]


def _lengths(text, count):
    """Methods 2 and 4: lengths, then values."""
    src = Source(text)
    lengths = [src.uvarint() for _ in range(count)]
    values = [src.take(n) for n in lengths]
    src.done("a column")
    return values


def packed_text(data, prose=False):
    """The text of a packed text, with nothing read before, or prose."""
    src = Source(data)
    length = src.uvarint()
    if length > TEXT_MAX:
        raise Refused(DAMAGED, "a packed text has a wrong length")
    if length == 0:
        src.done("an empty packed text")
        return b""
    coder = Coder(src.rest())
    text = text_model(length, "prose" if prose else "").read(coder, length)
    coder.finish()
    return text


def packed_values(data, count, limit, prose=False):
    """The values of a packed text, count of them, with at most limit bytes together. A text
    shorter than count or longer than count + 2 * limit is refused with its values, at the latest."""
    text = packed_text(data, prose)
    values = _lines(text, count)
    out = [_unescape(v) for v in values]
    if sum(map(len, out)) > limit:
        raise Refused(DAMAGED, "the values of a column are too long")
    return out


def _unescape(value):
    """A value of a packed text: 0B 4A is 0A, and 0B 4B is 0B."""
    if 0x0B not in value:
        return value
    out = bytearray()
    at = 0
    while at < len(value):
        c = value[at]
        if c == 0x0B:
            at += 1
            if at == len(value) or value[at] not in (0x4A, 0x4B):
                raise Refused(DAMAGED, "a wrong escape in a packed text")
            c = value[at] - 0x40
        out.append(c)
        at += 1
    return bytes(out)


def read_together(data):
    """The body of a stream 13: 1 to 2,048 bytes."""
    src = Source(data)
    length = src.uvarint()
    if not 1 <= length <= TOGETHER_MAX:
        raise Refused(DAMAGED, "stream 13 has a wrong length")
    coder = Coder(src.rest())
    text = text_model(TOGETHER_MAX, "columns").read(coder, length)
    coder.finish()
    return text
