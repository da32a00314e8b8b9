"""Statistics of frames and columns of numbers: indexes.md, sections 1 to 3 and 8. Replay moves,
signatures, names and values are in indexgames.py, the table of openings in
openingtable.py and openingtext.py.

    s = Statistics(meta)            what is known of all games of a frame; s.may_have(word)
    days(value)                     the first and last day of a date, or None
    read_numbers(src, games)        a column of numbers; src: a Source
    read_columns(data, games)       stream 1028
    read_metas(data, n, checksums, whose)       stream 1029
    opening_table(data, write)      the table of openings of an archive, as text
"""

import re

from . import lists
from .basics import Source, any_result, xxh64
from .refused import DAMAGED, Refused

RATINGS, DATES, HALF_MOVES, RESULTS, ECO, NAMES = 1, 2, 4, 8, 16, 32     # bits of has
MAX_PROBES = lists.limit("INDEX_MAX_PROBES")
ECO_BITS = lists.limit("INDEX_ECO_BITS")
MAX_WIDTH = lists.limit("INDEX_MAX_WIDTH")
COLUMNS = 7
MOST_NUMBER = 2**MAX_WIDTH - 2
M64 = 2**64 - 1


def damaged(message):
    raise Refused(DAMAGED, message)


# --- statistics (section 2)

class Statistics:
    """What is left out is None; results and eco are sets of bits."""

    def __init__(self, meta):
        src = Source(meta)
        self.has = has = src.byte()
        if has > 63:
            damaged("statistics of an unknown kind")
        self.ratings = self.dates = self.half_moves = self.filter = None
        self.results = self.eco = self.probes = 0
        if has & RATINGS:
            self.ratings = _range(src)
        if has & DATES:
            self.dates = (src.uvarint(), src.uvarint())     # earliest last, latest first day
        if has & HALF_MOVES:
            self.half_moves = _range(src)
        if has & RESULTS:
            self.results = src.byte()
            if self.results == 0:
                damaged("statistics without results")
        if has & ECO:
            self.eco = src.fixed(7)
            if self.eco == 0 or self.eco >> ECO_BITS:
                damaged("statistics with wrong ECO codes")
        if has & NAMES:
            self.probes = src.byte()
            self.filter = src.rest()
            if not 1 <= self.probes <= MAX_PROBES or not self.filter:
                damaged("statistics with a wrong filter of names")
        src.done("statistics")

    def may_have(self, word):
        """Whether a game may have a name with this word; None if nothing is known of names."""
        if self.filter is None:
            return None
        h = xxh64(word)
        n = 8 * len(self.filter)
        step = h >> 32 | 1
        places = [(h + i * step & M64) % n for i in range(self.probes)]
        return all(self.filter[x // 8] >> x % 8 & 1 for x in places)


def _range(src):
    lowest = src.uvarint()
    return lowest, lowest + src.uvarint()


APOSTROPHES = "'`\u00b4\u2018\u2019\u02bc"
PAIRS = {"ae", "aa", "oe", "ue", "ss", "dj"}


def is_letter(c):
    n = ord(c)
    if n < 0x80:
        return c.isalnum()
    return not (n < 0xC0 or n in (0xD7, 0xF7) or 0x2000 <= n < 0x2070
                or 0x3000 <= n < 0x3040 or 0xFF00 <= n < 0xFF10)


def is_accent(c):
    n = ord(c)
    return n == 0xAD or 0x300 <= n < 0x370 or 0x200B <= n < 0x2010


def folded(c):
    return lists.letters().get(c) or c.lower()[0]       # simple lower case is one character


def words_of(name):
    """The words of a name, folded: those that apostrophes part, then those that they join."""
    try:
        text = name.decode("utf-8")
    except UnicodeDecodeError:
        text = name.decode("latin-1")
    words = []
    for joined in (False, True):
        if joined and not any(c in APOSTROPHES for c in text):
            break
        word = ""
        for c in text + " ":
            if is_accent(c) or word and joined and c in APOSTROPHES:
                continue
            if c not in APOSTROPHES and is_letter(c):
                for x in folded(c):
                    if word[-1:] + x not in PAIRS:
                        word += x
            elif word:
                words.append(word.encode())
                word = ""
    return words


BLANKS = rb"[ \t]*"
MARK = rb"[?!*]*|\([^)]*\)|[pP/][0-9]+|[A-Za-z]+"
RATING = re.compile(BLANKS + rb"(?:([0-9]{1,5})|([0-9]{3,5})" + BLANKS + b"(?:" + MARK + b"))" + BLANKS, re.S)


def day(y, m, d):
    return 31 * (12 * y + m - 1) + d - 1


def days(value):
    """The first and the last day that a date may mean, or None."""
    part = [0, 0, 0]
    at = 0
    for i, w in enumerate((4, 2, 2)):
        text = value[at:at + w]
        at += w
        number = int(text) if len(text) == w and text.isdigit() else 0
        if number == 0:
            break
        part[i] = number
        if value[at:at + 1] not in (b".", b"-", b"/"):
            break
        at += 1
    y, m, d = part
    if y == 0:
        return None
    if not 1 <= m <= 12:
        return day(y, 1, 1), day(y, 12, 31)
    if not 1 <= d <= 31:
        return day(y, m, 1), day(y, m, 31)
    return day(y, m, d), day(y, m, d)


def rating_of(value):
    """The rating that a value of WhiteElo or BlackElo is, or None."""
    found = RATING.fullmatch(value)
    return int(found[1] or found[2]) if found else None


def result_of(value):
    """The bit of a result; value: bytes or None."""
    return any_result(value or b"")


def eco_of(value):
    """The number of an ECO code, or None."""
    if value and len(value) >= 3 and 65 <= value[0] <= 69 and value[1:3].isdigit():
        return 100 * (value[0] - 65) + int(value[1:3])
    return None


# --- columns of numbers (section 3)

def read_numbers(src, games):
    """A column of numbers, one for each game."""
    least = src.uvarint()
    width = src.byte()
    if least > MOST_NUMBER or width > MAX_WIDTH:
        damaged("a column of numbers with numbers that are too large")
    if width == 0:
        return [least] * games
    if least == 0:
        damaged("a column of numbers without its least number")
    packed = src.fixed((games * width + 7) // 8)
    if packed >> games * width:
        damaged("a column of numbers with bits left over")
    most = (1 << width) - 1
    found = []
    for i in range(games):
        v = packed >> i * width & most
        found.append(least + v - 1 if v else 0)
    return found


def read_columns(data, games):
    """The seven columns of stream 1028."""
    src = Source(data)
    found = [read_numbers(src, games) for _ in range(COLUMNS)]
    src.done("columns of numbers")
    return found


# --- statistics in index frames (section 8)

def whose(checksums):
    """Stream 1024 of what is about several frames; checksums: 4 bytes of each."""
    return xxh64(b"".join(checksums)).to_bytes(8, "big")


def read_metas(data, n, checksums, stream_1024):
    """(first, before, the metas of the frames first and on) of frame n of the archive, whose
    frames before have these checksums."""
    src = Source(data)
    first, before, count = src.uvarint(), src.uvarint(), src.uvarint()
    if first + count > n or before > first:
        damaged("statistics of frames that are not before theirs")
    lengths = [src.uvarint() for _ in range(count)]
    metas = [src.take(length) for length in lengths]
    src.done("statistics in an index frame")
    if stream_1024 != whose(checksums[first:first + count]):
        damaged("statistics of other frames")
    return first, before, metas


def opening_table(data, write):
    """Writes the table of openings of an archive, as vectors/openings-1.table has it."""
    from . import openingtext
    openingtext.write_table(data, write)


