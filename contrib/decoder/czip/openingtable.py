"""docs/spec/indexes.md, 9: the table of openings."""

from . import Corrupt
from .archive import Reader
from .board import Position
from .rangecoder import Bit, Decoder, Number, Tree
from .xxh64 import xxh64

SQUARES = [8 * rank + file for rank in (0, 7, 1, 6, 2, 5, 3, 4) for file in (3, 4, 2, 5, 1, 6, 0, 7)]


def key_of(p):
    """The 36 bytes of the key of a position that the rule of repetition would give."""
    pieces = [p.at(s) for s in SQUARES]
    k = bytes(pieces[i] << 4 | pieces[i + 1] for i in range(0, 64, 2))
    wk, wq, bk, bq = p.rights
    return k + bytes([p.turn, bq << 4 | bk, wq << 4 | wk, max(p.ep, 0)])


class Directory:
    """Stream 1033."""

    def __init__(self, data, number, games):
        """The directory in the frame of this number, of an archive of so many games."""
        r = Reader(data, what="directory of openings")
        self.threshold, self.covers, self.games, self.last_year, left, blocks = (r.uv() for _ in range(6))
        if not 1 <= self.threshold <= 1 << 20 or self.covers + blocks != number or self.games > games or self.last_year > 9999:
            raise Corrupt("directory of openings: of other frames")
        self.left, self.blocks = [], []
        frame = 0
        for _ in range(left):
            frame += r.uv()
            if frame >= self.covers:
                raise Corrupt("directory of openings: it leaves out what it does not cover")
            self.left.append(frame)
            frame += 1
        key = bytes(36)
        for _ in range(blocks):
            rows, same, before = r.uv(), r.byte(), key
            if not 1 <= rows <= 4096 or same > 35:
                raise Corrupt("directory of openings: a block")
            key = key[:same] + r.bytes(36 - same)
            if key <= before or key[same] == before[same]:
                raise Corrupt("directory of openings: blocks out of order")
            self.blocks.append((key, rows))
        r.done()


class Tally:
    def __init__(self):
        self.white = self.draws = self.black = self.open = 0
        self.ratings, self.sums = [0, 0], [0, 0]
        self.year = 0
        self.samples = []           # pairs of rating and game
        self.move = None

    @property
    def games(self):
        return self.white + self.draws + self.black + self.open


def _many(make, n):
    return [make() for _ in range(n)]


def _signed():
    return Number(), Bit()


def _toward0(a, b):
    return abs(a) // b * (1 if a >= 0 else -1)


def _class(games):
    return min(games.bit_length(), 11)


class Block:
    """Stream 1032: gives keys and tallies of positions and of their moves."""

    def __init__(self, data, directory):
        r = Reader(data, what="block of openings")
        self.count, self.threshold = r.uv(), directory.threshold
        if not 1 <= self.count <= 4096:
            raise Corrupt(f"opening table: a block of {self.count} positions")
        self.d = Decoder(data[r.pos:])
        self.bits = (max(directory.games, 1) - 1).bit_length()
        self.year = directory.last_year
        self.key, self.expected = ([0] * 64, 0, (0, 0, 0, 0), 0), [0, 0]
        self.same = [_many(Bit, 4) for _ in range(64)]
        self.piece = _many(Tree, 16)
        self.turn, self.rights_same, self.rights, self.passant = _many(Bit, 2), _many(Bit, 2), _many(Tree, 4), Bit()
        self.moves, self.index, self.first = Number(), Number(), Number()
        self.fewer = _many(Number, 12)
        self.is_sum, self.differs, self.years, self.merged, self.rating = Bit(), _many(_signed, 8), _signed(), Bit(), _signed()
        self.open, self.draws, self.white = _many(Number, 12), _many(Number, 12), _many(Number, 12)
        self.unrated = [_many(Number, 12), _many(Number, 12)]
        self.ratings = [_many(_signed, 12), _many(_signed, 12)]
        self.last, self.best, self.second, self.odd = _many(_signed, 12), _many(_signed, 12), _many(Number, 12), Bit()

    def _raw(self, n):
        v = 0
        while n:
            k = min(n, 16)
            v = v << k | self.d.raw(k)
            n -= k
        return v

    def _long(self, m):
        v = m.read(self.d)
        return v if v < 1 << 30 else v - (1 << 30) << 30 | self._raw(30)

    def _signed(self, m):
        v = self._long(m[0])
        return -v if v and m[1].read(self.d) else v

    def rows(self):
        """Pairs of a position and its tallies: that of the position, and those of its moves."""
        last, played = bytes(0), 0
        for _ in range(self.count):
            p = self._position()
            key, moves = key_of(p), self._moves(p)
            whole = self._whole(moves)
            played += len(moves)
            if key <= last or whole.games < self.threshold or played > (1 << 14) + 512:
                raise Corrupt("opening table: positions out of order, of too few games or with too many moves")
            last = key
            yield p, whole, moves
        self.d.done()

    def _position(self):
        d = self.d
        before, turn, rights, _ = self.key
        pieces, differ = [], 0
        for i, was in enumerate(before):
            if self.same[i][min(differ, 3)].read(d):
                pieces.append(was)
            else:
                pieces.append(self.piece[was].read(d))
                differ += 1
        turn = self.turn[turn].read(d)
        if not self.rights_same[min(differ // 4, 1)].read(d):
            bq, bk, wq, wk = (t.read(d) for t in self.rights)
            rights = wk, wq, bk, bq
        ep = self._raw(6) if self.passant.read(d) else 0
        self.key = pieces, turn, rights, ep
        p = Position()
        for s, piece in zip(SQUARES, pieces):
            if piece > 12:
                raise Corrupt("opening table: a piece that there is not")
            p.put(s, piece)
        p.turn, p.rights, p.ep = turn, rights, ep or -1
        return p

    def _moves(self, p):
        d, legal, out = self.d, p.legal(), []
        count, games, near, year = self._long(self.moves), 0, self.expected[:], self.year
        sums, ratings = [0, 0], [0, 0]
        if count > 512:
            raise Corrupt(f"opening table: {count} moves")
        for i in range(count):
            if i == 0:
                games = 1 + self._long(self.first)
            elif games > 1:
                games -= self._long(self.fewer[_class(games)])
            if not 1 <= games <= 1 << 40:
                raise Corrupt("opening table: a move of no games")
            at = self._long(self.index)
            t = Tally()
            if at >= len(legal):
                raise Corrupt("opening table: a move that there is not")
            t.move = legal[at]
            if out and out[-1].games == games and out[-1].move >= t.move:
                raise Corrupt("opening table: moves out of order")
            self._tally(t, games, near, year)
            out.append(t)
            if i == 0:
                year = t.year
            for side in (0, 1):
                sums[side] += t.sums[side]
                ratings[side] += t.ratings[side]
            near = [(2 * s + n) // (2 * n) if n else 0 for s, n in zip(sums, ratings)]
        for side in (0, 1):
            if ratings[side]:
                self.expected[side] = near[side]
        return out

    def _tally(self, t, games, near, year):
        c = _class(games)
        t.open, t.draws, t.white = self._long(self.open[c]), self._long(self.draws[c]), self._long(self.white[c])
        t.black = games - t.open - t.draws - t.white
        shift = 0
        for side in (0, 1):
            n = t.ratings[side] = games - self._long(self.unrated[side][c])
            if n > 0:
                expected = near[side] + shift
                t.sums[side] = n * expected + self._signed(self.ratings[side][_class(n)])
                shift = _toward0(t.sums[side] // n - expected, 2)
        t.year = year - self._signed(self.last[c])
        if min(t.black, *t.ratings, t.year) < 0 or any(s < n for s, n in zip(t.sums, t.ratings)):
            raise Corrupt("opening table: less than nothing")
        total, second = sum(t.sums), 0
        if games == 1:
            best = total // 2
        elif games == 2:
            both = total // 2
            if not total & 1 and self.odd.read(self.d):
                both -= 1
            best = (both + 1) // 2 + self._long(self.second[c])
            second = both - best
        else:
            mean = [(2 * s + n) // (2 * n) if n else 0 for s, n in zip(t.sums, t.ratings)]
            best = sum(mean) // 2 + self._signed(self.best[c])
            second = best - self._long(self.second[c])
        if not 0 <= best < 1 << 31 or second < 0 and games > 1:
            raise Corrupt("opening table: a rating")
        t.samples = [(r, self._raw(self.bits)) for r in (best, second)[:min(games, 2)]]
        if games > 1 and best == second and t.samples[0][1] >= t.samples[1][1]:
            raise Corrupt("opening table: samples out of order")

    def _whole(self, moves):
        s = Tally()
        games = set()
        for m in moves:
            s.white, s.draws, s.black, s.open = s.white + m.white, s.draws + m.draws, s.black + m.black, s.open + m.open
            s.ratings = [a + b for a, b in zip(s.ratings, m.ratings)]
            s.sums = [a + b for a, b in zip(s.sums, m.sums)]
            s.year = max(s.year, m.year)
            games |= set(m.samples)
        s.samples = sorted(games, key=lambda g: (-g[0], g[1]))[:2]
        if self.is_sum.read(self.d):
            return s
        v = [self._signed(m) for m in self.differs]
        s.white, s.draws, s.black, s.open = s.white + v[0], s.draws + v[1], s.black + v[2], s.open + v[3]
        s.ratings = [s.ratings[0] + v[4], s.ratings[1] + v[5]]
        s.sums = [s.sums[0] + v[6], s.sums[1] + v[7]]
        s.year += self._signed(self.years)
        if min(s.white, s.draws, s.black, s.open, s.year, *s.ratings, *s.sums) < 0:
            raise Corrupt("opening table: less than nothing")
        of, s.samples = s.samples, []
        for i in range(min(s.games, 2)):
            if self.merged.read(self.d):
                if i >= len(of):
                    raise Corrupt("opening table: a sample that there is not")
                s.samples.append(of[i])
            else:
                rating = self._signed(self.rating)
                if rating < 0:
                    raise Corrupt("opening table: a rating")
                s.samples.append((rating, self._raw(self.bits)))
        return s


class Table:
    """The opening table of an archive, if it has one: the last."""

    def __init__(self, archive):
        frames = archive.frames
        self.directory = None
        for n in range(len(frames) - 1, -1, -1):
            if 1033 in frames[n].streams:
                self.directory = Directory(frames[n].streams[1033], n, sum(f.games for f in frames))
                break
        if self.directory is None:
            return
        d = self.directory
        sums = b"".join((f.hash & 0xffffffff).to_bytes(4, "little") for f in frames[:d.covers])
        want = xxh64(sums).to_bytes(8, "big")
        self.blocks = frames[d.covers:n]
        for f in frames[d.covers:n + 1]:
            if f.streams.get(1024) != want:
                raise Corrupt("opening table: it is of other frames")

    def rows(self):
        for f in self.blocks if self.directory else ():
            yield from Block(f.streams[1032], self.directory).rows()

    def find(self, position):
        """The tallies of a position and of its moves, None if it is not in the table."""
        key = key_of(position)
        n = sum(first <= key for first, _ in self.directory.blocks) - 1 if self.directory else -1
        if n >= 0:
            for p, whole, moves in Block(self.blocks[n].streams[1032], self.directory).rows():
                if key_of(p) == key:
                    return whole, moves
        return None


def text_of(t):
    """A tally as text: games by result; sums and numbers of ratings; last year; ratings and numbers of samples."""
    return (f"{t.white} {t.draws} {t.black} {t.open}; {t.sums[0]}/{t.ratings[0]} {t.sums[1]}/{t.ratings[1]}; {t.year};"
            + "".join(f" {rating}:{game}" for rating, game in t.samples))


def lines(row):
    """A row of a table as lines of text."""
    p, whole, moves = row
    yield f"{p.fen(4, True)}; {text_of(whole)}"
    for m in moves:
        yield f"  {name_of(m.move)}; {text_of(m)}"


def name_of(move):
    if move == 0:
        return "0000"
    squares = "".join("abcdefgh"[s & 7] + str((s >> 3) + 1) for s in (move & 63, move >> 6 & 63))
    return squares + " nbrq"[move >> 12 & 7].strip() if move >> 12 & 7 else squares
