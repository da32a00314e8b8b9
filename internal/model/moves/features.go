package moves

import "github.com/chesszip/chesszip/board"

// Features lists for each legal move the weights that make up its score.
type Features struct {
	// Deep adds the features that need a search.
	Deep bool
	// Lines is the size of the table, in lines of LineWeights: from 1 to MaxLines.
	Lines uint32

	table *byte // of weights, which will be fetched; nil if they will not

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

// begin takes a position, and returns what all its moves share.
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

// The features. Each gives a weight for a pair of a row, which is the same for
// all moves of the position, and a column, which is what the move is. What each
// saves is measured by go run ./internal/tools/trainmodels ablation.
const (
	fTrade     = iota // piece, target, what stands there, who attacks and defends it
	fLeave            // who attacks and defends the piece where it stands, and where it goes
	fExchange         // what the exchange on the target wins, of which piece by which
	fReply            // the opponent's last piece and target
	fPlan             // our last piece and target
	fPhase            // how much material is left
	fOrigin           // what stands round the origin
	fThreat           // what the enemy has hanging before and after
	fRescue           // what we have hanging, and whether the move sees to it
	fAround           // what stands round the target
	fRecapture        // whether the move takes back
	fEcho             // from and to of the opponent's last move
	fClock            // the move number
	fSkill            // the mover's rating, and what the move gives away
	fKings            // where both kings stand
	fStyle            // the mover's rating, the time control, and the move
	fHome             // our pawns on the second and third ranks
	fFront            // enemy pawns on the sixth and seventh ranks
	fEvade            // whether the mover is in check
	fScope            // how many squares the piece attacks before and after
	fFile             // pawns on the file of the target
	fDistance         // distances to both kings
	fDuel             // the opponent's last piece, target and victim
	fFoes             // where the enemy's knights and bishops stand
	fEnding           // the result, how it came about and how many plies are left
	fFinish           // the result, plies left, and what hangs
	fPawns            // where all pawns stand
	fBlunder          // what hangs before and after, on both sides
	fRepeat           // whether the position comes back, and the counter of the fifty-move rule
	fSiege            // attacks on the squares round both kings
	fRoom             // squares attacked by both sides: mobility and space
	fMaterial         // what pieces are left
	fLine             // the last moves of both: three successive plies
	fBook             // the whole position, in the first thirty moves
	fMinors           // where our knights and bishops stand
	fHeavies          // where our king, queens and rooks stand
	fPin              // whether the piece is pinned, and what it looks at from the target
	fPasser           // whether a pawn has no enemy pawn before it
	fTension          // pawns beside, behind and against the target
	fChase            // whether the move attacks or takes what moved last
	fHang             // what hangs on both sides
	fWest             // pawns on the files a to d
	fEast             // pawns on the files e to h
	fRivals           // where the enemy's king, queens and rooks stand
	fScheme           // our last two moves
	fNest             // what stands round the origin, there
	fSpot             // what stands round the target, there
	fJumps            // what stands a knight's move from the target
	numShallow
)

// The features of the search: value is what settle, with both sides only
// capturing, makes of the position after the move.
const (
	fLoss       = numShallow + iota // how much worse than the best move
	fLossSkill                      // the same by the mover's rating and the time control
	fLossKind                       // the same by piece and exchange
	fLossPhase                      // the same by material and result
	fMenace                         // what a second move at once would win
	fMenaceLoss                     // the same beside what the move loses
	fDanger                         // what the enemy would win if the mover passed
	numFeatures
)

// MaxFeatures is the largest number of weights that make up a score.
const MaxFeatures = numFeatures

// Names are the names of the features.
var Names = [numFeatures]string{"trade", "leave", "exchange", "reply", "plan", "phase", "origin", "threat", "rescue", "around", "recapture", "echo", "clock", "skill", "kings", "style", "home", "front", "evade", "scope", "file", "distance", "duel", "opponents", "ending", "finish", "pawns", "blunder", "repeat", "siege", "room", "material", "line", "book", "minors", "heavies", "pin", "passer", "tension", "chase", "hang", "west", "east", "rivals", "scheme", "nest", "spot", "jumps", "loss", "lossskill", "losskind", "lossphase", "menace", "menaceloss", "danger"}
