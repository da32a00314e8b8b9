package tagsection

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
)

// pliesTable has the context of the number of half-moves of a game: that of the
// previous game, divided by 16.
var pliesTable = contextmix.Declare("gameframe.plies",
	contextmix.Choice{Name: "half-moves of the main line", Fields: "last:4", Contexts: "- | last"},
)

const choicePlies = iota

// Contexts returns the table of the model of half-moves.
func Contexts() *contextmix.Table { return pliesTable }

// Size and limit of the model of the number of half-moves, and the resolution of the
// last number.
const (
	pliesSize  = 12
	pliesLimit = 250
	pliesMost  = 255
	pliesStep  = 16
)

// coder codes the data of each game besides the values of its tags: the literals
// between these, and the number of half-moves. As in package layout, one description
// serves both directions.
type coder struct {
	c        contextmix.Coder
	literals literals
	spelled  *layout.Texts // new literals
	budget   *budget.Budget

	again  [8]rangecoder.Bit // whether the chain is the last game's, by the last three answers
	agreed int
	before []int // the last game's chain

	chain   successors
	first   [8]rangecoder.Bit // by whether the last three were right
	guessed int
	second  rangecoder.Bit
	literal rangecoder.Number
	at      int // 1 + the last literal coded by its number

	plies *contextmix.Model // nil if an open column has the half-moves
	last  int64             // half-moves of the game before
}

func newCoder(room *contextmix.Memory, c contextmix.Coder, spelled *layout.Texts, plies bool, b *budget.Budget) *coder {
	h := &coder{c: c, budget: b, literals: newLiterals(c.Writing()), spelled: spelled, chain: newSuccessors()}
	if plies {
		h.plies = room.New(&h.c, pliesTable, pliesSize, pliesLimit)
	}
	return h
}

// countPlies codes the number of half-moves of a game's main line.
func (h *coder) countPlies(n int) int {
	if h.plies == nil {
		return n
	}
	h.last = h.plies.Use(choicePlies, uint32(min(h.last, pliesMost))/pliesStep).Number(int64(n))
	return int(min(h.last, layout.MaxSteps))
}

func (h *coder) bit(m *rangecoder.Bit, v bool) int {
	if !h.c.Writing() {
		return m.Decode(h.c.Dec)
	}
	b := 0
	if v {
		b = 1
	}
	m.Encode(h.c.Enc, b)
	return b
}

// codeChain codes the literals of a tag section; the last one has no value after it.
// A writer gives their numbers; a reader gets them, valid until the next game. same
// reports that they are the last game's.
func (h *coder) codeChain(ids []int) (chain []int, same bool, err error) {
	again := h.bit(&h.again[h.agreed], h.c.Writing() && slices.Equal(ids, h.before))
	if h.agreed = h.agreed<<1&7 | again; again != 0 {
		if len(h.before) == 0 {
			return nil, false, corrupt.New("the first game has the tags of one before it")
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
		id, err := h.codeLiteral(pair, id)
		if err == nil {
			err = h.budget.Hold(literalBytes)
		}
		if err != nil {
			return nil, false, err
		}
		chain = append(chain, id)
		h.chain.learn(pair, id)
		pair = [2]int{pair[1], id}
		if h.literals.name(id) == nil {
			h.before = chain
			return chain, false, nil
		}
	}
}

// literalBytes is the memory of a literal of a chain: its number, its column, and its
// successors.
const literalBytes = 96

func (h *coder) codeLiteral(pair [2]int, id int) (int, error) {
	likely := h.chain.after(pair)
	if likely[0] != noLiteral {
		right := h.bit(&h.first[h.guessed], likely[0] == id)
		h.guessed = h.guessed<<1&7 | right
		if right != 0 {
			return likely[0], nil
		}
	}
	if likely[1] != noLiteral {
		if h.bit(&h.second, likely[1] == id) != 0 {
			return likely[1], nil
		}
	}
	// Numbers are relative to the one after the last literal, in both directions.
	if h.c.Writing() {
		shared, fresh := h.literals.Share(id)
		h.literal.Encode(h.c.Enc, fold(shared-h.at))
		h.at = shared + 1
		if fresh {
			h.spelled.Add(h.literals.Text(id))
		}
		return id, nil
	}
	id = unfold(h.literal.Decode(h.c.Dec)) + h.at
	if id < 0 {
		return 0, corrupt.New("a literal's number is out of range")
	}
	h.at = id + 1
	return h.literals.Read(id, h.spelled)
}

// fold maps 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
func fold(v int) int { return v<<1 ^ v>>(bits.UintSize-1) }

func unfold(v int) int { return v>>1 ^ -(v & 1) }
