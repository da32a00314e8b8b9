package positions

import (
	"github.com/chesszip/chesszip/internal/column/boards"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Tables returns the tables of all models of this package.
func Tables() []*contextmix.Table {
	return []*contextmix.Table{flagContexts, stepContexts, startContexts, boards.Squares(), boards.State(),
		pieceContexts, kingContexts, propertyContexts}
}

// limit is the count that limits the learning of all models.
const limit = 250

// Models holds the models of one list, all for one Coder.
type Models struct {
	Coder *contextmix.Coder
	// Room provides their memory until Free; nil for fresh memory.
	Room *contextmix.Memory

	all []*contextmix.Model
}

// New returns a model of 2^size estimates.
func (m *Models) New(t *contextmix.Table, size uint) *contextmix.Model {
	model := m.Room.New(m.Coder, t, size, limit)
	m.all = append(m.all, model)
	return model
}

// Free returns the memory of all models, which must not be used afterwards.
func (m *Models) Free() {
	for _, model := range m.all {
		m.Room.Free(model)
	}
	m.all = nil
}

// Sizes of models, as logarithms.
const (
	flagsSize, stepsSize, startsSize      = 16, 18, 12
	piecesSize, kingsSize, propertiesSize = 20, 16, 18
)

// Choices of flagContexts.
const (
	chooseRelation = iota
	chooseStart
	chooseLineage
	chooseAncestor
	chooseDistance
	chooseLearned
	chooseSameClock
	chooseClock
	chooseSameNumber
	chooseNumber
	chooseEnPassantKept
)

// flagContexts are the contexts of the choices how a position is coded.
var flagContexts = contextmix.Declare("positions.flags",
	contextmix.Choice{Name: "the relation", Fields: "last:2 recent:8 distance:5", Contexts: "- | last | recent | last distance"},
	contextmix.Choice{Name: "whether a board is a few moves after a start", Fields: "started:1 recent:8", Contexts: "started | recent"},
	contextmix.Choice{Name: "whether the reference is the last position or an ancestor of it", Fields: "ancestor:7 recent:8",
		Contexts: "- | ancestor | recent"},
	contextmix.Choice{Name: "which ancestor", Fields: "ancestor:7 recent:8", Contexts: "- | ancestor | recent"},
	contextmix.Choice{Name: "the distance of the reference", Fields: "relation:2 distance:5 recent:8",
		Contexts: "relation | relation distance | recent"},
	contextmix.Choice{Name: "whether a board is coded by the learned model", Contexts: "-"},
	contextmix.Choice{Name: "whether the half-move clock is as predicted", Fields: "how:3 clock:7", Contexts: "how | how clock"},
	contextmix.Choice{Name: "the half-move clock", Fields: "how:3 clock:16", Contexts: "how | clock"},
	contextmix.Choice{Name: "whether the move number is as predicted", Fields: "how:3 turn:1", Contexts: "how | how turn"},
	contextmix.Choice{Name: "the difference of the move number", Fields: "how:3 number:16", Contexts: "how | number"},
	contextmix.Choice{Name: "whether the en passant square is there", Fields: "legal:1", Contexts: "legal"},
)

// stepContexts are the contexts of a move from an earlier position.
var stepContexts = contextmix.Declare("positions.steps",
	contextmix.Choice{Name: "whether it is this move", Fields: "likelihood:16 way:4 place:6 left:6 turn:1 used:4 move:15 last:15",
		Contexts: "likelihood | likelihood way | place left way | likelihood turn | likelihood used way | move turn | last move"},
)

// Choices of startContexts.
const choosePlies, chooseNewStart, chooseBishops, chooseQueen, chooseKnights = 0, 1, 2, 3, 4

// startContexts are the contexts of start positions of Chess960.
var startContexts = contextmix.Declare("positions.starts",
	contextmix.Choice{Name: "the number of moves after it", Fields: "last:3", Contexts: "- | last"},
	contextmix.Choice{Name: "whether it is another than the last", Fields: "recent:8", Contexts: "- | recent"},
	contextmix.Choice{Name: "the bishops", Contexts: "-"},
	contextmix.Choice{Name: "the queen", Fields: "bishops:4", Contexts: "- | bishops"},
	contextmix.Choice{Name: "the knights", Fields: "queen:3 bishops:4", Contexts: "- | queen | bishops"},
)

// pieceContexts are the contexts of pawns and pieces on squares, to correct the
// learned model.
var pieceContexts = contextmix.Declare("positions.pieces",
	contextmix.Choice{Name: "whether it is this piece",
		Fields: "chance:7 like:2 same4:4 same8:8 piece:4 square:6 pattern:4 last:4 exact:32 near:32 count:32 rank:32",
		Contexts: "chance | chance like same4 | piece square like pattern last | exact piece | near piece | same8 like chance | " +
			"count piece square like | rank piece"},
)

// kingContexts are the contexts of the squares of the kings.
var kingContexts = contextmix.Declare("positions.kings",
	contextmix.Choice{Name: "whether it is this square", Fields: "chance:7 like:2 same:4 square:6 color:1",
		Contexts: "chance | chance like same | square like color | like color"},
)

// propertyContexts are the contexts of everything else in the learned model.
var propertyContexts = contextmix.Declare("positions.properties",
	contextmix.Choice{Name: "the next binary choice of a stage", Fields: "chance:7 stage:4 before:32 pattern:16 last:16 first:32 third:32",
		Contexts: "chance | chance stage | stage before pattern | stage before last | stage before first | stage before third | stage before chance"},
)
