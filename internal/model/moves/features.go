package moves

import "github.com/chesszip/chesszip/board"

// Features lists for each legal move the weights that make up its score.
type Features struct {
	// Deep adds the features that need a search.
	Deep bool
	// Lines is the size of the table, in lines of LineWeights: from 1 to MaxLines.
	Lines uint32

	table *byte // of weights to prefetch, or nil

	v    view
	c    context
	acts []act
	rows [numFeatures]uint64
	at   []uint32

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
	f.piece.valid = false
	c := f.share(known)
	f.setRows(c)
	return c
}

// Prepare lists the features of every move, Count for each, as places of weights.
// The slice is valid until the next call.
func (f *Features) Prepare(p *board.Position, past *Past, known *Known, legal []board.Move) []uint32 {
	v := &f.v
	count := f.Count()
	n := len(legal) * count
	if cap(f.acts) < len(legal) {
		f.at = make([]uint32, n+64*count)
		f.acts = make([]act, len(legal)+64)
	}
	f.at = f.at[:n]
	f.acts = f.acts[:cap(f.acts)]
	c := f.begin(p, past, known)
	for i, m := range legal {
		v.look(m, &f.acts[i])
	}
	if f.Deep {
		best, second := int32(-infinite), int32(-infinite)
		for i := range legal {
			v := f.acts[i].value
			second = max(second, min(best, v))
			best = max(best, v)
		}
		c.best, c.gap = best, lossClass(best-second)
	}
	for i := range legal {
		list := f.at[i*count:][:count]
		f.list(c, &f.acts[i], list)
		if f.Deep {
			f.listDeep(c, &f.acts[i], list)
		}
		if f.table != nil {
			prefetch(f.table, &list[0], numShallow)
		}
	}
	return f.at
}

// The features. Each has a weight for a pair of a row, which is the same for all
// moves of the position, and a column, which depends on the move. To measure the gain
// of each, use go run ./internal/tools/trainmodels ablation.
const (
	fTrade     = iota // piece, target, its content, attackers and defenders
	fLeave            // attackers and defenders of the piece, and its target
	fExchange         // the gain of the exchange on the target, with victim and piece
	fReply            // the opponent's last piece and target
	fPlan             // our last piece and target
	fPhase            // how much material is left
	fOrigin           // the squares round the origin
	fThreat           // the enemy's hanging pieces before and after
	fRescue           // our hanging pieces, and whether the move saves them
	fAround           // the squares round the target
	fRecapture        // whether the move recaptures
	fEcho             // from and to of the opponent's last move
	fClock            // the move number
	fSkill            // the mover's rating, and the loss of the move
	fKings            // places of both kings
	fStyle            // the mover's rating, the time control, and the move
	fHome             // our pawns on the second and third ranks
	fFront            // enemy pawns on the sixth and seventh ranks
	fEvade            // whether the mover is in check
	fScope            // how many squares the piece attacks before and after
	fFile             // pawns on the file of the target
	fDistance         // distances to both kings
	fDuel             // the opponent's last piece, target and victim
	fFoes             // places of the enemy's knights and bishops
	fEnding           // the result, the ending and the plies left
	fFinish           // the result, plies left, and what hangs
	fPawns            // places of all pawns
	fBlunder          // what hangs before and after, on both sides
	fRepeat           // whether the position repeats, and the counter of the fifty-move rule
	fSiege            // attacks on the squares round both kings
	fRoom             // squares attacked by both sides: mobility and space
	fMaterial         // the pieces left
	fLine             // the last moves of both: three successive plies
	fBook             // the whole position, in the first thirty moves
	fMinors           // places of our knights and bishops
	fHeavies          // places of our king, queens and rooks
	fPin              // whether the piece is pinned, and what it attacks from the target
	fPasser           // whether a pawn has no enemy pawn in front of it
	fTension          // pawns beside, behind and against the target
	fChase            // whether the move attacks or captures the piece that moved last
	fHang             // the hanging pieces of both sides
	fWest             // pawns on the files a to d
	fEast             // pawns on the files e to h
	fRivals           // places of the enemy's king, queens and rooks
	fScheme           // our last two moves
	fNest             // the squares round the origin, and the origin
	fSpot             // the squares round the target, and the target
	fJumps            // the squares a knight's move from the target
	numShallow
)

// The features of the search: value is the result of settle, in which both sides only
// capture, after the move.
const (
	fLoss       = numShallow + iota // difference to the best move
	fLossSkill                      // the same by the mover's rating and the time control
	fLossKind                       // the same by piece and exchange
	fLossPhase                      // the same by material and result
	fMenace                         // gain of a second move at once
	fMenaceLoss                     // the same with the loss of the move
	fDanger                         // gain of the enemy if the mover passed
	numFeatures
)

// MaxFeatures is the most weights in a score.
const MaxFeatures = numFeatures

// Names are the names of the features.
var Names = [numFeatures]string{"trade", "leave", "exchange", "reply", "plan", "phase", "origin", "threat", "rescue", "around", "recapture", "echo", "clock", "skill", "kings", "style", "home", "front", "evade", "scope", "file", "distance", "duel", "opponents", "ending", "finish", "pawns", "blunder", "repeat", "siege", "room", "material", "line", "book", "minors", "heavies", "pin", "passer", "tension", "chase", "hang", "west", "east", "rivals", "scheme", "nest", "spot", "jumps", "loss", "lossskill", "losskind", "lossphase", "menace", "menaceloss", "danger"}
