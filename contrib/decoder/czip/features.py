"""What the learned level knows of positions and moves: moves.md, sections 13 to 15.

    v = learned_view(p); o = outlook(p, past, known); x = row_values(v, p, past, o, ending)
    a = look(v, p, past, m)     what a legal move does
    cells(v, past, a)           (group, place) of features 0 to 47
"""

from functools import reduce
from operator import or_

from . import lists
from .basics import digits
from .board import (BETWEEN, BISHOP, DIAGONALS, KING, KING_ATTACKS, KNIGHT, KNIGHT_ATTACKS, PAWN,
                    PAWN_ATTACKS, QUEEN, ROOK, SQUARES, STRAIGHTS, attackers, attacks, bishop_attacks,
                    lowest, rook_attacks, squares)
from .past import board_mix, mix, repeats, rotl
from .quick import C1, C2, C3, C4, best_grade, hanging, least, planes, reach, view
from .rules import legal, make

CASTLING = 7                                # a kind of its own
WORTH = (0, 1, 3, 3, 5, 9, 50)              # of kinds 0 to 6
WEST = 0x0F0F0F0F0F0F0F0F


# --- The position (section 13)

def learned_view(p):
    v = view(p)
    men = v.men
    v.reach = (reach(men[0], 0, v.occ), reach(men[1], 1, v.occ))
    v.loose = (hanging(men[0], v.reach[0], v.reach[1]), hanging(men[1], v.reach[1], v.reach[0]))
    v.hang = (best_grade(men[0], v.loose[0]), best_grade(men[1], v.loose[1]))
    v.king = (lowest(men[0][KING]), lowest(men[1][KING]))
    heavy = 0
    for m in men:
        heavy += 4 * m[QUEEN].bit_count() + 2 * m[ROOK].bit_count()
        heavy += m[KNIGHT].bit_count() + m[BISHOP].bit_count()
    v.phase = min((heavy + 1) // 2, 13)
    king = v.king[0]
    v.check = v.reach[1].once >> king & 1
    v.pinned = 0
    lines = (DIAGONALS[king] & (men[1][BISHOP] | men[1][QUEEN])
             | STRAIGHTS[king] & (men[1][ROOK] | men[1][QUEEN]))
    for s in squares(lines):
        shield = BETWEEN[king][s] & v.occ
        if shield.bit_count() == 1:
            v.pinned |= shield & v.own
    v.planes = planes(v)
    v.rings = {}                            # kept by pattern
    return v


class Outlook:
    __slots__ = ("result", "elo", "left", "pace")


def outlook(p, past, known):
    o = Outlook()
    o.result = known.result
    if p.turn == 1 and known.result in (1, 2):
        o.result = 3 - known.result
    elo = known.elo[p.turn]
    o.elo = min(max(elo // 200 - 3, 1), 14) if elo > 0 else 0
    o.left = left_grade(known.plies - past.ply)
    o.pace = sum(known.seconds >= x for x in (1, 180, 500, 1500))
    return o


def left_grade(n):
    if n < 8:
        return max(n, 0)
    return 7 + sum(n > limit for limit in (8, 12, 16, 24, 32, 48, 64, 96))


# --- The move (section 14)

class Move:
    """What a move does. loss, value and menace are of the search."""

    __slots__ = ("kind", "arrives", "promotion", "victim", "origin", "to", "men", "occ",
                 "attacks", "own", "them", "least", "guards", "hang", "self_hangs", "prey",
                 "gain", "check", "siege", "storm", "repeats", "value", "menace", "loss")


def look(v, p, past, m):
    a = Move()
    s = (m & 63) ^ v.flip
    t = (m >> 6 & 63) ^ v.flip
    a.kind = a.arrives = kind = v.kinds[s]
    a.promotion = m >> 12
    a.victim = 0
    own_men, foe_men = v.men[0][:], v.men[1][:]
    if kind == KING and v.own >> t & 1:
        a.kind = CASTLING
        queen_side = int(t < s)
        own_men[KING] = own_men[KING] & ~(1 << s) | 1 << 6 - 4 * queen_side
        own_men[ROOK] = own_men[ROOK] & ~(1 << t) | 1 << 5 - 2 * queen_side
        t = 6 - 4 * queen_side
    else:
        if a.promotion:
            a.arrives = a.promotion
        taken = t
        if kind == PAWN and s % 8 != t % 8 and not v.occ >> t & 1:
            taken = t - 8
        a.victim = v.kinds[taken]
        if a.victim:
            foe_men[a.victim] &= ~(1 << taken)
        own_men[kind] &= ~(1 << s)
        own_men[a.arrives] |= 1 << t
    a.origin = s
    a.to = t
    a.men = (own_men, foe_men)
    a.occ = occ = reduce(or_, own_men) | reduce(or_, foe_men)
    a.attacks = attacks(a.arrives, 0, t, occ)
    a.own = reach(own_men, 0, occ)
    a.them = reach(foe_men, 1, occ)
    judge(v, a)
    a.check = 0
    if foe_men[KING] & a.own.once:
        a.check = 1 if foe_men[KING] & a.attacks else 2
        if not legal(make(p, m)):
            a.check = 3
    a.repeats = 0
    if a.victim == 0 and a.kind not in (PAWN, CASTLING) and past.kept >= 3:
        a.repeats = repeats(past, make(p, m))
    return a


def judge(v, a):
    """The fields of a move that come from what both sides attack behind it."""
    own, them, t = a.own, a.them, a.to
    own_men, foe_men = a.men
    a.least = least(them, t)
    a.guards = (own.once >> t & 1) + (own.twice >> t & 1)
    loose = hanging(own_men, own, them)
    a.hang = best_grade(own_men, loose)
    a.self_hangs = loose >> t & 1
    a.prey = best_grade(foe_men, hanging(foe_men, them, own))
    gain = WORTH[a.victim]
    if a.least and a.kind != CASTLING:
        gain = exchange(v, a.origin, t, a.victim, a.arrives)
    if a.promotion:
        gain += WORTH[a.promotion] - 1
    a.gain = max(-9, min(gain, 9)) + 9
    a.siege = min((KING_ATTACKS[v.king[1]] & own.once).bit_count(), 7)
    a.storm = min((KING_ATTACKS[lowest(own_men[KING])] & them.once).bit_count(), 7)


def exchange(v, s, t, victim, arrives):
    """What a move wins if both sides capture on its target, each only as long as it pays."""
    men = v.men
    queens = men[0][QUEEN] | men[1][QUEEN]
    occ = v.occ & ~(1 << s) | 1 << t
    diagonal = men[0][BISHOP] | men[1][BISHOP] | queens
    straight = men[0][ROOK] | men[1][ROOK] | queens
    who = (attackers(men[0], 0, t, occ) | attackers(men[1], 1, t, occ)) & occ
    gain = [WORTH[victim]]
    turn = 1
    sides = (v.own, v.them)
    while len(gain) < 32:
        mine = men[turn]
        kind = PAWN
        while kind < KING and not mine[kind] & who:
            kind += 1
        with_least = mine[kind] & who
        if not with_least or kind == KING and who & sides[1 - turn]:
            break
        gain.append(WORTH[arrives] - gain[-1])
        arrives = kind
        occ &= ~(with_least & -with_least)
        if kind in (PAWN, BISHOP, QUEEN):
            who |= bishop_attacks(t, occ) & diagonal
        if kind in (ROOK, QUEEN):
            who |= rook_attacks(t, occ) & straight
        who &= occ
        turn = 1 - turn
    for i in range(len(gain) - 1, 0, -1):
        gain[i - 1] = -max(-gain[i - 1], gain[i])
    return gain[0]


# --- Features (section 15)

def mirrored(move, flip):
    if move[0] == 0:
        return move
    return move[0], move[1] ^ flip, move[2] ^ flip, move[3]


def packed(move):
    return move[0] + 8 * move[1] + 512 * move[2] + 32768 * move[3]


def row_values(v, p, past, o, ending):
    """What each feature knows of the position; o is the outlook, ending that of known."""
    own, them = v.men
    flip = v.flip
    L0 = mirrored(past.last[0], flip)
    L1 = mirrored(past.last[1], flip)
    L3 = mirrored(past.last[3], flip)
    n = 2 * p.number + p.turn
    stale = 8 if p.clock > 90 else digits(p.clock)
    material = 0
    for k in (1, 2, 3, 4, 5):
        material = (material * 11 + own[k].bit_count()) * 11 + them[k].bit_count()
    x = [0] * len(lists.feature_names())
    x[3] = L0[0] * 64 + L0[2]
    x[4] = L1[0] * 64 + L1[2]
    x[5] = x[21] = x[29] = x[30] = x[37] = v.phase
    x[7] = v.hang[1]
    x[8] = v.hang[0]
    x[10] = L0[3] * 8 + L0[0]
    x[11] = L0[1] * 64 + L0[2]
    x[12] = 30 + min((n - 30) // 10, 12) if n > 30 else n
    x[13] = o.elo
    x[14] = v.king[0] * 64 + v.king[1]
    x[15] = o.elo * 8 + o.pace
    x[16] = own[PAWN] & 0xFFFF00
    x[17] = them[PAWN] & 0xFFFF0000000000
    x[18] = v.check
    x[22] = L0[3] * 512 + L0[0] * 64 + L0[2]
    x[23] = them[KNIGHT] * C1 ^ them[BISHOP] * C2
    x[24] = o.result * 256 + ending * 16 + o.left
    x[25] = o.result * 256 + o.left
    x[26] = own[PAWN] * C1 ^ them[PAWN] * C2
    x[27] = 5 * v.hang[0] + v.hang[1]
    x[28] = o.result * 16 + stale
    x[31] = material
    x[32] = packed(L0) << 32 | packed(L1)
    x[33] = board_mix(v.planes, v.own) | 1 if n < 60 else 0
    x[34] = own[KNIGHT] * C1 ^ own[BISHOP] * C2
    x[35] = (own[ROOK] | own[QUEEN]) * C1 ^ v.king[0]
    x[39] = L0[0]
    x[40] = v.loose[0] * C1 ^ v.loose[1] * C2
    x[41] = (own[PAWN] & WEST) * C1 ^ (them[PAWN] & WEST) * C2
    x[42] = (own[PAWN] & ~WEST) * C1 ^ (them[PAWN] & ~WEST) * C2
    x[43] = (them[ROOK] | them[QUEEN]) * C1 ^ v.king[1]
    x[44] = packed(L1) << 32 | packed(L3)
    return x


def cells(v, past, a):
    """(group, place) of features 0 to 47, in their order."""
    k, f, t = a.kind, a.origin, a.to
    gain, victim, check, repeated = a.gain, a.victim, a.check, a.repeats
    piece = 64 * k + f
    path = (piece, t)
    goal = (k, t)
    threat = least(v.reach[1], f)
    held = 4 * a.least + a.guards
    checked = 2 * k + check // 2
    won = 2 * gain + check % 2
    hung = 8 * k + a.hang
    kept = 2 * gain + a.self_hangs
    saves = rescue(v, a)
    here = pattern(v, KING_ATTACKS[f], 9 - f)
    there = pattern(v, KING_ATTACKS[t], 9 - t)
    jumps = pattern(v, KNIGHT_ATTACKS[t], 17 - t)
    room, cramp, pawns, passer, near, scope = surroundings(v, a)
    eyes = targets_seen(v, a)
    L0 = mirrored(past.last[0], v.flip)
    back = (8 + k, gain) if L0[3] > 0 and L0[2] == t else (0, 0)
    return [
        (4096 * k + 256 * victim + 16 * a.least + a.guards, t),                 # 0 trade
        (256 * k + 32 * threat + 16 * (v.reach[0].once >> f & 1) + victim, held),  # 1 leave
        (64 * checked + 8 * victim + a.promotion, won),     # 2 exchange
        goal, path, path,                                   # 3 reply, 4 plan, 5 phase
        (here + k, (t - f) % 64),                           # 6 origin
        (8 * checked + a.prey, won),                        # 7 threat
        (4 * hung + saves, kept),                           # 8 rescue
        (there, k),                                         # 9 around
        back, path, path,                                   # 10 recapture, 11 echo, 12 clock
        (256 * checked + hung, kept),                       # 13 skill
        goal, path, path, path,                             # 14 kings, 15 style, 16 home, 17 front
        (256 * k + 32 * victim + 4 * a.least + a.guards // 2,
         2 * gain + a.guards % 2),                          # 18 evade
        (256 * k + scope, a.attacks.bit_count()),           # 19 scope
        (512 * pawns + piece, t),                           # 20 file
        (256 * k + 32 * distance(f, v.king[1]) + gain, near),                   # 21 distance
        (4 * k + saves, gain),                              # 22 duel
        path,                                               # 23 foes
        (2 * checked + repeated, won),                      # 24 ending
        (2 * a.hang + a.self_hangs, 8 * a.prey + 2 * check + repeated),         # 25 finish
        path,                                               # 26 pawns
        (32 * hung + 4 * threat + saves, kept),             # 27 blunder
        (0, 2 * k + repeated),                              # 28 repeat
        (4 * k + check, 8 * a.siege + a.storm),             # 29 siege
        (8 * k + cramp // 2, 2 * room + cramp % 2),         # 30 room
        goal, path, path, path, path,                       # 31 material, 32 line, 33 book, 34 minors, 35 heavies
        (64 * checked + 2 * (eyes >> 5) + (v.pinned >> f & 1),
         2 * (eyes & 31) + check % 2),                      # 36 pin
        (16 * k + passer, held),                            # 37 passer
        (512 * k + tension(v, a), t),                       # 38 tension
        (4 * hung + chase(v, a, L0), kept),                 # 39 chase
        path, path, path, path, path,                       # 40 hang, 41 west, 42 east, 43 rivals, 44 scheme
        (here + piece, t),                                  # 45 nest
        (there + 8 * t + k, f),                             # 46 spot
        (jumps, k),                                         # 47 jumps
    ]


def surroundings(v, a):
    """room and cramp: how much more or less both sides attack; pawns on the target's file;
    passer: the target's rank if the moved pawn is past the them's pawns; near: distances from
    the kings; scope: what the piece attacks on its origin."""
    own, them = v.men
    k, f, t = a.kind, a.origin, a.to
    room = min(max(a.own.once.bit_count() - v.reach[0].once.bit_count() + 16, 0), 31)
    cramp = min(max(a.them.once.bit_count() - v.reach[1].once.bit_count() + 8, 0), 15)
    file = 0x0101010101010101 << t % 8
    pawns = 3 * min((own[PAWN] & file).bit_count(), 2) + min((them[PAWN] & file).bit_count(), 2)
    passer = 1 + t // 8 if k == PAWN and not AHEAD[t] & them[PAWN] else 0
    near = distance(t, v.king[1]) * 8 + distance(t, v.king[0])
    scope = 0 if k in (CASTLING, KING, PAWN) else attacks(k, None, f, v.occ).bit_count()
    return room, cramp, pawns, passer, near, scope


def rescue(v, a):
    if v.hang[0] == 0:
        return 0
    if v.loose[0] >> a.origin & 1:
        return 2
    return 3 if a.hang < v.hang[0] else 1


def pattern(v, ring, turn):
    """The pieces before the move on the squares of a ring, wherever its middle is."""
    found = v.rings.get(ring)               # rings of different squares differ, and so do kinds
    if found is None:
        P = v.planes
        h = (rotl(P[0] & ring, turn) * C1 ^ rotl(P[1] & ring, turn) * C2
             ^ rotl(P[2] & ring, turn) * C3 ^ rotl(v.own & ring, turn) * C4
             ^ rotl(ring, turn) * 0xA0761D6478BD642F)
        found = v.rings[ring] = mix(h)
    return found


def distance(a, b):
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


# The squares on the ranks above s, on its file and those beside.
AHEAD = [sum(1 << q for q in SQUARES if q // 8 > s // 8 and abs(q % 8 - s % 8) <= 1)
         for s in SQUARES]


def targets_seen(v, a):
    eyes = 0
    men = v.men[1]
    guarded = v.reach[1].once
    for k in (1, 2, 3, 4, 5):
        hit = a.attacks & men[k]
        if hit:
            eyes |= 1 << k - 1
            if hit & ~guarded:
                eyes |= 1 << k + 4
    return eyes


def tension(v, a):
    own = v.men[0][PAWN]
    them = v.men[1][PAWN]
    t = a.to
    if a.kind != PAWN:
        return 2 * (own >> t + 8 & 1)
    beside = 0
    if t % 8 > 0:
        beside = own >> t - 1 & 1
    if t % 8 < 7:
        beside += own >> t + 1 & 1
    return (256 + 64 * (PAWN_ATTACKS[0][t] & them).bit_count()
            + 16 * (PAWN_ATTACKS[1][t] & own).bit_count() + 4 * beside + (them >> t + 8 & 1))


def chase(v, a, L0):
    if L0[0] == 0:
        return 0
    if L0[2] == a.to:
        return 3
    if not a.attacks >> L0[2] & 1:
        return 0
    return 1 if v.reach[1].once >> L0[2] & 1 else 2
