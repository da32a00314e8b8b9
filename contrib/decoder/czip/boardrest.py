"""The choices of the learned code for all but the board: positions.md, section 8.3.

    read_rest(walk, p)      sets turn, rights, en passant square and counters of p, which has its
                            board; walk is a boardwalk.Walk that has come so far
"""

from .basics import digits
from .board import (BISHOP, KING, KNIGHT, PAWN, PAWN_ATTACKS, QUEEN, ROOK, START, attacks, count,
                    occupied, read_fen, squares)
from .boardmodel import CHOICES, M64, mix
from .trailer import castling_rooks, jumped, number_centre, rights_among

STAGE_TURN, STAGE_CASTLING, STAGE_PASSANT, STAGE_CLOCK, STAGE_NUMBER = 4, 5, 6, 7, 8
STARTING = read_fen(START)


def clamp(x, a, b):
    return max(a, min(x, b))


def read_rest(walk, p):
    walk.form = 0
    read_turn(walk, p)
    read_castling(walk, p)
    read_en_passant(walk, p)
    if walk.counters:
        read_counters(walk, p)
    return p


def read_turn(walk, p):
    a = (attack_sets(p, 0), attack_sets(p, 1))
    king = walk.king
    checks = 2 * (a[1][3] >> king[0] & 1) + (a[0][3] >> king[1] & 1)
    hangs = hanging_grade(p, 0, a) << 4 | hanging_grade(p, 1, a)
    tempi = (tempo(p, 0), tempo(p, 1))
    diff = clamp(tempi[0] - tempi[1] + 16, 0, 31)
    pieces = count(occupied(p))
    balance = clamp(walk.worth + 16, 0, 31)
    xs = (checks, checks << 8 | hangs, diff << 16 | pieces << 8,
          diff << 16 | min(tempi[0], 15) << 8, diff << 16 | hangs << 24,
          balance << 16 | pieces << 8, balance << 16 | hangs, walk.all, walk.pawns,
          walk.hash[1], walk.hash[7] + 1, walk.mat, king[0] << 8 | king[1])
    answer = walk.target.turn if walk.target else None
    p.turn = walk.bit_choice("turn", xs, STAGE_TURN, answer)


def attack_sets(p, c):
    """What is attacked by pawns; with knights and bishops; with rooks; with queens and king."""
    a = [0] * 4
    occ = occupied(p)
    for kind, i in ((PAWN, 0), (KNIGHT, 1), (BISHOP, 1), (ROOK, 2), (QUEEN, 3), (KING, 3)):
        for s in squares(p.men[c][kind]):
            X = attacks(kind, c, s, occ)
            for j in range(i, 4):
                a[j] |= X
    return a


def hanging_grade(p, c, a):
    us, them = a[c], a[1 - c]
    loose = them[3] & ~us[3]
    men = p.men[c]
    queens = men[QUEEN] & (them[2] | loose)
    rooks = men[ROOK] & (them[1] | loose)
    minors = (men[KNIGHT] | men[BISHOP]) & (them[0] | loose)
    grade = 4 if queens else 3 if rooks else 2 if minors else 1 if men[PAWN] & loose else 0
    return grade + 4 if count(queens | rooks | minors) > 1 else grade


def tempo(p, c):
    """About the least number of moves that a side has made."""
    men = p.men[c]
    n = 0
    for kind in range(KNIGHT, KING + 1):
        n += count(men[kind] & ~STARTING.men[c][kind])
    for s in squares(men[PAWN]):
        n += (0, 0, 1, 1, 2, 3, 4, 5)[7 - s // 8 if c else s // 8]
    for k, t in ((6, 5), (2, 3)):
        if men[KING] >> 56 * c + k & 1 and men[ROOK] >> 56 * c + t & 1:
            return n - 1
    return n


def read_castling(walk, p):
    wide, standard = castling_rooks(p)
    target = walk.target
    answer = None
    form = 0
    king, rank_of = walk.king, walk.rank_of
    if wide != standard:
        xs = (king[0] << 8 | king[1], walk.wood, mix(rank_of[0]), mix(rank_of[7]) + 1,
              mix(walk.on[1] | walk.on[7]))
        if target:
            answer = int(not rights_among(target, standard))
        form = walk.bit_choice("form of the rights", xs, STAGE_CASTLING, answer)
    sets = wide if form else standard
    p.right = [0] * 4
    for i in range(4):
        first = 1
        for f in sets[i][::-1] if i % 2 == 0 else sets[i]:
            xs = castling_features(walk, p, i, form << 16 | i << 8 | f << 4 | first)
            first = 0
            if target:
                answer = int(target.right[i] == f + 1)
            if walk.bit_choice("right", xs, STAGE_CASTLING, answer):
                p.right[i] = f + 1
                break
    walk.form = form
    walk.standard = standard


def castling_features(walk, p, i, id_):
    rights = p.right[0] | p.right[1] << 4 | p.right[2] << 8 | p.right[3] << 12
    said = 0
    b = rights
    while b > 0:
        said = said << 1 | min(b % 16, 1)
        b //= 16
    rank_of = walk.rank_of
    return (id_ << 8 | walk.wood, mix(rank_of[7 * (i // 2)]) + id_,
            id_ << 8 | said << 4 | digits(rights) // 4, mix(rank_of[0] << 32 | rank_of[7]) + id_,
            walk.number[1] + walk.number[7] << 32 | id_ << 8 | said,
            walk.hash[1] + id_, walk.hash[7] + id_ + (1 << 32))


def read_en_passant(walk, p):
    p.ep = 0
    for s in jumped(p):
        can = min(count(p.men[p.turn][PAWN] & PAWN_ATTACKS[1 - p.turn][s]), 2)
        xs = (can, can << 8 | s, can << 8 | walk.wood, can << 32 | walk.pawns << 34 & M64,
              walk.all + can)
        answer = int(walk.target.ep == s) if walk.target else None
        if walk.bit_choice("en passant", xs, STAGE_PASSANT, answer):
            p.ep = s
            return


def read_counters(walk, p):
    pieces = count(occupied(p))
    tempi = max(tempo(p, 0) + tempo(p, 1), 0)
    jump = int(p.ep != 0)
    target = walk.target

    def clock_features(i):
        return (i << 8 | jump << 1 | p.turn, i << 8 | pieces, i << 16 | tempi << 8 | jump,
                walk.all + i, walk.pawns + i)

    answer = target.clock + 1 if target else None
    p.clock = read_counter(walk, "the clock", 1, 17, clock_features, STAGE_CLOCK, answer) - 1
    centre = number_centre(p)
    clock = min(p.clock, 63)

    def number_features(i):
        return (i << 16 | centre << 8 | p.turn, i << 16 | tempi << 8 | p.turn,
                i << 32 | tempi << 16 | pieces << 8, i << 16 | pieces << 8 | clock,
                walk.all + i, walk.mat + i, walk.pawns + i)

    answer = target.number if target else None
    p.number = read_counter(walk, "the move number", 0, 16, number_features, STAGE_NUMBER, answer)


DIGIT_OF = {name: next(x for x in CHOICES if x.startswith("digit of " + name))
            for name in ("the clock", "the move number")}


def read_counter(walk, name, least, most, features, stage, value):
    """A number whose binary digits are counted first; value: that of the target, or None."""
    answer = None
    n = least
    while n < most:
        if value is not None:
            answer = int(n < digits(value))
        if walk.bit_choice("one more digit of " + name, features(n), stage, answer) == 0:
            break
        n += 1
    if n == 0:
        return 0
    if n == 17:
        return 65536
    x = 1
    for i in range(n - 1):
        if value is not None:
            answer = value >> n - 2 - i & 1
        xs = features(n << 8 | x) if i < 5 else ()
        x = x << 1 | walk.bit_choice(DIGIT_OF[name], xs, stage, answer)
    return x
