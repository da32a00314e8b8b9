package fast

import "github.com/chesszip/chesszip/board"

// The starts of the parts of the weight table, in weights. The score of a move is the
// sum of one weight of each part that applies. "Goal" is kind - 1 and target square
// of the move, 6 x 64; squares are those of the view.
const (
	// paths: kind - 1 (6), origin (64), target (64).
	pathsAt = 0
	// trades: row of the origin - 16 (96), column of the target (256); see
	// view.origin and view.target.
	tradesAt = pathsAt + 6*64*64
	// replies: kind - 1 and target of the opponent's last move (384) or none,
	// goal (384).
	repliesAt = tradesAt + 96*256
	// attacks: square of the enemy king (64), goal.
	attacksAt = repliesAt + 385*384
	// shelters: zone of our king (16), goal.
	sheltersAt = attacksAt + 64*384
	// rescues: class of hanging pieces (5), whether the origin hangs (2), column
	// (256).
	rescuesAt = sheltersAt + 16*384
	// checks: kind - 1 (6), column (256). Only for moves that give check.
	checksAt = rescuesAt + 10*256
	// recaptures: kind - 1 of the piece that the opponent captured (6), row (96).
	// Only for moves to that square.
	recapturesAt = checksAt + 6*256
	// promotions: kind (8), column (256). Only for promotions.
	promotionsAt = recapturesAt + 6*96
	// agains: kind of the opponent's last move or 0 (7), row (96). Only for
	// the piece that moved last.
	againsAt = promotionsAt + 8*256
	// openings: hash of the position and the move. Only in the first moves.
	openingsAt = againsAt + 7*96
	// Weights is the number of weights.
	Weights = openingsAt + 1<<openingBits
)

const (
	openingMoves = 7 // move numbers up to which the openings apply
	openingBits  = 14
)

// openingAt returns the place of a move in the openings.
func openingAt(hash uint64, m board.Move) int {
	return openingsAt + int((hash^uint64(m)*0xff51afd7ed558ccd)*0xc4ceb9fe1a85ec53>>(64-openingBits))
}

// Features is a simple form of Ranker's scores, for training: it lists the weights in
// the score of a move. The zero Features is ready to use.
type Features struct {
	v   view
	buf []int32
}

// Prepare makes f ready for position p.
func (f *Features) Prepare(h Past, p *board.Position) { f.v.read(p, h) }

// Of returns the indexes of the weights of the move m. The slice is valid until the
// next call.
func (f *Features) Of(m board.Move) []int32 {
	v := &f.v
	from, to := uint8(m.From())^v.flip, uint8(m.To())^v.flip
	row, hangs, col := int(v.origin[from]&127)-16, int(v.origin[from]>>7), int(v.target[to])
	goal := row>>4<<6 | int(to)
	f.buf = append(f.buf[:0],
		int32(pathsAt+row>>4<<12+int(from)<<6+int(to)),
		int32(tradesAt+row<<8+col),
		int32(v.reply+goal),
		int32(v.attack+goal),
		int32(v.shelter+goal),
		int32(rescuesAt+(v.hang<<1|hangs)<<8+col))
	if v.check[row>>4+1].Has(board.Square(to)) {
		f.buf = append(f.buf, int32(checksAt+row>>4<<8+col))
	}
	if from == v.prev {
		f.buf = append(f.buf, int32(v.again+row))
	}
	if to == v.recapture {
		f.buf = append(f.buf, int32(v.recaptureRow+row))
	}
	if k := m.Promotion(); k != board.NoKind {
		f.buf = append(f.buf, int32(promotionsAt+int(k)<<8+col))
	}
	if v.opening {
		f.buf = append(f.buf, int32(openingAt(v.hash, m)))
	}
	return f.buf
}
