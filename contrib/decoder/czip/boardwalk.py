"""The choices of the learned code that say a board: positions.md, section 8.2.

    walk = Walk(model, chooser, target, counters)
    walk.run()          the position; all choices are made by the chooser

A chooser has
    bit(f, features, stage, answer)
    piece(f, features, s, things, pawns, answer)    things: the pieces that are possible
    square(f, features, free, c, answer)            features of each of the squares in free
which give a place in f, the frequencies. answer is what the position `target` says, or None
without target. Choices of one thing are not asked. counters: whether they are read, too.

Section 8.3, all but the board, is in boardrest.py.
"""

from .board import (BETWEEN, BISHOP, KING_ATTACKS, KNIGHT, KNIGHT_ATTACKS, PAWN_ATTACKS,
                    attacks, bishop_attacks, count, rook_attacks, squares)
from .boardmodel import CHOICES, M64, features_of, frequencies_of, mix
from .schemes import board_of, position_of

ORDER = (1, 7, 5, 11, 4, 10, 3, 9, 2, 8)        # pawns, queens, rooks, bishops, knights
THINGS = (0, 2, 3, 4, 5, 8, 9, 10, 11)
WORTH = (1, 9, 5, 3, 3)
DARK, LIGHT = 0xAA55AA55AA55AA55, 0x55AA55AA55AA55AA


def clamp(x, a, b):
    return max(a, min(x, b))


def steps(a, b):
    """King's moves from a to b; 8 if b is 64."""
    return 8 if b > 63 else max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def tint(X):
    return (X & DARK != 0) + 2 * (X & LIGHT != 0)


class Walk:
    def __init__(self, model, chooser, target=None, counters=True):
        self.model = model
        self.chooser = chooser
        self.target = target
        self.board = board_of(target) if target else None
        self.counters = counters
        self.number = [0] * 13
        self.left = [0] * 13
        self.on = [0] * 13
        self.hash = [0] * 13
        self.known = 0
        self.cell = [14] * 144                  # file f of rank r is 12 * r + f + 26
        for s in range(64):
            self.cell[s // 8 * 12 + s % 8 + 26] = 13
        self.pawn_file = [0xFFFF] * 12          # file f is f + 2
        self.rank_of = [0xDDDDDDDD] * 8
        self.all = self.mat = self.pawns = 0
        self.reach = [[0] * 4, [0] * 4]
        self.king = [0, 0]
        self.wood = self.worth = self.phase = 0

    def run(self):
        from . import boardrest
        self.read_material()
        self.read_pawns()
        self.read_king(0)
        self.read_king(1)
        self.read_pieces()
        board = [0] * 64
        for x in range(1, 13):
            for s in squares(self.on[x]):
                board[s] = x
        return boardrest.read_rest(self, position_of(board))

    def bit_choice(self, choice, xs, stage, answer):
        features = features_of(choice, xs)
        f = frequencies_of([0, self.model.bit(features)])
        return self.chooser.bit(f, features, stage, answer)

    def know(self, s, x):
        """Piece x, or 0 for nothing, stands on s."""
        self.known |= 1 << s
        self.cell[s // 8 * 12 + s % 8 + 26] = x
        at = 4 * (s % 8)
        self.rank_of[s // 8] = self.rank_of[s // 8] & ~(15 << at) | x << at
        if x > 0:
            self.all = self.all + mix(1 << 32 | x << 6 | s) & M64
            self.on[x] |= 1 << s
            self.hash[x] = mix(self.on[x])
            self.left[x] -= 1

    # --- material

    def read_material(self):
        room, pawn_room = 62, 48
        said = total = 0
        done = [0] * 10
        for i in range(10):
            most = min(room, pawn_room) if i < 2 else room
            answer = None
            n = 0
            while n < most:
                xs = material_features(i, n, done, said, total)
                if self.board is not None:
                    answer = int(n < self.board.count(ORDER[i]))
                if self.bit_choice("one more man of a kind", xs, 0, answer) == 0:
                    break
                n += 1
            done[i] = n
            self.number[ORDER[i]] = self.left[ORDER[i]] = n
            room -= n
            if i < 2:
                pawn_room -= n
            said = (said << 6 ^ said >> 58 ^ n) & M64
            v = WORTH[i // 2] * n * (-1 if i % 2 else 1)
            self.worth += v
            total = clamp(total + v, -127, 127)
        self.mat = mix(said)
        self.wood = min(4 * (done[2] + done[3]) + 2 * (done[4] + done[5]) + sum(done[6:]), 31)
        self.phase = 0 if self.wood >= 20 else 1 if self.wood >= 10 else 2

    # --- pawns

    def read_pawns(self):
        left = self.left
        to_come = 48
        home, files = [0, 0], [0, 0]
        near = [3] * 144                        # as cell
        lost = max(15 - sum(self.number[1:6]), 0) << 4 | max(15 - sum(self.number[7:12]), 0)
        for r in (1, 6, 2, 5, 3, 4):
            row = 1
            for f in range(8):
                s = 8 * r + f
                t = 0
                if left[1] + left[7] > 0:
                    allowed = [0] if left[1] + left[7] < to_come else []
                    allowed += [1] * (left[1] > 0) + [2] * (left[7] > 0)
                    if len(allowed) == 1:
                        t = allowed[0]
                    else:
                        xs = self.pawn_features(s, row, home, files, lost, near)
                        t = self.choose_piece("pawn", xs, s, allowed, (0, 1, 7))
                to_come -= 1
                at = 2 * r
                self.pawn_file[f + 2] = self.pawn_file[f + 2] & ~(3 << at) | t << at
                near[12 * r + f + 26] = t
                row = row << 2 | t
                if t > 0:
                    self.know(s, 1 if t == 1 else 7)
                    files[t - 1] |= 1 << f
                    if r == (1 if t == 1 else 6):
                        home[t - 1] |= 1 << f
        self.pawns = mix(self.hash[1] + 3 * self.hash[7])

    def choose_piece(self, choice, xs, s, allowed, things):
        """The thing on s, of those allowed; things[t] is the piece of thing t."""
        features = features_of(choice, xs)
        table = CHOICES[choice][2]
        scores = self.model.pieces(table, features)
        f = frequencies_of([scores[t] for t in allowed])
        pieces = [things[t] for t in allowed]
        answer = None
        if self.board is not None:
            x = self.board[s]
            answer = pieces.index(x if x in things else 0)
        return allowed[self.chooser.piece(f, features, s, pieces, table == "pawns", answer)]

    def pawn_features(self, s, row, home, files, lost, near):
        f, r = s % 8, s // 8
        lw, lb = min(self.left[1], 15), min(self.left[7], 15)
        both = lw << 4 | lb
        pf = self.pawn_file
        p0, p1, m1, p2, m2 = pf[f + 2], pf[f + 3], pf[f + 1], pf[f + 4], pf[f]
        c = 12 * r + f + 26
        near = (near[c - 1] << 14 | near[c + 11] << 12 | near[c + 12] << 10 | near[c + 13] << 8
                | near[c - 13] << 6 | near[c - 12] << 4 | near[c - 11] << 2 | near[c - 2])
        w = f // 4 * 4 + 2
        s8, s16, s32, s48 = s << 8, s << 16, s << 32, s << 48
        fw, fb = files
        return (
            s8 | both, s16 | p0, s32 | p0 << 16 | m1, s32 | p0 << 16 | p1, s32 | p1 << 16 | m1,
            s48 ^ p0 << 32 ^ p1 << 16 ^ m1, s48 ^ m2 << 16 ^ m1, s48 ^ p2 << 16 ^ p1,
            s8 | home[0], s8 | home[1], s16 | home[0] << 8 | home[1],
            self.all + mix(s),
            self.hash[1] + (s << 4) & M64 | lw, self.hash[7] + (s << 4) & M64 | lb,
            mix(pf[4] << 48 ^ pf[5] << 32 ^ pf[6] << 16 ^ pf[7]) + s,
            mix(pf[w] << 48 ^ pf[w + 1] << 32 ^ pf[w + 2] << 16 ^ pf[w + 3]) + s,
            s16 | near, r << 16 | near, s16 | self.wood << 8 | both, self.mat + s,
            s32 | p0 << 8 | both, s16 | row, mix(row << 16 | p0) + s,
            r << 48 ^ p0 << 32 ^ p1 << 16 ^ m1,
            s16 | fw << 4 | lw, s16 | fb << 4 | lb,
            s32 | fw >> f << 16 | fb >> f << 8 | both, s32 | p0 << 8 | lost,
            s32 | fw << 16 | fb << 8 | both,
            self.phase << 32 | s16 | near, self.phase << 32 | s16 | p0,
            self.phase << 48 ^ r << 40 ^ fw >> f << 32 ^ fb >> f << 24 ^ 7 - f << 20
            ^ lw << 16 ^ lb << 12 ^ near >> 4)

    # --- kings

    def read_king(self, c):
        standing = 0
        for X in self.on:
            standing |= X
        free = squares(~standing & M64)
        every = [features_of("king", self.king_features(c, s)) for s in free]
        answer = None
        if self.board is not None:
            answer = free.index(self.board.index(6 + 6 * c))
        f = frequencies_of([self.model.square(x) for x in every])
        s = free[self.chooser.square(f, every, free, c, answer)]
        self.king[c] = s
        self.know(s, 6 + 6 * c)
        self.reach[c][3] = KING_ATTACKS[s]

    def king_features(self, c, s):
        us, them = self.on[1 + 6 * c], self.on[7 - 6 * c]
        other = 64 if c == 0 else self.king[0]
        home = us >> (48 if c else 8) & 255
        n = self.number
        queens = 3 * min(n[5], 2) + min(n[11], 2)
        rooks = 4 * min(n[4], 3) + min(n[10], 3)
        f, r = s % 8, s // 8
        sq = c << 6 | s
        at = 12 * r + f + 26
        near = 0
        for d in (11, 12, 13, -1, 1, -13, -12, -11):
            near = near << 4 | self.cell[at + d]
        pf = self.pawn_file
        cols = pf[f + 1] << 32 ^ pf[f + 2] << 16 ^ pf[f + 3]
        zone = 0x070707 >> 1 if f == 0 else 0x070707
        move = max(f - 1, 0)
        if c == 0:
            shield = us >> 8 >> move & zone
            storm = them >> 8 >> move & (zone << 8 | zone << 24)
        else:
            shield = us >> 32 >> move & zone
            storm = them >> 24 >> move & (zone << 8 | zone)
        wood = self.wood
        return (
            sq << 8 | wood, sq << 32 | near, sq << 32 | shield, mix(shield) + (sq << 8) + wood,
            mix(31 * storm) + sq, sq << 16 | home << 8 | queens, sq << 16 | queens << 8 | rooks,
            self.all + sq, sq << 16 | other << 8 | wood, sq << 16 | other << 8 | home,
            self.hash[1 + 6 * c] + sq, self.hash[7 - 6 * c] + sq, mix(cols) + sq,
            sq << 16 | count(us) << 8 | count(them), self.mat + sq,
            steps(s, other) << 8 | wood, near << 8 | c << 6 | r)

    # --- pieces

    def read_pieces(self):
        on, left, king, reach = self.on, self.left, self.king, self.reach
        for c in (0, 1):
            for s in squares(on[1 + 6 * c]):
                reach[c][0] |= PAWN_ATTACKS[c][s]
        occ = 0
        for X in on:
            occ |= X
        self.occ = occ
        self.to_come = 64 - count(occ)
        self.pieces_left = sum(left[x] for x in THINGS[1:])
        self.side_hash = [self.hash[1] + mix(king[0] << 8) & M64,
                          self.hash[7] + mix(king[1] << 8 | 1) & M64]
        self.shield = [0, 0]
        for c in (0, 1):
            zone = KING_ATTACKS[king[c]]
            self.shield[c] = mix((zone & on[1]) + 3 * (zone & on[7])) + king[c] & M64
        for r in (0, 7, 1, 6, 2, 5, 3, 4):
            for s in range(8 * r, 8 * r + 8):
                if self.occ >> s & 1:
                    continue
                if self.pieces_left == 0:
                    return
                allowed = [0] if self.pieces_left < self.to_come else []
                allowed += [i for i in range(1, 9) if left[THINGS[i]] > 0]
                if len(allowed) == 1:
                    t = allowed[0]
                else:
                    t = self.choose_piece("piece", self.piece_features(s), s, allowed, THINGS)
                self.to_come -= 1
                self.know(s, THINGS[t])
                if t > 0:
                    self.stands(s, THINGS[t])

    def stands(self, s, x):
        """What a piece x on s changes while pieces are read."""
        self.pieces_left -= 1
        self.occ |= 1 << s
        c, kind = divmod(x, 6)
        b = 1 if kind in (KNIGHT, BISHOP) else 2
        self.reach[c][b] |= attacks(kind, c, s, self.occ)
        self.side_hash[c] = self.side_hash[c] + mix(s << 4 | x) & M64

    def piece_features(self, s):
        f, r = s % 8, s // 8
        left, h, rank_of, wood = self.left, self.hash, self.rank_of, self.wood
        lw = lb = 0
        for x in (2, 3, 4, 5):
            lw = lw << 2 | min(left[x], 3)
            lb = lb << 2 | min(left[x + 6], 3)
        wk, bk = self.king
        at = 12 * r + f + 26
        C = self.cell
        west, east, up, down = C[at - 1], C[at + 1], C[at + 12], C[at - 12]
        nw, ne, sw, se = C[at + 11], C[at + 13], C[at - 13], C[at - 11]
        near = (west << 28 | east << 24 | up << 20 | down << 16 | nw << 12 | ne << 8
                | sw << 4 | se)
        pf = self.pawn_file
        cols = pf[f + 1] << 32 ^ pf[f + 2] << 16 ^ pf[f + 3]
        views = 6 * self.view(wk, s) + self.view(bk, s)
        by = 0
        for c in (0, 1):
            for b in range(4):
                by |= (self.reach[c][b] >> s & 1) << 4 * c + b
        LN, LS, LE, LW = (self.look(at, d) for d in (12, -12, 1, -1))
        LNE, LSW, LNW, LSE = (self.look(at, d) for d in (13, -13, 11, -11))
        s8, s16, s32 = s << 8, s << 16, s << 32
        lines = self.phase << 48 ^ s << 40
        return (
            s8 | lw, s8 | lb, s16 | min(self.pieces_left, 15) << 6 | self.to_come,
            s << 12 | west << 8 | C[at - 2] << 4 | east, s16 | nw << 12 | ne << 8 | sw << 4 | se,
            s32 | near, s16 | up << 12 | C[at + 24] << 8 | down << 4 | C[at - 24],
            s16 | pf[f + 2], mix(cols) + s, s16 | wk << 8 | bk, s8 | C[12 * (7 - r) + f + 26],
            self.pawns + s, h[1] + s, h[7] + s + 256, s32 | rank_of[r], self.all + s,
            s16 | tint(self.on[3]) << 8 | (lw >> 4 & 3) << 4 | tint(self.on[9]) << 2 | lb >> 4 & 3,
            views, s8 | views, by << 6 | views, s8 | by, by << 24 | lw << 16 | lb << 8,
            s16 | LN << 8 | LS, s16 | LE << 8 | LW, s16 | LNE << 8 | LSW, s16 | LNW << 8 | LSE,
            s32 | rank_of[0] & 0x0FF00FF0, s32 | rank_of[7] & 0x0FF00FF0,
            mix(rank_of[0]) + s, mix(rank_of[7]) + s, mix(rank_of[0] << 32 | rank_of[7]) + s,
            h[2] + s8 + lw, h[8] + s8 + lb + (1 << 16), h[3] + s8 + lw + (2 << 16),
            h[9] + s8 + lb + (3 << 16), h[4] + s8 + lw + (4 << 16), h[10] + s8 + lb + (5 << 16),
            h[5] + s8 + lw + (6 << 16), h[11] + s8 + lb + (7 << 16),
            self.shield[0] + s8, self.shield[1] + s8 + (1 << 16), self.mat + s, s8 | wood,
            self.side_hash[0] + s8, self.side_hash[1] + s8 + (1 << 16),
            lines ^ LN << 24 ^ LS << 16 ^ LE << 8 ^ LW, lines ^ LNE << 24 ^ LSW << 16 ^ LNW << 8 ^ LSE,
            self.phase << 40 | r << 32 | near, wood << 8 | steps(s, wk) << 4 | steps(s, bk),
            s << 24 | wk << 16 | lw, s << 24 | bk << 16 | lb | 1 << 32)

    def look(self, at, d):
        """The first piece in a direction."""
        maybe = n = 0
        while True:
            n += 1
            at += d
            k = self.cell[at]
            if k == 13:
                maybe = 1
            elif k > 0:
                return k << 3 | min(n, 3) << 1 | maybe

    def view(self, k, s):
        """How the king on k sees s."""
        if KNIGHT_ATTACKS[k] >> s & 1:
            return 5
        if bishop_attacks(k, 0) >> s & 1:
            v = 1
        elif rook_attacks(k, 0) >> s & 1:
            v = 3
        else:
            return 0
        between = BETWEEN[k][s]
        if between & self.occ:
            return 0
        return v + 1 if between & ~self.known else v


def material_features(i, n, done, said, total):
    x = i << 6 | n
    x32 = x << 32
    white = done[i - 1] + 1 if i % 2 == 1 else 0
    t = total + 128
    return (
        x, x << 8 | white, mix(said) + x, x32 | t << 16, x32 | done[0] << 16 | done[1] << 8 | white,
        x32 | done[2] << 20 | done[3] << 16 | t << 8 | white,
        x32 | done[4] << 28 | done[5] << 24 | done[2] << 20 | done[3] << 16 | white,
        x32 | done[i - i % 2] << 28 | done[max(i - 2, 0)] << 20 | done[max(i - 4, 0)] << 12,
        x32 | done[6] << 28 | done[7] << 24 | done[8] << 20 | done[4] + done[5] << 12
        | done[0] + done[1] << 4)
