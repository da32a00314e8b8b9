"""Frames of games: games.md, sections 1 to 3 and 8.

    read_frame(frame, parameters)   the input of a frame, bytes; frame: container.Frame;
                                    parameters: container.Parameters
    move_groups(streams, model)     the moves of stream 8, or of 7 if there is no 8
"""

from . import learned, lists, open as open_, trace
from .basics import Source, any_result
from .coding import Coder, Tree
from .columns import read_column, read_together
from .comments import About, Comments
from .games import GameReader, start_position
from .heads import read_heads
from .methods import LearnedGroups, QuickGroups
from .open import HALF_MOVES, RESULT, Open
from .openings import last_named, named, player_number, read_openings
from .refused import damaged
from .script import Script
from .tags import Tags

MAX_GAMES = lists.limit("MAX_FRAME_GAMES")
MAX_INPUT = lists.limit("MAX_FRAME_INPUT")
NEW_TAGS_LEAST, NEW_TAGS_PART = lists.limit("NEW_TAGS_LEAST"), lists.limit("NEW_TAGS_PART")
GROUP = lists.limit("GROUP_GAMES")
(STORED, AS_TEXT, SCRIPT, TEXTS, WORDS, COMMENT_TEXTS, QUICK, LEARNED, COMMENTS, HEADS, LITERALS,
 LIST, TOGETHER, OPENINGS, RESULTS) = range(1, 16)
FIRST_TAG, BRANCHES = lists.limit("FIRST_TAG_KIND"), lists.limit("BRANCHES_KIND")
IN_TOGETHER = (SCRIPT, TEXTS, WORDS, COMMENT_TEXTS, HEADS, LITERALS, OPENINGS, RESULTS)
UNFINISHED, NO_RESULT = 3, 4
AS_SAID = 15
BEHIND_TAGS = FIRST_TAG + lists.limit("MAX_TAG_COLUMNS")


def read_frame(frame, parameters):
    """What a frame stands for. The caller compares its length and its check."""
    if frame.games > MAX_GAMES or frame.games > frame.input or frame.input > MAX_INPUT:
        damaged("a frame has more games or input than frames may have")
    streams = {}
    for kind, data in frame.streams.items():
        rule = lists.stream_rule(kind)
        if rule == "content":
            streams[kind] = data
        elif rule != "passed-over":
            damaged(f"a frame with a stream of kind {kind}")
    if TOGETHER in streams:
        streams = apart(streams, frame.games)
    for kind in (STORED, AS_TEXT, LIST):
        if kind in streams:
            if streams.keys() != {kind}:
                damaged("a stream beside the text of a frame")
            if kind == LIST and frame.games > 0:
                damaged("a list that claims games")
            return read_text(kind, streams[kind], frame.input, parameters.model)
    check_streams(streams)
    if SCRIPT not in streams or HEADS not in streams:
        damaged("a frame without script or heads")
    return GameFrame(streams, frame.games, frame.input, parameters.model).read()


def check_streams(streams):
    """Which streams may stand beside which (2.1)."""
    if QUICK in streams and LEARNED in streams:
        damaged("a frame with both streams 7 and 8")
    numbers = len(streams.keys() & set(open_.NUMBERS))
    if 0 < numbers < len(open_.NUMBERS) or numbers and RESULTS in streams:
        damaged("a frame with some open numbers, or with results beside them")
    moves = open_.MOVES in streams
    if moves and (not numbers or streams.keys() & {QUICK, LEARNED, OPENINGS}):
        damaged("a frame with open moves beside others, or without numbers")
    if BRANCHES in streams and not moves:
        damaged("a frame with a stream 80 without open moves")


def read_text(kind, data, most, model):
    """A frame that is kept as text."""
    if kind == STORED:
        return data
    if kind == AS_TEXT:
        return read_column(data, most, 1)[0]
    from .positionlist import read_list
    return read_list(data, most, model)


def apart(streams, games):
    """Section 2.2: the streams of a frame with a stream 13."""
    if games != 1 or not set(streams) <= {TOGETHER, QUICK, LEARNED, COMMENTS}:
        damaged("a stream 13 in a frame that cannot have it")
    found = {kind: data for kind, data in streams.items() if kind != TOGETHER}
    src = Source(read_together(streams[TOGETHER]))
    kinds = []
    while src.left():
        kind = src.uvarint()
        if not (kind in IN_TOGETHER or FIRST_TAG <= kind < BEHIND_TAGS):
            damaged("a wrong kind in a stream 13")
        kinds.append(kind)
        data = src.sized()
        if trace.sink:
            trace.say("in stream 13: kind", kind, data.hex())
        found[kind] = data
    if kinds != sorted(set(kinds)):
        damaged("the kinds of a stream 13 do not ascend")
    return found


def move_groups(streams, model):
    if LEARNED in streams:
        if model is None:
            damaged("a stream 8, but the header names no model")
        return LearnedGroups(streams[LEARNED], learned.model(model))
    return QuickGroups(streams.get(QUICK, b""))


class GameFrame:
    """A frame whose games are in streams. most: its input."""

    def __init__(self, streams, games, most, model):
        self.streams = streams
        self.games = games
        self.most = most
        self.values = most // 2 + 16            # how many values columns may still have
        texts, words, self.comment_texts = [self.column(k)
                                            for k in (TEXTS, WORDS, COMMENT_TEXTS)]
        literals = self.column(LITERALS)
        if trace.sink:
            trace.say("# stream 10, heads")
        self.open = Open(streams, games, most)
        plies = self.open.numbers and [n - 1 for n in self.open.numbers[HALF_MOVES]]
        self.heads = read_heads(streams[HEADS], literals, games, self.values, plies)
        function = self.named if OPENINGS in streams or self.open.lines else None
        self.tags = Tags(self.heads.names, self.heads.plies, streams, most, function, model,
                         self.open.values)
        for kind in streams:
            if FIRST_TAG + len(self.tags.columns) <= kind < BEHIND_TAGS:
                damaged("a stream of a tag that no game has")
        self.starts = self.openings = None
        self.read_openings()
        self.tags.decode_all()
        self.results = self.read_results()
        self.script = Script(streams[SCRIPT], texts, words)
        self.branches = self.read_branches()
        self.moves = move_groups(streams, model)
        self.comments = Comments(streams.get(COMMENTS), self.comment_texts, most)

    def column(self, kind):
        """The values of a column of texts; none if there is no such stream."""
        if kind not in self.streams:
            return []
        predicted = None
        if kind == LITERALS:
            predicted = max(NEW_TAGS_LEAST, self.most // NEW_TAGS_PART)
        values = read_column(self.streams[kind], self.most, most=predicted)
        self.values -= len(values)
        if self.values < 0:
            damaged("the columns of a frame have too many values")
        return values

    def read_openings(self):
        """The start positions, and the moves of stream 14."""
        if self.openings is not None:
            return
        games = range(self.games)
        tags = self.tags
        starts = [start_position(tags.any_case(g, b"FEN")) for g in games]
        openings = [[] for _ in games]
        if OPENINGS in self.streams:
            players = [(player_number(tags.last(g, b"White")),
                        player_number(tags.last(g, b"Black"))) for g in games]
            openings = read_openings(self.streams[OPENINGS], starts, players, self.heads.plies)
        self.starts, self.openings = starts, openings

    def read_results(self):
        """Section 4.1."""
        if self.open.numbers:
            return [n - 1 for n in self.open.numbers[RESULT]]
        results = [any_result(self.tags.any_case(g, b"Result") or b"") for g in range(self.games)]
        if RESULTS not in self.streams:
            return results
        coder = Coder(self.streams[RESULTS])
        said = {r: Tree(f"SAID[{r - UNFINISHED}]") for r in (UNFINISHED, NO_RESULT)}
        found = list(results)
        for g, r in enumerate(results):
            if r in said:
                read = said[r].read(coder)
                if read != AS_SAID:
                    found[g] = read
                    if read >= UNFINISHED:
                        damaged("a result that is none")
        coder.finish()
        if found == results and self.streams[RESULTS]:
            damaged("a stream of results that are those of the tags")
        return found

    def named(self):
        """For tags.md, 6: of each game the numbers 1 + last."""
        if self.open.lines:
            return [last_named(line) for line in self.open.lines]
        self.read_openings()
        return named(self.starts, self.openings)

    def read_branches(self):
        """Stream 80: the texts of games with moves outside their main lines (open.md, 6)."""
        if BRANCHES not in self.streams:
            return []
        texts = read_column(self.streams[BRANCHES], open_.MOST_CODES * self.most, most=0)
        if len(texts) > self.games:
            damaged("moves outside main lines of more games than there are")
        return texts

    def tags_of(self, g):
        """The tags of a game, pairs of name and value."""
        return list(zip(self.heads.names[g], self.tags.game(g)))

    def read(self):
        out = []
        for g in range(self.games):
            if g % GROUP == 0:
                self.moves.begin()
            game = GameReader(self, g)
            self.comments.begin_game(About(game.tags))
            out.append(game.read())
            self.comments.end_game()
            self.most -= len(out[-1])
            if g % GROUP == GROUP - 1 or g == self.games - 1:
                self.moves.end()
        if self.branches:
            damaged("moves of variations are left over")
        self.moves.done()
        self.comments.done()
        self.script.done()
        return b"".join(out)
