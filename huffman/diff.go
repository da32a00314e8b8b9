package huffman

import (
	"fmt"
	"sync"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Diff is the scheme that writes only the differences from the start position: runs
// of equal squares and differing squares, both in code words built from real
// positions. It holds any board; the start position takes 5 bits.
type Diff struct{}

// rest is the symbol of a run's code for no further difference.
const rest = 64

// diffCodes are the codes of Diff.
type diffCodes struct {
	run  [8]*Code        // by the rank where the run begins
	diff [13]*Code       // by the start position's piece
	home [64]board.Piece // the start position
	back [4]bitboard.Set // its planes
}

var diffTables = sync.OnceValue(func() *diffCodes {
	var t diffCodes
	for i := range t.run {
		t.run[i] = must(Build(smooth(runCounts[i][:], nil), MaxLen))
	}
	for i := range t.diff {
		t.diff[i] = must(Build(smooth(diffCounts[i][:], func(d int) bool {
			return d != 0 && isPiece(nibbleOf[i]^uint8(d))
		}), MaxLen))
	}
	start := board.Start()
	for s := range t.home {
		t.home[s] = start.At(board.Square(s))
	}
	t.back = start.Planes()
	return &t
})

// smooth returns the weights of counts: 16 times the count, plus 1 so that symbols
// that never occurred also have a word. Impossible symbols get weight 0; if possible
// is nil, all are possible.
func smooth(counts []uint64, possible func(sym int) bool) []uint64 {
	weights := make([]uint64, len(counts))
	for i, n := range counts {
		if possible == nil || possible(i) {
			weights[i] = 16*n + 1
		}
	}
	return weights
}

// up converts an index in the order up the files into a square. It is its own
// inverse.
func up(i int) board.Square { return board.Square(i&7<<3 | i>>3) }

// changes calls run and then diff for each difference, in order, and run with the
// symbol rest at the end if needed.
func (t *diffCodes) changes(b *board.Board, run func(rank, n int), diff func(home board.Piece, d uint8)) {
	planes := b.Planes()
	var changed bitboard.Set
	for i := range planes {
		planes[i] ^= t.back[i]
		changed |= planes[i]
	}
	// Transposed, the order up the files is the order of the bits.
	changed = transpose(changed)
	next := 0
	for ; changed != 0; changed = changed.WithoutFirst() {
		i := int(changed.First())
		s := up(i)
		run(next&7, i-next)
		diff(t.home[s], uint8(planes[0]>>s&1|planes[1]>>s&1<<1|planes[2]>>s&1<<2|planes[3]>>s&1<<3))
		next = i + 1
	}
	if next < 64 {
		run(next&7, rest)
	}
}

// BitLen returns the number of bits that Write writes for b. The error is nil.
func (Diff) BitLen(b *board.Board) (int, error) {
	t := diffTables()
	n := 0
	t.changes(b,
		func(rank, run int) { n += t.run[rank].Len(run) },
		func(home board.Piece, d uint8) { n += t.diff[home].Len(int(d)) })
	return n, nil
}

// Write writes b.
func (Diff) Write(w *bitio.Writer, b *board.Board) error {
	t := diffTables()
	out := sink{w: w}
	t.changes(b,
		func(rank, run int) { out.put(t.run[rank].Encode(run)) },
		func(home board.Piece, d uint8) { out.put(t.diff[home].Encode(int(d))) })
	return out.flush()
}

// Read reads a board. It fails with board.ErrCorrupt or io.ErrUnexpectedEOF.
func (Diff) Read(r *bitio.Reader) (board.Board, error) {
	t := diffTables()
	in := source{r: r}
	planes := planes(t.back)
	for next := 0; next < 64; {
		run := in.get(t.run[next&7], 0)
		if in.r.TryError != nil || run == rest {
			break
		}
		i := next + run
		if i > 63 {
			return board.Board{}, &board.CorruptError{Bit: in.used, Msg: fmt.Sprintf("run of %d equal squares with %d left", run, 64-next)}
		}
		owed := 0
		if i < 63 {
			owed = t.run[(i+1)&7].MinLen()
		}
		s := up(i)
		planes.put(s, uint8(in.get(t.diff[t.home[s]], owed)))
		next = i + 1
	}
	if err := in.err(); err != nil {
		return board.Board{}, err
	}
	return planes.board(), nil
}

// Stats are the parts of a board's code by Diff.
type Stats struct {
	Differences    int `json:"differences"`     // squares that differ from the start position
	RunBits        int `json:"run_bits"`        // bits for where they are
	DifferenceBits int `json:"difference_bits"` // bits for what they are
}

// Stats returns the parts of b's code. Their sum is BitLen.
func (Diff) Stats(b *board.Board) (s Stats) {
	t := diffTables()
	t.changes(b,
		func(rank, run int) { s.RunBits += t.run[rank].Len(run) },
		func(home board.Piece, d uint8) {
			s.Differences++
			s.DifferenceBits += t.diff[home].Len(int(d))
		})
	return s
}
