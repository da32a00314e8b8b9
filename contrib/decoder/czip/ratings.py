"""Section 9.8: ratings and what games bring."""

from . import Corrupt
from .logistic import squash
from .mixed import Model, tables
from .rangecoder import Decoder
from .values import Numbering, all_taken, digits_class, next_exception, quotient, read_exceptions, show, size_for


# Choices of the table "tags.ratings".
EXCEPTION, RATING, CHANGE = range(3)


class Player:
    """What is known of a player at one speed."""

    def __init__(self):
        self.rating, self.difference = 0, None
        self.games, self.factor, self.missed = 0, None, 0
        self.outcome = 0             # of the last game: 1 lost, 2 drawn, 3 won, 0 neither


def Ratings(tags, col, r):
    columns = []
    for _ in range(4):
        v = r.uv()
        c = tags.at(v - 1) if v else None
        if c and (c.number < col.number or c.values is not None or c in columns or len(c.first) != len(c.games)):
            raise Corrupt("tags: ratings in a column that cannot have them")
        columns.append(c)
    if None in columns[:2]:
        raise Corrupt("tags: the ratings of a side have no column")
    forms = [r.byte() for _ in range(4)]
    white, black, speed, result = (tags.reference(r) for _ in range(4))
    if None in (white, black) or max(forms) > 1:
        raise Corrupt("tags: ratings name no columns of players, or no form of theirs")
    exceptions = read_exceptions(r)
    d = Decoder(r.rest())
    model = Model(size_for(200 * len(columns[0].games)), 200, tables("tags")["tags.ratings"])
    names, speeds = {}, Numbering(speed)
    odd = [0] * 4
    at_speed, anywhere = {}, {}
    last_of = [0] * 4
    for c in columns:
        if c:
            c.values = []

    def value(i, game, contexts, base):
        """The game's number of column i, or None; what is coded for it is its difference to base."""
        c = columns[i]
        if c is None or game not in c.first:
            return None
        e = model.flag(d, model.use(EXCEPTION, i, odd[i]))
        odd[i] = odd[i] << 1 | e
        if e:
            c.values.append(next_exception(exceptions))
            return None
        v = base + model.signed(d, contexts)
        c.values.append(show(forms[i], v))
        return v

    for game in range(len(tags.plies)):
        s = speeds.of(game)
        who = [x.of(game) or b"" for x in (white, black)]
        players = [at_speed.setdefault((name, s), Player()) for name in who]
        ratings, there = [0, 0], [False, False]
        score = {b"1-0": 65536, b"0-1": 0, b"1/2-1/2": 32768}.get(result.of(game) if result else None)
        decided, score = score is not None, score or 0
        outcomes = [1 + score // 32768, 3 - score // 32768] if decided else [0, 0]

        def expected(side):
            p = players[side]
            if p.difference is not None:
                return 3, p.rating + p.difference
            if p.games:
                return 2, p.rating
            return (1, anywhere[who[side]]) if who[side] in anywhere else (0, 1600)

        for side in (0, 1):
            p = players[side]
            number, base = expected(side)
            if number == 0:
                base = ratings[0] if side and there[0] else expected(1 - side)[1]
            other = 1 + digits_class(ratings[0] - 1600) if side and there[0] else 0
            v = value(side, game, model.use(RATING, 2 * number + (side if number == 0 else 0), min(p.games, 6), s,
                                            digits_class(last_of[number]), other, digits_class(base - 1600),
                                            outcomes[side], outcomes[side] << 2 | p.outcome), base)
            if v is not None:
                ratings[side], there[side] = v, True
                last_of[number] = v - base
        brought = [0, 0]
        for side in (0, 1):
            p = players[side]
            if there[side]:
                p.rating, p.difference = ratings[side], None
                p.games += 1
                anywhere[who[side]] = ratings[side]
            p.outcome = outcomes[side]
            x = ratings[0] - ratings[1]
            surprise = score - squash(quotient(1474 * max(-2000, min(2000, x)), 1000))
            if side:
                surprise = -surprise
            factor = p.factor or 192
            base = factor * surprise + (1 << 19) >> 20 if decided and all(there) else 0
            st = min(p.games, 12) + (0 if p.factor else 16) + (0 if decided else 32)
            other = digits_class(brought[0]) if side else 2047
            v = value(2 + side, game, model.use(CHANGE, st, digits_class(base), score // 16384, quotient(x, 24), other, base,
                                                factor // 8, p.missed, brought[0], side), base)
            if v is None:
                continue
            brought[side] = p.difference = v
            anywhere[who[side]] = anywhere.get(who[side], 0) + v
            p.missed = v - base
            if decided and abs(surprise) > 6000:
                f = max(16, min(16384, quotient(v << 20, surprise)))
                p.factor = (p.factor + f) // 2 if p.factor else f
    d.done()
    all_taken(exceptions)
