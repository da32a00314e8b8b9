"""Columns of tags by a dictionary: tags.md, sections 4 to 7 (methods 16 and 22), and 16."""

import collections
import copy
import functools

from . import lists, trace
from .basics import digits
from .models import Model
from .tagcolumns import finish, push, size_for, wrong

WIDTH_MAX = lists.limit("VALUES_MAX_DIGITS")
REFERENCES = lists.limit("VALUES_REFERENCES")
VALUES_LIMIT = lists.limit("VALUES_LIMIT")
SPELLING_LIMIT = lists.limit("SPELLING_LIMIT")
ALONE = "alone"                     # the side of a column that has a dictionary for itself
BOTH = "both"                       # the sides of two columns that share what came last
OPENING_TAGS = (b"ECO", b"Opening", b"Variation", b"ECOUrl")
LEARN_GAMES = lists.limit("NAMES_FEW")  # in columns of more values no names are learned before


@functools.lru_cache(None)
def _values():
    """values.txt: from a tag to its known values."""
    out = {}
    for line in lists.lines("values.txt"):
        tag, number, value = line.split(" ", 2)
        values = out.setdefault(tag.encode("latin-1"), [])
        assert int(number) == len(values), line
        values.append(lists.unescape(value))
    return out


def known(name):
    """The values that a dictionary of tag `name` begins with."""
    if name in OPENING_TAGS:
        from . import openings
        return openings.tag_values(name)
    return _values().get(name, [])


class Dictionary:
    """Values with numbers. n: how many values will be coded."""

    def __init__(self, coder, n, width, first, limit):
        self.coder = coder
        self.texts = list(first)
        self.width = width
        self.limit = limit          # of the length of a new value
        self.values = Model(coder, "tags.values", size_for(6 * n * (width + 2)),
                            VALUES_LIMIT)
        self.letters = Model(coder, "tags.spelling", size_for(100 * n), SPELLING_LIMIT)
        # Of each side; last: from first to 1 + the number of the value that came last.
        self.last = collections.defaultdict(dict)
        self.previous = collections.Counter()
        self.misses = collections.Counter()
        self.fresh = collections.Counter()

    def read_value(self, s, e, first, second, third):
        """The number of the next value. s: side whose histories are used; e: whose last."""
        expected = self.expected(s, e, first)
        x = expected & 65535
        p = self.previous[s] & 65535
        k = None
        if expected > 0:
            m = self.misses[s]
            hit = self.values.flag(0, m, first, second, third, x)
            self.misses[s] = push(m, 1 - hit)
            if hit == 1:
                k = expected - 1
                self.fresh[s] = push(self.fresh[s], 0)
        if k is None:
            k = self._read_other(s, first, second, third, x, p)
        self.last[e][first] = k + 1
        self.previous[s] = k + 1
        return k

    def expected(self, s, e, first):
        """1 + the number of the value that is expected, 0 for none."""
        return self.last[e].get(first, 0)

    def _read_other(self, s, first, second, third, x, p):
        """A value that is not the expected one."""
        if x > 0:
            new = self.values.flag(1, self.fresh[s])
        else:
            new = self.values.flag(2, self.fresh[s])
        self.fresh[s] = push(self.fresh[s], new)
        if new == 1:
            self.texts.append(self.read_new())
            return len(self.texts) - 1
        k = self.values.index(3, first, second, third, p, digits=self.width)
        if k >= len(self.texts):
            wrong("a dictionary of tags has no value of this number")
        return k

    def read_new(self):
        return self.read_spelling()

    def read_spelling(self):
        """A new value, byte by byte."""
        text = bytearray()
        spelling = Spelling(self.letters)
        while True:
            b = spelling.letter()
            if b == 0:
                return bytes(text)
            if b == 1:
                b = spelling.letter() - 1
                if b not in (0, 1):
                    wrong("a wrong escape in the spelling of a value")
            spelling.add(b)
            text.append(b)
            if len(text) > self.limit:
                wrong("a value is longer than the frame's input")


class Spelling:
    """What stands before a letter of a value. letters: the model."""

    def __init__(self, letters):
        self.letters = letters
        self.last = self.word = self.kinds = self.place = 0

    def letter(self):
        """The next byte as it is written."""
        last = self.last
        b = self.letters.index(0, last, last, last, self.word, self.kinds, self.place, digits=8)
        self.last = (last << 8 | small(b)) & 0xFFFFFFFF
        self.kinds = (self.kinds << 2 | kind(b)) & 255
        self.place = min(self.place + 1, 31)
        return b

    def add(self, b):
        """Adds a byte of the value to the word."""
        if kind(b) in (1, 2) or b >= 128:
            self.word = (self.word ^ small(b)) * 16777619 & 0xFFFFFFFF
        else:
            self.word = 65536


def kind(b):
    if 97 <= b <= 122:
        return 1
    if 65 <= b <= 90:
        return 2
    return 3 if 48 <= b <= 57 else 0


def small(b):
    return b + 32 if kind(b) == 2 else b


def read_dictionary(c, head):
    """Method 16."""
    tags = head.tags
    flags = head.byte()
    width = head.small()
    if width < 1 or width > WIDTH_MAX or flags > 2:
        wrong("a wrong head of a dictionary")
    system = head.form(3) if flags == 2 else None
    refs = [head.reference() for _ in range(REFERENCES)]
    if flags == 2 and (refs[0] is not None or c.name not in OPENING_TAGS or tags.named is None):
        wrong("a column that cannot follow from openings")
    if flags == 1:
        white, black = _players_of(c, tags)
    coder = head.coder()
    d = Dictionary(coder, len(c.games), width, known(c.name), tags.limit)
    if flags == 2:
        from . import openings
        for position, value in openings.tag_numbers(c.name, system):
            d.last[ALONE][1 + position] = 1 + value
        named = tags.names_of_openings()
    for g in c.games:
        ids = [0 if r is None else r.id(g) for r in refs]
        if flags == 2:
            ids[0] = named[g][system]
        v = d.texts[d.read_value(ALONE, ALONE, *ids)]
        if flags == 1:
            v = v.replace(b"\2", black.value(g) or b"", 1)
            v = v.replace(b"\1", white.value(g) or b"", 1)
        c.put(v)
    head.all_used(coder)


def _players_of(c, tags):
    """The columns White and Black, decoded; both must stand before c."""
    pair = [tags.column_named(name) for name in (b"White", b"Black")]
    for x in pair:
        if x is None or x.number >= c.number:
            wrong("a column that needs the names of the players stands before them")
    for x in pair:
        tags.decode(x)
    return pair


# --- Players

def read_players(c, head):
    """Method 22: White's column, c, and Black's."""
    k = head.small()
    if k == c.number or c.twice:
        wrong("columns of players that cannot be decoded together")
    b = head.others(c, k)
    width = head.small()
    if width > WIDTH_MAX:
        wrong("a wrong head of a dictionary")
    players = [head.reference(), head.reference()]
    names = players == [None, None]
    if not names and (None in players or width == 0):
        wrong("a column of one player's, or without digits")
    coder = head.coder()
    n = len(c.games)
    limit = head.tags.limit
    if names:
        d = (Players if width else Aged)(coder, n, width, limit)
    else:
        d = Dictionary(coder, 2 * n, width, known(c.name), limit)
    person = {}
    before = [0, 0]
    for g in range(len(head.tags.names)):
        now = [0, 0]                # 1 + the numbers of this game's values
        for s, t in enumerate((c, b)):
            if not names:
                who = players[s].value(g) or b""
                person.setdefault(who, len(person) + 1)
            if g not in t.at:
                continue
            if names:
                v = d.read_value(s, s, now[0] if s else 0, 2 * s, before[1 - s])
            else:
                v = d.read_value(s, BOTH, person[who], 2 * s, now[0] if s else before[1])
            now[s] = v + 1
            t.put(d.texts[v])
        before = now
    head.all_used(coder)
    finish(b)


@functools.lru_cache(None)
def groups():
    """The groups of names of names.txt."""
    data = lists.data(lists.file_named("names.txt"))
    return [group.split(b"\n") for group in data.rstrip(b"\n").split(b"\n\n")]


class Players(Dictionary):
    """A dictionary of names of players: new ones are looked up in names.txt."""

    def __init__(self, coder, n, width, limit):
        super().__init__(coder, 2 * n, width, [], limit)
        self.lastgroup = 0
        self.high = [0] * len(groups())
        if n <= LEARN_GAMES:
            self.letters = _copy(_learned_letters(), coder)

    def read_new(self):
        hit = self.values.flag(4, self.lastgroup)
        if hit == 0:
            return self.read_spelling()
        i = self.values.index(5, self.lastgroup, digits=4)
        if i >= len(groups()):
            wrong("there is no such group of names")
        group = groups()[i]
        self.lastgroup = i + 1
        width = digits(len(group) - 1)
        top = min(width, 5)
        h = self.values.index(6, i, self.high[i], digits=top)
        self.high[i] = h
        place = h << (width - top) | self.coder.read_raw(width - top)
        if place >= len(group):
            wrong("there is no such name in a group")
        return group[place]


class Aged(Players):
    """Names of players that are found by how long ago they came last."""

    def __init__(self, coder, n, width, limit):
        super().__init__(coder, n, width, limit)
        self.turns = []             # the numbers of all values
        self.behind = []            # for each number, how many turns there were up to its last
        self.times = []              # and how often it came, at most 255
        self.found = [0, 0]
        self.rates = [[[1, 10] for _ in range(8)] for _ in range(4)]    # hits and chances

    def expected(self, s, e, first):
        return super().expected(s, e, first) if s else 0

    def read_value(self, s, e, first, second, third):
        self.found_before = self.found[s]
        self.found[s] = 32          # unless it is found otherwise
        k = super().read_value(s, e, first, second, third)
        if k == len(self.behind):
            self.behind.append(0)
            self.times.append(0)
        self.turns.append(k)
        self.behind[k] = len(self.turns)
        self.times[k] = min(self.times[k] + 1, 255)
        return k

    def _often(self, k):
        return digits(self.times[k]) - 1

    def _of_class(self, c, but):
        """The numbers of the values whose age is of a class, the newest first."""
        n = len(self.turns)
        end = n + 1 if c == 31 else min(n + 1, first_age(c + 1))
        out = []
        for age in range(first_age(c), end):
            k = self.turns[n - age]
            if self.behind[k] == n - age + 1 and k != but and len(out) < 4096:
                out.append(k)
        return out

    def _read_other(self, s, first, second, third, x, p):
        c = self.values.index(7, s, self.found_before, self.found[1 - s], digits=5)
        self.found[s] = c
        if c == 0:
            self.texts.append(self.read_new())
            return len(self.texts) - 1
        values = self._of_class(c, self.expected(s, s, first) - 1)
        if not values:
            wrong("no name of players is of this age")
        rates = self.rates[c >> 3]
        hits = sum(h for h, _ in rates)
        chances = sum(n for _, n in rates)
        weights = [max(1, min(15, 4 * h * chances // (n * hits))) for h, n in rates]
        for k in values:
            rates[self._often(k)][1] += 1
        total = sum(weights[self._often(k)] for k in values)
        v = ((self.coder.peek() + 1) * total - 1) >> 16
        before = 0
        for k in values:
            weight = weights[self._often(k)]
            if before + weight > v:
                break
            before += weight
        start = (before << 16) // total
        self.coder.take(start, ((before + weight) << 16) // total - start)
        rates[self._often(k)][0] += 1
        return k


def first_age(c):
    return (2 + (c & 1)) << (c >> 1) >> 1


class _Known:
    """Stands for a coder where the bits are known: those of bytes, the highest first."""

    def __init__(self):
        self.bits = []

    def give(self, b):
        self.bits = [b >> i & 1 for i in range(8)]  # taken from the end

    def read_bit(self, _):
        return self.bits.pop()


@functools.lru_cache(None)
def _learned_letters():
    """The model of letters that has learned the first names of each group."""
    coder = _Known()
    letters = Model(coder, "tags.spelling", lists.limit("NAMES_SPELLING_SIZE"), SPELLING_LIMIT)
    sink, trace.sink = trace.sink, None
    for group in groups():
        for name in group[:8]:
            spelling = Spelling(letters)
            for b in _spelled(name):
                coder.give(b)
                spelling.letter()
                spelling.add(b)
    trace.sink = sink
    return letters


def _spelled(name):
    """The bytes of a name as they are written, with the 0 at the end. (No name of names.txt
    has a byte 0 or 1.)"""
    return name + b"\0"


def _copy(model, coder):
    """A model of its own with the state of this one."""
    new = copy.copy(model)
    new.coder = coder
    new.value, new.count = model.value[:], model.count[:]
    new.sets = copy.deepcopy(model.sets)
    return new
