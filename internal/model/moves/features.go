package moves

import (
	"slices"

	"github.com/chesszip/chesszip/board"
)

// Features lists for each legal move the weights that make up its score.
type Features struct {
	// Deep adds the features that need a search.
	Deep bool
	// Lines is the size of the table, in lines of LineWeights: from 1 to MaxLines.
	Lines uint32

	table *byte // of weights to prefetch, or nil

	v       view
	c       context
	acts    []act
	rows    rows
	squares squares
	at      [][slots]uint32
	listed  []uint32 // of Prepare

	piece piece
}

const multiplier = 0x9e3779b97f4a7c15

// Count returns the number of features of each move.
func (f *Features) Count() int {
	if f.Deep {
		return numFeatures
	}
	return numShallow
}

// begin sets the position, and returns the context of its moves.
func (f *Features) begin(p *board.Position, past *Past, known *Known) *context {
	f.v.search.on = f.Deep
	f.v.read(p, past)
	f.piece.valid, f.squares.valid = false, 0
	c := f.share(known)
	f.setRows(c)
	return c
}

// Prepare lists the features of every move, Count for each, as places of weights.
// The slice is valid until the next call.
func (f *Features) Prepare(p *board.Position, past *Past, known *Known, legal []board.Move) []uint32 {
	count := f.Count()
	f.listed = slices.Grow(f.listed[:0], len(legal)*count)[:len(legal)*count]
	for i, at := range f.prepare(p, past, known, legal) {
		for slot, number := range order[:count] {
			f.listed[i*count+int(number)] = at[slot]
		}
	}
	return f.listed
}

// prepare is Prepare in slots.
func (f *Features) prepare(p *board.Position, past *Past, known *Known, legal []board.Move) [][slots]uint32 {
	if cap(f.acts) < len(legal) {
		f.at, f.acts = make([][slots]uint32, len(legal)+64), make([]act, len(legal)+64)
	}
	all, acts := f.at[:len(legal)], f.acts[:len(legal)]
	c := f.begin(p, past, known)
	for i, m := range legal {
		f.v.look(m, &acts[i])
		f.list(c, &acts[i], &all[i])
	}
	if !f.Deep {
		return all
	}
	best, second := int32(-infinite), int32(-infinite)
	for i := range acts {
		v := acts[i].value
		second = max(second, min(best, v))
		best = max(best, v)
	}
	c.best, c.gap = best, lossClass(best-second)
	for i := range acts {
		f.listDeep(c, &acts[i], &all[i])
	}
	return all
}

// The features, in the order of their slots. Each has a weight for a pair of a row, which
// is the same for all moves of the position, and a column, which depends on the move. To
// measure the gain of each, use go run ./internal/tools/trainmodels ablation.
const (
	// The line of these depends on the piece alone, and the target selects the weight in it.
	fOrigin   = iota // the squares round the origin
	fPlan            // our last piece and target
	fNest            // the squares round the origin, and the origin
	fPhase           // how much material is left
	fEcho            // from and to of the opponent's last move
	fClock           // the move number
	fStyle           // the mover's rating, the time control, and the move
	fHome            // our pawns on the second and third ranks
	fFront           // enemy pawns on the sixth and seventh ranks
	fPawns           // places of all pawns
	fLine            // the last moves of both: three successive plies
	fBook            // the whole position, in the first thirty moves
	fMinors          // places of our knights and bishops
	fHeavies         // places of our king, queens and rooks
	fFoes            // places of the enemy's knights and bishops
	fHang            // the hanging pieces of both sides
	fWest            // pawns on the files a to d
	fEast            // pawns on the files e to h
	fRivals          // places of the enemy's king, queens and rooks
	fScheme          // our last two moves
	fReply           // the opponent's last piece and target
	fKings           // places of both kings
	fMaterial        // the pieces left
	fScope           // how many squares the piece attacks before and after
	numPiece  = iota
)

// Of these the line depends on the move.
const (
	fAround    = numPiece + iota // the squares round the target
	fTrade                       // piece, target, its content, attackers and defenders
	fSpot                        // the squares round the target, and the target
	fLeave                       // attackers and defenders of the piece, and its target
	fJumps                       // the squares a knight's move from the target
	fExchange                    // the gain of the exchange on the target, with victim and piece
	fThreat                      // the enemy's hanging pieces before and after
	fRescue                      // our hanging pieces, and whether the move saves them
	fRecapture                   // whether the move recaptures
	fSkill                       // the mover's rating, and the loss of the move
	fEvade                       // whether the mover is in check
	fFile                        // pawns on the file of the target
	fDistance                    // distances to both kings
	fDuel                        // the opponent's last piece, target and victim
	fEnding                      // the result, the ending and the plies left
	fFinish                      // the result, plies left, and what hangs
	fBlunder                     // what hangs before and after, on both sides
	fRepeat                      // whether the position repeats, and the counter of the fifty-move rule
	fSiege                       // attacks on the squares round both kings
	fRoom                        // squares attacked by both sides: mobility and space
	fPin                         // whether the piece is pinned, and what it attacks from the target
	fPasser                      // whether a pawn has no enemy pawn in front of it
	fTension                     // pawns beside, behind and against the target
	fChase                       // whether the move attacks or captures the piece that moved last
	numShallow
)

// The features of the search: value is the result of captures, in which both sides only
// capture, after the move.
const (
	fMenace     = numShallow + iota // gain of a second move at once
	fLoss                           // difference to the best move
	fMenaceLoss                     // the same with the loss of the move
	fLossSkill                      // the same by the mover's rating and the time control
	fLossKind                       // the same by piece and exchange
	fLossPhase                      // the same by material and result
	fDanger                         // gain of the enemy if the mover passed
	numFeatures
)

// slots is the number of places of a move, a multiple of eight.
const slots = (numFeatures + 7) &^ 7

// order has the number of the feature in each slot, by which models and Names go.
var order = [numFeatures]uint8{
	6, 4, 45, 5, 11, 12, 15, 16, 17, 26, 32, 33, 34, 35, 23, 40, 41, 42, 43, 44, 3, 14, 31, 19,
	9, 0, 46, 1, 47, 2, 7, 8, 10, 13, 18, 20, 21, 22, 24, 25, 27, 28, 29, 30, 36, 37, 38, 39,
	52, 48, 53, 49, 50, 51, 54,
}

// MaxFeatures is the most weights in a score.
const MaxFeatures = numFeatures

// Names are the names of the features.
var Names = [numFeatures]string{"trade", "leave", "exchange", "reply", "plan", "phase", "origin", "threat", "rescue", "around", "recapture", "echo", "clock", "skill", "kings", "style", "home", "front", "evade", "scope", "file", "distance", "duel", "opponents", "ending", "finish", "pawns", "blunder", "repeat", "siege", "room", "material", "line", "book", "minors", "heavies", "pin", "passer", "tension", "chase", "hang", "west", "east", "rivals", "scheme", "nest", "spot", "jumps", "loss", "lossskill", "losskind", "lossphase", "menace", "menaceloss", "danger"}
