"""Columns of numbers and times, method 17: tags.md, sections 9.2 and 9.3."""

import collections

from . import lists
from .models import Model
from .tagcolumns import finish, magnitude, push, size_for, wrong
from .tagforms import (checked_form, converted, difference, find_number, total,
                       write_number)

PARTNER, REFERENCE, ADDED, PARTNER_FIRST = 128, 64, 32, 16   # flags; the form is below them
NEXTS = lists.limit("NUMBERS_NEXTS")
MODEL_LIMIT = lists.limit("TAGS_LIMIT")


class Member:
    """A column that is read here, and what is known of its numbers so far."""

    def __init__(self, column):
        self.column = column
        self.form = None
        self.reference = [None] * 2     # the reference, and what is added to it
        self.reform = [None] * 2        # the forms of their numbers
        self.before = self.behind = b""
        self.numbers = []           # of the values so far, None for those without a number
        self.model = None
        self.exceptions = 0
        self.last = 0
        self.lastgame = None
        self.next = []              # numbers of the reference, the newest first
        self.change = 0
        self.cost = collections.Counter()       # of each base

    def set_last(self, v, g):
        """Makes v, of game g, the last number."""
        self.last = v
        self.lastgame = g


def read_numbers(c, head):
    Numbers(c, head).read()


class Numbers:
    """One column or two."""

    def __init__(self, c, head):
        """Reads the head."""
        self.head = head
        self.tags = head.tags
        flags = head.byte()
        self.members = [Member(c)]
        if flags & PARTNER:
            k = head.small()
            if k == c.number or c.twice:
                wrong("columns of numbers that cannot be decoded together")
            self.members.append(Member(head.others(c, k)))
        self._read_member(self.members[0], flags)
        if flags & PARTNER:
            f = head.byte()
            if f & (PARTNER | PARTNER_FIRST):
                wrong("wrong flags of a partner")
            self._read_member(self.members[1], f)
        head.read_exceptions(sum(len(m.column.games) for m in self.members))
        if flags & PARTNER_FIRST:
            self.members.reverse()
        self.coder = head.coder()
        for m in self.members:
            size = size_for(40 * len(m.column.games))
            m.model = Model(self.coder, "tags.numbers", size, MODEL_LIMIT)

    def _read_member(self, m, flags):
        head = self.head
        m.form = checked_form(flags & 15)
        for i, flag in enumerate((REFERENCE, ADDED)):
            if flags & flag:
                v = head.small()
                m.reform[i] = checked_form(v % 8)
                m.reference[i] = self._source(v // 8)
        m.before = head.bytes()
        m.behind = head.bytes()

    def _source(self, k):
        """A column; one that is read here is not decoded by itself."""
        for m in self.members:
            if k == m.column.number:
                return m.column
        return self.tags.column(k)

    def read(self):
        for g in range(len(self.tags.names)):
            for m in self.members:
                games, values = m.column.games, m.column.values
                while len(values) < len(games) and games[len(values)] == g:
                    self._read_next(m, g)
        self.head.all_used(self.coder)
        for m in self.members:
            finish(m.column)

    def _number_in(self, column, form, g):
        """The number of game g in a column, or None."""
        if column is None or g is None or g not in column.at:
            return None
        for m in self.members:
            if column is m.column:
                i = column.at[g]
                return m.numbers[i] if i < len(m.numbers) else None
        found = find_number(form, column.value(g))
        return None if found is None else found[0]

    def _reference_of(self, m, i, g):
        """The number of reference i of game g, in ticks of m's form, or None."""
        v = self._number_in(m.reference[i], m.reform[i], g)
        return None if v is None else converted(m.form, m.reform[i], v)

    def _read_next(self, m, g):
        """The next value of m, of game g."""
        odd = m.model.flag(0, m.exceptions)
        m.exceptions = push(m.exceptions, odd)
        if odd == 1:
            self._read_exception(m, g)
            return
        form = m.form
        base = self._bases(m, g)
        u = 0
        for k, b in enumerate(base):
            if b is not None and m.cost[k] < m.cost[u]:
                u = k
        d = m.model.signed(1, u, magnitude(m.change), min(self.tags.plies[g] >> 3, 127))
        v = total(form, base[u], d)
        for k, b in enumerate(base):
            n = 40 if b is None else difference(form, v, b).bit_length()
            m.cost[k] += 256 * n - (m.cost[k] >> 4)
        m.change = difference(form, v, base[u])
        m.set_last(v, g)
        m.numbers.append(v)
        m.column.put(m.before + write_number(form, v) + m.behind)

    def _read_exception(self, m, g):
        text = self.head.next_exception()
        m.column.put(text)
        found = find_number(m.form, text)
        if found is None:
            m.numbers.append(None)
            return
        v, m.before, m.behind = found
        m.set_last(v, g)
        m.numbers.append(v)

    def _bases(self, m, g):
        """The six bases of the next number of m; what is not there is None."""
        there, added = (self._reference_of(m, i, g) for i in range(2))
        x = self._reference_of(m, 0, m.lastgame)
        if x is not None:
            m.next.insert(0, x)
            del m.next[NEXTS:]
        both = None
        if there is not None and added is not None:
            both = total(m.form, there, added)
        return [0, m.last, self.tags.plies[g], _next_above(m), there, both]


def _next_above(m):
    """Of m.next the least above the last number; if none is above it, the newest."""
    if not m.next:
        return None
    best = m.next[0]
    least = 0
    for x in m.next:
        d = difference(m.form, x, m.last)
        if d > 0 and (least == 0 or d < least):
            best, least = x, d
    return best
