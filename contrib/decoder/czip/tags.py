"""Section 9.8: the values of each tag."""

import os

from . import Corrupt, openings
from .archive import Reader
from .columns import read_column
from .mixed import Model, below, tables
from .rangecoder import Bit, Decoder
from .textmodel import ROOT
from .values import Numbering, Places, all_taken, next_exception, read_exceptions, size_for

TABLES = tables("tags")

# Choices of the tables "tags.values" and "tags.spelling".
EXPECTED, NEW_AGAIN, NEW_FIRST, NUMBER, KNOWN, GROUP, PLACE = range(7)
LETTER = 0

SEEDS = {
    b"Event": "Rated Blitz game|Rated Bullet game|Rated Classical game|Rated Rapid game|Rated UltraBullet game|"
              "Rated Correspondence game|rated blitz game|rated bullet game|rated rapid game|Casual Blitz game|"
              "Casual Bullet game|Casual Classical game|Casual Rapid game|casual blitz game|casual rapid game|"
              "Live Chess|Let's Play!|Titled Tuesday|?",
    b"Site": "Chess.com|chess.com INT|lichess.org|lichess.org INT|?",
    b"Round": "-|?|1|2|3|4|5|6|7|8|9",
    b"Result": "1-0|0-1|1/2-1/2|*",
    b"TimeControl": "180+0|60+0|300+0|600+0|180+2|300+3|60+1|120+1|900+10|600+5|900+0|600|180|60|300|180+1|120+0|"
                    "30+0|300+5|240+0|1800+0|300+2|-|?|40/7200:3600|5400+30|7200+30|1/86400",
    b"Termination": "Normal|Time forfeit|Abandoned|Rules infraction|Unterminated|adjudication|normal|unterminated|"
                    "\x01 won by resignation|\x02 won by resignation|\x01 won on time|\x02 won on time|"
                    "\x01 won by checkmate|\x02 won by checkmate|\x01 won - game abandoned|\x02 won - game abandoned|"
                    "Game drawn by agreement|Game drawn by repetition|Game drawn by stalemate|"
                    "Game drawn by insufficient material|Game drawn by timeout vs insufficient material|"
                    "Game drawn by 50-move rule",
    b"Variant": "Standard|From Position|Chess960|Crazyhouse|King of the Hill|Three-check|Antichess|Atomic|Horde|"
                "Racing Kings",
    b"WhiteTitle": "GM|IM|FM|NM|CM|WGM|WIM|WFM|WCM|LM|BOT|-",
    b"WhiteType": "human|program",
    b"Timezone": "UTC",
}
SEEDS[b"BlackTitle"], SEEDS[b"BlackType"] = SEEDS[b"WhiteTitle"], SEEDS[b"WhiteType"]


def seeds(name):
    """The values that a dictionary of the tag begins with."""
    if name in SEEDS:
        return [v.encode() for v in SEEDS[name].split("|")]
    return openings.table().names.get(name, [])


class Column:
    """A tag's column: in which game each value stands, and the values once they are known."""

    def __init__(self, number, name):
        self.number, self.name = number, name
        self.games = []
        self.values, self.busy = None, False
        self.first = {}                  # game -> place of its first value

    def add(self, game):
        self.first.setdefault(game, len(self.games))
        self.games.append(game)

    def of(self, game):
        """The game's first value, or None."""
        at = self.first.get(game)
        return None if at is None else self.values[at]


class Tags:
    """All tag columns of a frame."""

    def __init__(self, chains, plies, streams):
        """chains holds the names of each game's tags, in order."""
        self.by_name, self.columns = {}, []
        self.plies = plies
        for game, names in enumerate(chains):
            for name in names:
                c = self.by_name.get(name)
                if c is None:
                    if len(self.columns) < 64:
                        c = Column(len(self.columns), name)
                        self.columns.append(c)
                    else:
                        c = self.columns[63]
                    self.by_name[name] = c
                c.add(game)
        self.streams, self.chains, self.opened = streams, chains, None
        for c in self.columns:
            if c.values is None:
                self.decode(c)

    def at(self, k):
        """The column of a number."""
        if k >= len(self.columns):
            raise Corrupt("tags: a reference to no column")
        return self.columns[k]

    def later(self, k, than):
        """A column that is coded with one before it."""
        c = self.at(k)
        if k <= than.number or c.values is not None or any(len(x.first) != len(x.games) for x in (c, than)):
            raise Corrupt("tags: columns that cannot be coded together")
        return c

    def decode(self, c):
        if c.busy:
            raise Corrupt("tags: a column depends on itself")
        c.busy = True
        if 16 + c.number not in self.streams:
            raise Corrupt(f"tags: no column for [{c.name.decode(errors='replace')}]")
        data = self.streams[16 + c.number]
        if not data:
            raise Corrupt("tags: an empty column")
        if data[0] <= 6:
            c.values = read_column(data)
        else:
            from .squares import BoardColumn
            from .numbers import Numbers
            from .ratings import Ratings
            decoder = {16: Dictionary, 17: Numbers, 18: Identifiers, 19: Copies, 20: Ratings, 21: Elsewhere,
                       22: Players, 23: Lists, 24: BoardColumn}.get(data[0])
            if decoder is None:
                raise Corrupt(f"tags: method {data[0]} is not known")
            decoder(self, c, Reader(data, 1, what=f"[{c.name.decode(errors='replace')}]"))
        if len(c.values) != len(c.games):
            raise Corrupt(f"tags: {len(c.values)} values of [{c.name.decode(errors='replace')}], not {len(c.games)}")
        c.busy = False

    def first(self):
        """The first moves of all games, and the last positions of each that have a name."""
        if self.opened is None:
            column = openings.Column(self.streams[14]) if 14 in self.streams else None
            used, moves, last = {}, [], []
            for game, names in enumerate(self.chains if column else ()):
                of = {}
                for name in names:
                    c = self.by_name[name]
                    at = used.get(c.number, 0)
                    used[c.number] = at + 1
                    if name in (b"FEN", b"White", b"Black"):
                        if c.values is None:
                            self.decode(c)
                        if name != b"FEN" or name not in of:
                            of[name] = c.values[at]
                m, n = column.game(of.get(b"FEN"), self.plies[game], of.get(b"White"), of.get(b"Black"))
                moves.append(m)
                last.append(n)
            if column:
                column.d.done()
            else:
                moves = [[] for _ in self.chains]
            self.opened = moves, last
        return self.opened

    def reference(self, r, least=1):
        """A column by a reference, or None."""
        v = r.uv()
        if v == 0:
            return None
        c = self.at(v - 1)
        if c.values is None or c.busy:
            self.decode(c)
        return c


class Teacher:
    """A decoder whose bits are those of a value that is known."""

    def __init__(self, value):
        out = bytearray()
        for c in value:
            out += bytes([c]) if c > 1 else bytes([1, c + 1])
        self.bits = "".join(f"{c:08b}" for c in out) + "00000000"
        self.pos = 0

    def bit(self, p):
        self.pos += 1
        return int(self.bits[self.pos - 1])


class Speller:
    """New values of a dictionary, byte by byte."""

    def __init__(self, n, lines=None):
        self.model = Model(16 if lines is not None else size_for(100 * n), 250, TABLES["tags.spelling"])
        for line in lines or ():
            self.read(Teacher(line))

    def read(self, d):
        out, word, last = bytearray(), 0, 0
        while True:
            c = self.byte(d, last, word)
            last = (last << 8 | c) & 0xFFFFFFFF
            if c == 0:
                return bytes(out)
            if c == 1:
                c = self.byte(d, last, word)
                last = (last << 8 | c) & 0xFFFFFFFF
                c -= 1
                if not 0 <= c <= 1:
                    raise Corrupt("tags: no such byte in a new value")
            letter = 65 <= c & ~32 <= 90 or c >= 128
            word = (word ^ c) * 16777619 & 0xFFFFFFFF if letter else 65536
            out.append(c)

    def byte(self, d, last, word):
        return self.model.index(d, self.model.use(LETTER, last, last, last, last, word), 8)


class Names:
    """New names of players: known ones by their place in the table, others spelled."""

    groups = None

    def __init__(self, model, games):
        if Names.groups is None:
            with open(os.path.join(ROOT, "internal/model/names/names.txt"), "rb") as f:
                Names.groups = [g.split(b"\n") for g in f.read().rstrip(b"\n").split(b"\n\n")]
        self.model, self.hits, self.last, self.high = model, 0, 0, [0] * 16
        self.speller = Speller(2 * games) if games > 500 else Speller(0, [name for g in self.groups for name in g[:8]])

    def read(self, d):
        model = self.model
        hit = model.flag(d, model.use(KNOWN, self.hits, self.hits, self.last))
        self.hits = self.hits << 1 | hit
        if not hit:
            return self.speller.read(d)
        group = model.index(d, model.use(GROUP, self.last), 4)
        if group >= len(self.groups):
            raise Corrupt("tags: no such group of names")
        self.last = group + 1
        names = self.groups[group]
        digits = (len(names) - 1).bit_length()
        high = min(digits, 5)
        at = model.index(d, model.use(PLACE, group, self.high[group]), high)
        self.high[group] = at
        at = at << digits - high | d.raw(digits - high)
        if at >= len(names):
            raise Corrupt("tags: no such name")
        return names[at]


class Side:
    """What a dictionary remembers of one column."""

    def __init__(self):
        self.follows, self.before, self.misses, self.fresh = {}, 0, 0, 0


class Book:
    """The values of a dictionary and the questions that find them."""

    def __init__(self, d, n, digits, values, games=None):
        self.d, self.digits = d, digits
        self.values = list(values)
        self.model = Model(size_for(6 * n * (digits + 2)), 200, TABLES["tags.values"])
        self.speller = Speller(n) if games is None else Names(self.model, games)

    def read(self, s, a, b, c):
        """The number of the next value, given 1 + those of the references' values."""
        d, model = self.d, self.model
        p = s.before                 # 1 + the number of the value before, 0 at first
        f = s.follows.get(a)
        hit, new = False, 0
        if f is not None:
            hit = model.flag(d, model.use(EXPECTED, s.misses, s.misses, a, b, c, p, f + 1, f + 1 == p))
            s.misses = s.misses << 1 | (not hit)
        if hit:
            found = f
        else:
            if f is not None:
                contexts = model.use(NEW_AGAIN, s.fresh, a, b, p)
            else:
                contexts = model.use(NEW_FIRST, s.fresh, b, c, p)
            new = model.flag(d, contexts)
            if new:
                found = len(self.values)
                self.values.append(self.speller.read(d))
            else:
                found = model.index(d, model.use(NUMBER, a, b, c, p), self.digits)
                if found >= len(self.values):
                    raise Corrupt("tags: no such value in the dictionary")
        s.fresh = s.fresh << 1 | new
        s.follows[a], s.before = found, found + 1
        return found


def Dictionary(tags, col, r):
    flags, digits = r.byte(), r.uv()
    if flags > 2 or digits > 24:
        raise Corrupt("tags: a dictionary has unknown flags")
    system = r.byte() if flags == 2 else 0
    refs = [Numbering(tags.reference(r)) for _ in range(3)]
    d = Decoder(r.rest())
    book = Book(d, len(col.games), digits, seeds(col.name))
    side, col.values = Side(), []
    if flags == 2 and (14 not in tags.streams or refs[0].column):
        raise Corrupt("tags: names that follow from no openings")
    if flags == 1 and not all(tags.by_name.get(n, col).number < col.number for n in (b"White", b"Black")):
        raise Corrupt("tags: names of players that are not there")
    if flags == 2:
        side.follows = openings.table().guesses(col.name, system)
        last = tags.first()[1]
    white, black = tags.by_name.get(b"White"), tags.by_name.get(b"Black")
    for game in col.games:
        a, b, c = (x.of(game) for x in refs)
        if flags == 2:
            a = last[game][system]
        v = book.values[book.read(side, a, b, c)]
        if flags & 1:
            for mark, players in ((2, black), (1, white)):
                name = players.of(game) if players else None
                if name is not None:
                    v = v.replace(bytes([mark]), name, 1)
        col.values.append(v)
    d.done()


def Players(tags, col, r):
    other, digits = tags.later(r.uv(), col), r.uv()
    of = [tags.reference(r), tags.reference(r)]
    if digits > 24 or (of[0] is None) != (of[1] is None):
        raise Corrupt("tags: players have too many digits, or one side alone has names")
    d = Decoder(r.rest())
    n = 2 * len(col.games)
    names = of[0] is None
    book = Book(d, n, digits, [], len(col.games)) if names else Book(d, n, digits, seeds(col.name))
    sides = Side(), Side()
    if not names:
        sides[1].follows = sides[0].follows
    who = Places()                   # 1 + numbers of the players, of both sides
    col.values, other.values = [], []
    now = [0, 0]                     # 1 + numbers of the values of the game before
    for game in range(len(tags.plies)):
        before, now = now, [0, 0]
        for side, c in enumerate((col, other)):
            player = 0 if names else who.of(of[side].of(game) or b"")
            if game not in c.first:
                continue
            if names:
                a, third = now[0] if side else 0, before[1 - side]
            else:
                a, third = player, now[0] if side else before[1]
            now[side] = 1 + book.read(sides[side], a, 1 + 1 if side else 0, third)
            c.values.append(book.values[now[side] - 1])
    d.done()


def Elsewhere(tags, col, r):
    at = tags.at(r.uv())
    r.done()
    if at.values is None or at.busy:
        tags.decode(at)
    if col.values is None:
        raise Corrupt("tags: a column is not where it is said to be")


def Identifiers(tags, col, r):
    form = r.byte()
    if form > 5:
        raise Corrupt(f"tags: identifiers of form {form}")
    begin = b"https://lichess.org/" if form in (1, 2) else r.bytes(r.uv())
    digits, small = bytes(range(48, 58)), bytes(range(97, 123))
    letters = {1: digits + small.upper() + small, 2: digits + small, 3: digits + small.upper() + small,
               4: digits + small, 5: digits}.get(form)
    if form == 0:
        bits = r.bytes(32)
        letters = [x for x in range(256) if bits[x // 8] >> x % 8 & 1]
    more = r.uv()
    exceptions = read_exceptions(r)
    d = Decoder(r.rest())
    odd = Bit()
    col.values = []
    for _ in col.games:
        if odd.read(d):
            col.values.append(next_exception(exceptions))
        else:
            col.values.append(begin + bytes(letters[below(d, len(letters))] for _ in range(more)))
    d.done()
    all_taken(exceptions)


def Copies(tags, col, r):
    how = r.byte()
    ref = tags.reference(r)
    if how > 1 or ref is None:
        raise Corrupt("tags: copies of no column, or of no form")
    exceptions = read_exceptions(r)
    d = Decoder(r.rest())
    odd = Bit()
    col.values = []
    for game in col.games:
        if odd.read(d):
            col.values.append(next_exception(exceptions))
        else:
            v = ref.of(game) or b""
            col.values.append(v if how == 0 else v[v.rfind(b"/") + 1:])
    d.done()
    all_taken(exceptions)


def Lists(tags, col, r):
    from .positions import read_positions
    col.values = []
    while len(col.values) < len(col.games):
        col.values += read_positions(r.bytes(r.uv())).split(b"\n")[:-1]
    r.done()
