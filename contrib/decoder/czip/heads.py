"""Section 9.7: the chain of literals of each game, and its number of half-moves."""

from . import Corrupt
from .mixed import Model, tables
from .rangecoder import Bit, Decoder, Number

USUAL = (
    "Event Site Date Round White Black Result GameId UTCDate UTCTime WhiteElo BlackElo WhiteRatingDiff BlackRatingDiff "
    "WhiteTitle BlackTitle WhiteTeam BlackTeam WhiteFideId BlackFideId Variant TimeControl ECO Opening Variation "
    "Termination FEN SetUp Annotator CurrentPosition Timezone ECOUrl StartTime EndDate EndTime Link WhiteUrl "
    "WhiteCountry BlackUrl BlackCountry PlyCount EventDate EventType EventRounds EventCountry EventCategory Source "
    "SourceTitle SourceDate SourceVersion SourceVersionDate SourceQuality GameDuration GameEndTime GameStartTime "
    "TerminationDetails WhiteType BlackType Time Remark StudyName ChapterName ChapterURL LichessId").split()


# The choice of the table gameframe.plies.
HALF_MOVES = 0


def usual_literals():
    texts = [b'[Event "']
    for newline in (b"\n", b"\r\n"):
        texts += [b'"]' + newline + b"[" + name.encode() + b' "' for name in USUAL[1:]]
        texts.append(b'"]' + newline + newline)
    return texts


def tag_name(literal):
    """The name of the tag whose value stands behind a literal, or None at the end of the chain."""
    if not literal.endswith(b'"'):
        return None
    at = literal.rfind(b"[")
    if at < 0:
        return None
    return literal[at + 1:-1].strip(b" \t") or None


def unzigzag(v):
    """0, -1, 1, -2, ... for 0, 1, 2, 3, ..."""
    return -(v + 1) // 2 if v & 1 else v // 2


class Heads:
    """The heads of a frame's games: (literals, half-moves) each."""

    def __init__(self, data, texts, games):
        d = Decoder(data)
        book = usual_literals()
        model = Model(12, 250, tables("gameframe")["gameframe.plies"])
        literal, first, last = Number(), [Bit() for _ in range(8)], Bit()
        memory = {}                      # pair -> (the last successor, the one before)
        again, same = [Bit() for _ in range(8)], 0
        answers, number, plies = 0, -1, 0
        chain = []
        self.games = []
        for _ in range(games):
            alike = again[same & 7].read(d)
            same = same << 1 | alike
            if alike and not chain:
                raise Corrupt("heads: the first game has the tags of one before it")
            pair, chain = (-1, -1), chain if alike else []
            while not alike:
                known = memory.get(pair, (None, None))
                found = None
                if known[0] is not None:
                    hit = first[answers & 7].read(d)
                    answers = answers << 1 | hit
                    if hit:
                        found = known[0]
                    elif known[1] is not None and last.read(d):
                        found = known[1]
                if found is None:
                    number += 1 + unzigzag(literal.read(d))
                    if number == len(book):
                        book.append(texts.next())
                    if not 0 <= number < len(book):
                        raise Corrupt("heads: no such literal")
                    found = number
                if found != known[0]:
                    memory[pair] = found, known[0]
                pair = pair[1], found
                chain.append(book[found])
                if tag_name(book[found]) is None:
                    break
            plies = model.number(d, model.use(HALF_MOVES, min(plies, 255) // 16))
            self.games.append((chain, plies))
        d.done()
        texts.done()
