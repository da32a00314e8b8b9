"""Section 9.2 and 9.3: the games of a frame, from all of its streams."""

from . import Corrupt, openings
from .archive import Reader
from .columns import Texts, read_column
from .comments import At, Facts
from .fast import BitReader, Played, Ranked, read_move
from .features import Past
from .heads import Heads, tag_name
from .script import (C_END, C_LINE, C_NUMBER, C_START, CLASS, CLOSE, COMMENT, DIGITS, END, FORM, GAP, GLYPH, INNER, LINE,
                     MOVE, NAG, NULL, NUMBER, OPEN, PARTS, RESULT, RESULTS, SUFFIX, TEXT, WORD, Script)
from .spelling import spell
from .tags import Tags

GROUP = 32


class State:
    """Where a line stands: position (None where it is not known), last moves, move count, and what was before."""

    __slots__ = ("position", "theirs", "ours", "number", "side", "before", "move", "past", "ply")

    def __init__(self, position, theirs, ours, number, side, before, move=0, past=None, ply=0):
        self.position, self.theirs, self.ours = position, theirs, ours
        self.number, self.side, self.before = number, side, before
        self.move, self.past, self.ply = move, past or Past(), ply

    def next(self, m):
        """After the move m, or None for a word."""
        p = self.position
        if m is None or p is None:
            after, played, past = None, None, self.past
        else:
            after, past = p.play(m), self.past.next(p, m)
            played = Played(p, m) if m else None
        return State(after, played, self.theirs, self.number + self.side, 1 - self.side, self, m, past, self.ply + 1)

    def line(self):
        """Where a variation begins: before the last move, if there is one."""
        s = self.before or self
        return State(s.position, s.theirs, s.ours, s.number, s.side, None, s.move, s.past, s.ply)

    def renumbered(self, number):
        return State(self.position, self.theirs, self.ours, number, self.side, self.before, self.move, self.past, self.ply)


class FastMoves:
    """Stream 7: groups of 32 games at the fast level."""

    def __init__(self, data):
        self.r = Reader(data, what="moves")
        self.bits = None

    def begin_group(self):
        self.end_group()
        self.bits = BitReader(self.r.bytes(self.r.uv()))

    def end_group(self):
        if self.bits:
            self.bits.done()
            self.bits = None

    def begin_game(self, game, steps):
        pass

    def next(self, state):
        return read_move(self.bits, Ranked(state.position, state.theirs, state.ours))

    def done(self):
        self.end_group()
        self.r.done()


class NoMoves:
    def begin_group(self):
        pass

    def begin_game(self, game, steps):
        pass

    def next(self, state):
        raise Corrupt("moves: the frame has none")

    def done(self):
        pass


class Game:
    """What is known of a game before its moves."""

    def __init__(self, number, chain, plies, tags):
        self.number, self.plies, self.tags = number, plies, tags
        self.chain = chain               # (literal, name or None, value or None)

    def first(self, name):
        for _, n, v in self.chain:
            if n == name:
                return v
        return None

    def last(self, name):
        found = None
        for _, n, v in self.chain:
            if n == name:
                found = v
        return found


def apart(streams):
    """The streams of a frame, those of stream 13 among them."""
    if 13 not in streams:
        return streams
    if not set(streams) <= {7, 8, 9, 13}:
        raise Corrupt("stream 13 beside streams that belong into it")
    from .textmodel import decode_columns
    r = Reader(decode_columns(streams[13]), what="stream 13")
    out = {k: v for k, v in streams.items() if k != 13}
    last = -1
    while r.pos < r.end:
        kind = r.uv()
        if kind <= last or kind > 80 or kind in (7, 8, 9, 13):
            raise Corrupt(f"stream 13: stream {kind} after {last}")
        last = kind
        out[kind] = r.bytes(r.uv())
    return dict(sorted(out.items()))


def column(streams, kind):
    return Texts(read_column(streams[kind]) if kind in streams else [])


class FrameGames:
    """Decodes a frame of games."""

    def __init__(self, frame, open_moves=None, open_comments=None):
        s = frame.streams = apart(frame.streams)
        if 3 not in s or 10 not in s:
            raise Corrupt("a frame with games has no script or no heads")
        self.frame = frame
        self.words, self.spelled, self.remarks = column(s, 5), column(s, 4), column(s, 6)
        self.heads = Heads(s[10], column(s, 11), frame.games)
        names = [[tag_name(x) for x in chain if tag_name(x) is not None] for chain, _ in self.heads.games]
        plies = [p for _, p in self.heads.games]
        self.tags = Tags(names, plies, s)
        self.first = self.tags.first()[0]
        self.games = []
        at = {}
        for i, (chain, p) in enumerate(self.heads.games):
            parts = []
            for literal in chain:
                name = tag_name(literal)
                value = None
                if name is not None:
                    c = self.tags.by_name[name]
                    k = at.get(c.number, 0)
                    value, at[c.number] = c.values[k], k + 1
                parts.append((literal, name, value))
            self.games.append(Game(i, parts, p, self.tags))
        self.script = Script(s[3], self.spelled, self.words)
        if 8 in s:
            self.moves = open_moves(s[8])
        else:
            self.moves = FastMoves(s[7]) if 7 in s else NoMoves()
        self.comments = open_comments(s[9], self) if 9 in s else None

    def texts(self):
        """The text of each game."""
        for game in self.games:
            if game.number % GROUP == 0:
                self.moves.begin_group()
            yield Text(self, game).text
        self.moves.done()
        self.script.d.done()
        self.words.done()
        self.spelled.done()
        self.remarks.done()
        if self.comments:
            self.comments.done()


class Text:
    """The text of one game."""

    def __init__(self, frame, game):
        self.f, self.game = frame, game
        script = frame.script
        script.read_style()
        self.style = style = script.style
        departures = script.read_departures()
        start = openings.start_of(game.first(b"FEN"))
        self.given = frame.first[game.number]
        result = game.last(b"Result")
        steps = script.read_steps(game.plies, RESULTS.index(result) if result in RESULTS else 4)
        self.steps = steps
        self.frame_begin(game)
        self.first = start.turn
        state = State(start, None, None, start.number, start.turn, None)
        stack, gaps, words = [], [], []
        main = state
        before = C_START
        for at, (step, argument) in enumerate(steps):
            depart = departures.pop(at, None) or [None] * len(PARTS)
            kind = CLASS[step]
            number = b""
            if step <= WORD:
                side = state.side
                bears = style.numbered(side, before)
                if depart[NUMBER]:
                    bears = not bears
                    style.numbers[side, before] = bears
                if bears:
                    number = b"x"
            own_class = C_NUMBER if number else kind
            gap = self.gap(before, own_class, depart[GAP], kind)
            inner = b""
            if number:
                if depart[DIGITS] is not None:
                    number = depart[DIGITS]
                    state = self.set_number(state, number)
                else:
                    if depart[SUFFIX] is not None:
                        style.suffixes[side] = depart[SUFFIX]
                    number = b"%d" % state.number + style.suffixes[side]
                inner = self.gap(C_NUMBER, kind, depart[INNER], kind)
            if step == MOVE:
                m = self.ahead.pop(at, 0) or self.move(state, not stack)
                legal = state.position.legal()
                form = depart[FORM] or 0
                own = form if isinstance(form, bytes) else spell(style.dialect, state.position, m, legal, form)
                state = state.next(m)
            elif step == NULL:
                own = argument
                state = state.next(0)
            elif step == WORD:
                own = argument
                state = state.next(None)
            elif step == COMMENT:
                own = b"{" + self.comment(at, state) + b"}"
            elif step == LINE:
                own = b";" + self.comment(at, state)
            elif step == NAG:
                own = b"$%d" % argument
            elif step in (GLYPH, RESULT):
                own = argument
            elif step == OPEN:
                own = b"("
                stack.append(state)
                state = state.line()
            elif step == CLOSE:
                own = b")"
                if stack:
                    state = stack.pop()
            elif step == TEXT:
                own = argument
            else:
                own = b""
            if step <= WORD or step in (OPEN, CLOSE):
                self.mark = self.nth = 0
            elif step == NAG:
                self.mark = argument & 63 | 1
            elif step == GLYPH:
                self.mark = 0
                for c in argument:
                    self.mark = 5 * self.mark + c
                self.mark = self.mark & 63 | 1
            gaps.append(gap)
            words.append(number)
            if number:
                gaps.append(inner)
                words.append(own)
            else:
                words[-1] = own
            self.white.append(number != b"" and side == 0)
            if number:
                self.white.append(False)
            before = kind
            if not stack and step <= WORD:
                main = state
        if departures:
            raise Corrupt("script: a departure behind the last step")
        head = self.head(game, main)
        self.text = self.layout(head, gaps, words)

    def frame_begin(self, game):
        self.white = []
        self.mark = self.nth = 0
        self.ahead = {}                  # moves of variations that were read before a comment, by step
        self.facts = Facts(game)
        self.final, depth = -1, 0        # the last move of the main line
        for at, (step, _) in enumerate(self.steps):
            depth = max(depth + (step == OPEN) - (step == CLOSE), 0)
            if step <= WORD and depth == 0:
                self.final = at
        self.f.moves.begin_game(game, self.steps)
        if self.f.comments:
            self.f.comments.begin_game(game)

    def move(self, state, main):
        """The next move, from the opening or the stream of moves."""
        if state.position is None:
            raise Corrupt("games: a move where the position is not known")
        if main and state.ply < len(self.given):
            m = self.given[state.ply]
            if m not in state.position.legal():
                raise Corrupt("games: an opening's move is not legal")
            return m
        return self.f.moves.next(state)

    def comment(self, at, state):
        """The text of the comment at a step."""
        if self.f.comments is None:
            raise Corrupt("comments: the frame has none")
        a = At()
        a.side, a.ply = (self.first + state.ply + 1) & 1, state.ply
        a.mark, a.nth, a.last = self.mark, self.nth, at > self.final
        a.control, a.added, a.result, a.names = self.facts.control, self.facts.added, self.facts.result, self.facts.names
        self.nth += 1
        if state.position is not None:
            a.now = state.position
            if state.before:
                a.before, a.move = state.before.position, state.move
                if state.before.before:
                    a.earlier = state.before.before.position
        k = at + 1
        while self.steps[k][0] == COMMENT:
            k += 1
        if self.steps[k][0] == OPEN and self.steps[k + 1][0] == MOVE and a.before is not None:
            if k + 1 not in self.ahead:
                self.ahead[k + 1] = self.move(state.line(), False)
            a.other = self.ahead[k + 1]
        return self.f.comments.read(a)

    def gap(self, a, b, given, kind):
        """A gap as (text, whether the style may break the line there)."""
        style = self.style
        habit = style.gap(a, b)
        if given is None:
            return habit, habit == b" " and b != C_END
        if not (style.wrap and given == style.newline and habit == b" "):
            style.gaps[a, b] = given
        return given, False

    def set_number(self, state, digits):
        """The state with the move number that is spelled out, if it is one."""
        n = 0
        while n < len(digits) and digits[n:n + 1].isdigit():
            n += 1
        if 1 <= n <= 6 and (digits[:1] != b"0" or n == 1):
            return state.renumbered(int(digits[:n]))
        return state

    def head(self, game, main):
        out = bytearray()
        for literal, name, value in game.chain:
            out += literal
            if name is not None:
                if value[:1] == b"\x03" and main.position:
                    value = main.position.fen(4).encode() + value[1:]
                out += value
        return out

    def layout(self, out, gaps, words):
        """Puts the gaps between the words, and breaks lines as the style does."""
        style, newline = self.style, self.style.newline
        # The length of each word up to the next gap that is not empty.
        reach, total = [0] * len(words), 0
        for i in range(len(words) - 1, -1, -1):
            total += len(words[i])
            reach[i] = total
            if gaps[i][0]:
                total = 0

        def put(piece):
            nonlocal column
            out.extend(piece)
            cut = piece.rfind(b"\n")
            column = column + len(piece) if cut < 0 else len(piece) - cut - 1
        column = len(out) - (out.rfind(b"\n") + 1)
        for i, (gap, free) in enumerate(gaps):
            if free and style.wrap == 1 and column + 1 + reach[i] > style.width:
                gap = newline
            elif free and style.wrap == 2 and self.white[i] and column >= style.width:
                gap = newline
            put(gap)
            put(words[i])
        return bytes(out)
