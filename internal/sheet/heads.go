package sheet

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// heads codes what there is to know of each game before its tags: the literals
// between their values, and the number of half-moves. As with script, one
// description serves both directions. It is all that is needed to read the
// tags of a frame.
type heads struct {
	c        contextmix.Coder
	literals *book
	spelled  texts    // new literals
	holes    [][]byte // of the literals

	again      [8]rangecoder.Bit // whether it is the last game's chain, by the last three answers
	agreed     int
	before     []int // the last game's chain
	chain      successors
	firstGuess [8]rangecoder.Bit // by whether the last three were right
	lastGuess  rangecoder.Bit
	guessed    int
	literal    rangecoder.Number
	at         int // number of the last literal that was numbered + 1
	plies      *contextmix.Model
	last       int64 // half-moves of the game before
}

// pliesSize is the size of the model of the number of half-moves.
const pliesSize = 12

func newHeads(c contextmix.Coder) *heads {
	h := &heads{c: c, literals: newBook(c.Writing(), usualLiterals()...), chain: newSuccessors()}
	h.plies = contextmix.NewModel(&h.c, pliesSize, 250)
	return h
}

// countPlies codes the number of half-moves of a game outside variations.
func (h *heads) countPlies(n int) int {
	h.plies.Begin(0, contextmix.Hash(1, uint32(min(h.last, 255))/16))
	h.last = h.plies.Number(int64(n))
	return int(min(h.last, maxSteps))
}

func (h *heads) bit(m *rangecoder.Bit, v int) int {
	if h.c.Writing() {
		m.Encode(h.c.Enc, v)
		return v
	}
	return m.Decode(h.c.Dec)
}

// tagChain codes the literals of a tag section, the last being the one without
// a value behind it. The writer gives their numbers; the reader gets them, and
// may use them up to the next game; same says that they are the last game's.
func (h *heads) tagChain(ids []int) (chain []int, same bool, err error) {
	again := h.bit(&h.again[h.agreed], boolBit(h.c.Writing() && slices.Equal(ids, h.before)))
	if h.agreed = h.agreed<<1&7 | again; again != 0 {
		if len(h.before) == 0 {
			return nil, false, corrupt("the first game has the tags of one before it")
		}
		return h.before, true, nil
	}
	chain = h.before[:0]
	pair := [2]int{noLiteral, noLiteral}
	for i := 0; ; i++ {
		id := 0
		if h.c.Writing() {
			id = ids[i]
		}
		id, err := h.nextLiteral(pair, id)
		if err != nil {
			return nil, false, err
		}
		if i > maxTags {
			return nil, false, corrupt("a game has more tags than a frame holds bytes")
		}
		chain = append(chain, id)
		h.chain.learn(pair, id)
		pair = [2]int{pair[1], id}
		if h.hole(id) == nil {
			h.before = chain
			return chain, false, nil
		}
	}
}

// hole returns the name of the tag whose value follows a literal, nil if none
// does.
func (h *heads) hole(id int) []byte {
	for n := len(h.holes); n <= id; n++ {
		h.holes = append(h.holes, holeName(h.literals.texts[n]))
	}
	return h.holes[id]
}

// maxTags bounds the tags of one game: a tag takes at least five bytes of a
// frame's input.
const maxTags = MaxInput / 5

func (h *heads) nextLiteral(pair [2]int, id int) (int, error) {
	likely := h.chain.after(pair)
	if likely[0] != noLiteral {
		right := h.bit(&h.firstGuess[h.guessed], boolBit(likely[0] == id))
		h.guessed = h.guessed<<1&7 | right
		if right != 0 {
			return likely[0], nil
		}
	}
	if likely[1] != noLiteral {
		if h.bit(&h.lastGuess, boolBit(likely[1] == id)) != 0 {
			return likely[1], nil
		}
	}
	// Numbers count from the one after the last literal, on both sides.
	if h.c.Writing() {
		shared, fresh := h.literals.share(id)
		h.literal.Encode(h.c.Enc, fold(shared-h.at))
		h.at = shared + 1
		if fresh {
			h.spelled.add(h.literals.texts[id])
		}
		return id, nil
	}
	id = unfold(h.literal.Decode(h.c.Dec)) + h.at
	if id < 0 {
		return 0, corrupt("a literal's number is out of range")
	}
	h.at = id + 1
	return h.literals.read(id, &h.spelled)
}

// fold numbers the integers 0, -1, 1, -2, ...
func fold(v int) int { return v<<1 ^ v>>(bits.UintSize-1) }

func unfold(v int) int { return v>>1 ^ -(v & 1) }

// usualTags are the tags of servers and databases, in the order in which they
// write them.
const usualTags = "Event Site Date Round White Black Result GameId UTCDate UTCTime WhiteElo BlackElo WhiteRatingDiff BlackRatingDiff " +
	"WhiteTitle BlackTitle WhiteTeam BlackTeam WhiteFideId BlackFideId Variant TimeControl ECO Opening Variation Termination FEN SetUp Annotator " +
	"CurrentPosition Timezone ECOUrl StartTime EndDate EndTime Link WhiteUrl WhiteCountry BlackUrl BlackCountry " +
	"PlyCount EventDate EventType EventRounds EventCountry EventCategory Source SourceTitle SourceDate SourceVersion SourceVersionDate SourceQuality " +
	"GameDuration GameEndTime GameStartTime TerminationDetails WhiteType BlackType Time Remark StudyName ChapterName ChapterURL LichessId"

// usualLiterals are what stands between these tags and behind the last.
func usualLiterals() (texts []string) {
	names := strings.Fields(usualTags)
	texts = append(texts, "["+names[0]+" \"")
	for _, newline := range []string{"\n", "\r\n"} {
		for _, name := range names[1:] {
			texts = append(texts, "\"]"+newline+"["+name+" \"")
		}
		texts = append(texts, "\"]"+newline+newline)
	}
	return texts
}
