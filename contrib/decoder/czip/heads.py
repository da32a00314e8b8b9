"""The heads of a frame: games.md, section 4.

    heads = read_heads(data, new, games, most, plies=None)
                            data: stream 10; new: the values of stream 11; most: the largest
                            number of values that tags may have; plies: the half-moves of the
                            games where open numbers say them
    heads.literals          the list of literals
    heads.chains[g]         the numbers of the literals of game g
    heads.names[g]          the names of the tags of game g, in order
    heads.plies[g]          its half-moves
    name_of(literal)        the name of the tag whose value stands behind it, or None
"""

import functools

from . import lists
from .basics import unzigzag
from .coding import Bit, Coder, Number
from .models import Model
from .refused import damaged

PLIES_MOST = lists.limit("PLIES_MOST")


@functools.lru_cache(None)
def first_literals():
    """The literals that every frame begins with."""
    out = []
    for line in lists.lines("literals.txt"):
        number, literal = line.split(" ", 1)
        assert int(number) == len(out), line
        out.append(lists.unescape(literal))
    return out


def name_of(literal):
    """The name of the tag whose value stands behind a literal; None ends a chain."""
    if not literal.endswith(b'"'):
        return None
    at = literal.rfind(b"[")
    if at < 0:
        return None
    return literal[at + 1:-1].strip(b" \t") or None


class Heads:
    def __init__(self):
        self.literals = list(first_literals())
        self.chains = []
        self.names = []
        self.plies = []


def read_heads(data, new, games, most, plies=None):
    coder = Coder(data)
    model = Model(coder, "gameframe.plies", lists.limit("PLIES_SIZE"), lists.limit("PLIES_LIMIT"))
    chains = Chains(coder, new)
    heads = Heads()
    heads.literals = chains.literals
    last = 0                                # what the model looks at
    for g in range(games):
        chain = chains.read(most)
        names = [chains.names[i] for i in chain[:-1]]
        most -= len(names)
        if most < 0:
            damaged("the tags of a frame have too many values")
        heads.chains.append(chain)
        heads.names.append(names)
        heads.plies.append(model.number(0, last) if plies is None else plies[g])
        last = min(heads.plies[-1], PLIES_MOST) // 16
    coder.finish()
    if chains.taken != len(new):
        damaged("values of stream 11 are left over")
    return heads


class Bits(dict):
    """Bits of one name, made when they are first used."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def __missing__(self, i):
        bit = self[i] = Bit(f"{self.name}[{i}]")
        return bit


class Chains:
    """Reads the literals of one game after the other."""

    def __init__(self, coder, new):
        self.coder = coder
        self.literals = list(first_literals())
        self.names = [name_of(x) for x in self.literals]
        self.new = new                          # values of stream 11
        self.taken = 0                          # how many of them are literals now
        self.again = self.right = self.at = 0
        self.chain = None
        self.memory = {}
        self.AGAIN = Bits("AGAIN")
        self.FIRST = Bits("FIRST")
        self.SECOND = Bit("SECOND")
        self.LITERAL = Number("LITERAL")

    def read(self, most):
        """The chain of the next game, of at most so many literals with a value behind."""
        a = self.AGAIN[self.again].read(self.coder)
        self.again = (self.again << 1 | a) & 7
        if a:
            if self.chain is None:
                damaged("the first game has the literals of one before")
            return self.chain
        self.chain = []
        pair = None, None
        while True:
            first, second = self.memory.get(pair, (None, None))
            i = self.next(first, second)
            if i != first:
                self.memory[pair] = i, first
            self.chain.append(i)
            pair = pair[1], i
            if self.names[i] is None:
                return self.chain
            if len(self.chain) > most:
                damaged("the tags of a frame have too many values")

    def next(self, first, second):
        """The number of the next literal; first and second are those that memory expects."""
        coder = self.coder
        if first is not None:
            g = self.FIRST[self.right].read(coder)
            self.right = (self.right << 1 | g) & 7
            if g:
                return first
            if second is not None and self.SECOND.read(coder):
                return second
        i = self.at + unzigzag(self.LITERAL.read(coder))
        if not 0 <= i <= len(self.literals):
            damaged("the number of a literal that is none")
        self.at = i + 1
        if i == len(self.literals):
            if self.taken == len(self.new):
                damaged("stream 11 has too few values")
            literal = self.new[self.taken]
            self.taken += 1
            self.literals.append(literal)
            self.names.append(name_of(literal))
        return i
