"""What an archive says of its frames: indexes.md, sections 1 to 6. The table of openings is in
openingtable.py and openingtext.py, what frames say of their games in open.py.

    s = Statistics(meta)            what is known of all games of a frame
    note = Note(data, frames)       where index frames are
    read_filters(data, n, checksums, whose)     (first, filters) of stream 1029 of frame n
    may_have(filter, word)          None where the filter says nothing
    words_of(name)
    front = Front(data)             of a list of names
    read_named(data, most)          pairs of a name and its games, of a block
    read_summary(data, games)       (results, years, ratings, codes)
    opening_table(data, write)      the table of openings of an archive, as text
"""

from . import lists
from .basics import Source, xxh64
from .columns import read_column
from .refused import damaged

RATINGS, DATES, HALF_MOVES, RESULTS, ECO, OPEN = 1, 2, 4, 8, 16, 32     # bits of has
MOST_OPEN = 7
MAX_PROBES = lists.limit("INDEX_MAX_PROBES")
ECO_BITS = lists.limit("INDEX_ECO_BITS")
MAX_NAMES = lists.limit("LIST_MAX_NAMES")
BLOCK_NAMES = lists.limit("LIST_BLOCK_NAMES")
MOST_FREQUENT = lists.limit("LIST_MOST_FREQUENT")
MAX_KEY = lists.limit("LIST_MAX_KEY")
MAX_NAMED = lists.limit("LIST_MAX_BYTES")
MOST_GAMES = lists.limit("MAX_COUNT")
MOST_KEYS = (lists.limit("TABLE_MAX_YEAR"), 99999 // lists.limit("SUMMARY_RATING_STEP"), 500)
NUMBER_OF_LISTS = 2                 # players and events
M64 = 2**64 - 1


# --- the note (section 2)

class Note:
    """openings: the frame of a directory, or -1; filters: pairs of a frame and the first frame
    that they are of; covers; lists: pairs of a front's frame and a number of blocks; summary."""

    def __init__(self, data, frames):
        self.openings, self.filters, self.covers, self.lists, self.summary = -1, [], 0, [], b""
        if not data:
            return
        src = Source(data)

        def number():
            n = src.uvarint()
            if n > frames:
                damaged("a note with a number beyond the frames")
            return n

        self.openings = number() - 1
        frame = first = 0
        for i in range(number()):
            gap, back = number(), number()
            frame += gap
            if frame >= frames or not 1 <= back <= frame or i and gap == 0 or frame - back < first:
                damaged("a note with wrong filters")
            first = frame - back
            self.filters.append((frame, first))
        self.covers = number()
        if self.covers:
            for _ in range(NUMBER_OF_LISTS):
                self.lists.append((number(), number()))
                if sum(self.lists[-1]) >= frames:
                    damaged("a note with a list that is not there")
            self.summary = src.rest()
        src.done("a note")


# --- statistics (section 3)

class Statistics:
    """What is left out is None; results and eco are sets of bits."""

    def __init__(self, meta):
        src = Source(meta)
        self.has = has = src.byte()
        if has > 63:
            damaged("statistics of an unknown kind")
        self.ratings = self.dates = self.half_moves = None
        self.results = self.eco = self.open = 0
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
        if has & OPEN:
            self.open = src.byte()
            if not 1 <= self.open <= MOST_OPEN:
                damaged("statistics with wrong open columns")
        src.done("statistics")


def _range(src):
    lowest = src.uvarint()
    return lowest, lowest + src.uvarint()


# --- filters of names (section 4)

def read_filters(data, n, checksums, stream_1024):
    """Those of frame n; checksums: of all frames before it, 4 bytes each."""
    src = Source(data)
    first, count = src.uvarint(), src.uvarint()
    if count < 1 or first + count > n:
        damaged("filters of frames that are not before theirs")
    filters = [src.sized() for _ in range(count)]
    src.done("filters of names")
    if stream_1024 != whose(checksums[first:first + count]):
        damaged("filters of other frames")
    return first, filters


def may_have(filter_, word):
    """Whether a game may have a name with this word; None if nothing is known of names."""
    if len(filter_) < 2 or not 1 <= filter_[0] <= MAX_PROBES:
        return None
    h = xxh64(word)
    n = 8 * (len(filter_) - 1)
    step = h >> 32 | 1
    places = [(h + i * step & M64) % n for i in range(filter_[0])]
    return all(filter_[1 + x // 8] >> x % 8 & 1 for x in places)


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


# --- lists of names (section 5)

def read_named(data, most):
    src = Source(data)
    names = read_column(src.sized(), MAX_NAMED, None, 0)
    if len(names) > most:
        damaged("too many names in a block of a list")
    games = [src.uvarint() for _ in names]
    src.done("a block of a list of names")
    if games and max(games) > MOST_GAMES:
        damaged("too many games of a name")
    return list(zip(names, games))


class Front:
    """names: how many; cut: 1 if names are left out; keys: of the blocks; frequent: pairs."""

    def __init__(self, data):
        src = Source(data)
        self.names, self.cut, blocks = src.uvarint(), src.byte(), src.uvarint()
        if self.names > MAX_NAMES or self.cut > 1 or blocks != (self.names + BLOCK_NAMES - 1) // BLOCK_NAMES:
            damaged("a list of names with wrong numbers")
        self.keys = [src.sized() for _ in range(blocks)]
        if self.keys != sorted(self.keys) or any(len(key) > MAX_KEY for key in self.keys):
            damaged("keys of a list of names")
        self.frequent = read_named(src.rest(), MOST_FREQUENT)


# --- the summary (section 6)

def read_summary(data, games):
    src = Source(data)

    def number(most):
        n = src.uvarint()
        if n > most:
            damaged("a summary with a number that is too large")
        return n

    results = [number(games) for _ in range(5)]
    if sum(results) > games:
        damaged("a summary of more games than there are")
    tables = []
    for most in MOST_KEYS:
        table, key = {}, 0
        for _ in range(number(most + 1)):
            key += number(most)
            n = number(games)
            if key > most or n == 0 or key in table:
                damaged("a summary with a wrong key")
            table[key] = n
        if sum(table.values()) != sum(results):
            damaged("a summary whose sums differ")
        tables.append(table)
    src.done("a summary")
    return results, *tables


# --- index frames (section 1)

def whose(checksums):
    """Stream 1024 of what is about several frames; checksums: 4 bytes of each."""
    return xxh64(b"".join(checksums)).to_bytes(8, "big")


def opening_table(data, write):
    """Writes the table of openings of an archive, as vectors/openings-1.table has it."""
    from . import openingtext
    openingtext.write_table(data, write)
