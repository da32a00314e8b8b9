"""Columns of ratings, method 20: tags.md, section 12. Up to four columns are read game by game."""

from . import lists
from .basics import clamp, quo
from .models import Model, squash
from .refused import DAMAGED, Refused
from .tagcolumns import finish, magnitude, size_for
from .tagforms import write_number

MOST = lists.limit("RATINGS_MAX")
USUAL = lists.limit("RATINGS_USUAL")
USUAL_FACTOR = lists.limit("RATINGS_USUAL_FACTOR")
NO_CHANGE = lists.limit("RATINGS_NO_CHANGE")
SCORES = {b"1-0": 2, b"1/2-1/2": 1, b"0-1": 0}          # half points
UNKNOWN, ANYWHERE, RATING, CHANGED = 0, 1, 2, 3         # how a base is known


class State:
    """What is known of a player at one speed."""

    __slots__ = ("rating", "change", "games", "outcome", "factor", "missed")

    def __init__(self):
        self.rating = 0
        self.change = None          # by how much the last game changed the rating, if known
        self.games = 0
        self.outcome = 0
        self.factor = 0
        self.missed = 0


def read_ratings(c, head):
    Ratings(c, head).read()


class Ratings:
    def __init__(self, c, head):
        """Reads the head."""
        self.tags = head.tags
        self.head = head
        self.column = []            # WhiteElo, BlackElo, WhiteRatingDiff, BlackRatingDiff
        for _ in range(4):
            k = head.small()
            other = head.others(c, k - 1) if k > 0 else None
            if other is not None and other in self.column:
                raise Refused(DAMAGED, "a column of ratings that stands twice")
            self.column.append(other)
        if self.column[0] is None or self.column[1] is None:
            raise Refused(DAMAGED, "a column of ratings is missing")
        self.form = [head.form(1) for _ in range(4)]
        self.white, self.black = head.reference(), head.reference()
        self.speed, self.result = head.reference(), head.reference()
        if self.white is None or self.black is None:
            raise Refused(DAMAGED, "ratings of no players")
        head.read_exceptions(sum(len(t.games) for t in self.column if t is not None))
        self.coder = head.coder()
        size = size_for(200 * len(self.column[0].games))
        self.model = Model(self.coder, "tags.ratings", size,
                           lists.limit("TAGS_LIMIT"))
        self.states = {}            # from (player, speed)
        self.anywhere = {}          # from a player to a rating

    def read(self):
        for g in range(len(self.tags.names)):
            self.read_game(g)
        self.head.all_used(self.coder)
        for t in self.column:
            if t is not None:
                finish(t)

    def read_game(self, g):
        self.speed_id = 0 if self.speed is None else self.speed.id(g)
        self.name = [self.white.value(g) or b"", self.black.value(g) or b""]
        self.state = [self.states.setdefault((n, self.speed_id), State()) for n in self.name]
        r = None if self.result is None else self.result.value(g)
        self.decided = r in SCORES
        self.score = SCORES.get(r, SCORES[b"0-1"])
        self.results = [0, 0]
        if self.decided:            # 1 lost, 2 drawn, 3 won
            self.results = [1 + self.score, 3 - self.score]
        self.rating = [0, 0]
        self.there = [False, False]
        self.white_change = 0
        for s in (0, 1):
            self.read_rating(g, s)
        for s in (0, 1):
            state = self.state[s]
            if self.there[s]:
                state.rating = self.rating[s]
                state.change = None
                state.games += 1
                self.anywhere[self.name[s]] = self.rating[s]
            state.outcome = self.results[s]
            self.read_change(g, s)

    def read_text(self, g, i):
        """Whether a number of game g follows in column i."""
        t = self.column[i]
        if t is None or g not in t.at:
            return False
        x = self.model.flag(0, i)
        if x == 1:
            t.put(self.head.next_exception())
        return x == 0

    def expected(self, s):
        """(how it is known, the rating)"""
        state = self.state[s]
        if state.change is not None:
            return CHANGED, state.rating + state.change
        if state.games > 0:
            return RATING, state.rating
        if self.name[s] in self.anywhere:
            return ANYWHERE, self.anywhere[self.name[s]]
        return UNKNOWN, USUAL

    def read_rating(self, g, s):
        if not self.read_text(g, s):
            return
        known, base = self.expected(s)
        if known == UNKNOWN:
            if s == 1 and self.there[0]:
                base = self.rating[0]
            else:
                base = self.expected(1 - s)[1]
        other = 0
        if s == 1 and self.there[0]:
            other = 1 + magnitude(self.rating[0] - USUAL)
        state = self.state[s]
        result = self.results[s]
        d = self.model.signed(1, 2 * known + (s if known == UNKNOWN else 0), min(state.games, 6),
                              self.speed_id, other, magnitude(base - USUAL),
                              4 * result + state.outcome)
        self.rating[s] = clamp(base + d, -MOST, MOST)
        self.there[s] = True
        self.column[s].put(write_number(self.form[s], self.rating[s]))

    def read_change(self, g, s):
        if not self.read_text(g, 2 + s):
            return
        state = self.state[s]
        gap = self.rating[0] - self.rating[1]
        surprise = (self.score << 15) - squash(quo(gap * 1474, 1000))
        if s == 1:
            surprise = -surprise
        factor = state.factor or USUAL_FACTOR
        base = 0
        if self.decided and self.there[0] and self.there[1]:
            base = (factor * surprise + (1 << 19)) >> 20
        sort = (min(state.games, 12) + (16 if state.factor == 0 else 0)
                + (0 if self.decided else 32))
        other = NO_CHANGE if s == 0 else magnitude(self.white_change)
        d = self.model.signed(2, sort, magnitude(base), 2 * self.score, other, base,
                              factor >> 3, state.missed, self.white_change, s)
        state.missed = d
        v = clamp(base + d, -MOST, MOST)
        if self.decided and abs(surprise) > 6000:
            f = clamp(quo(v << 20, surprise), 16, 16384)
            state.factor = f if state.factor == 0 else (state.factor + f) // 2
        if s == 0:
            self.white_change = v
        state.change = v
        self.anywhere[self.name[s]] = self.anywhere.get(self.name[s], 0) + v
        self.column[2 + s].put(write_number(self.form[2 + s], v))
