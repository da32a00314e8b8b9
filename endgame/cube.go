package endgame

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/movegen"
)

// CubeForm is the content of a cube: its number of bytes for each position.
type CubeForm int

// The forms.
const (
	CubeMoves     CubeForm = 1 // a best move: 8 MiB
	CubeDistances CubeForm = 2 // moves to mate and a best move: 16 MiB
)

const (
	cubeName    = "KBNK"
	cubeEntries = 64 * 32 * 64 * 64
)

// The pieces of a cube's moves.
const (
	cubeNone = iota
	cubeKing
	cubeBishop
	cubeKnight
)

// WriteCube writes the classic file of king, bishop and knight against king. The
// package comment draws it: the position is the address, without compression. t must
// be KBNK, otherwise WriteCube fails.
func (t *Table) WriteCube(w io.Writer, form CubeForm) error {
	if !t.named(cubeName) {
		return fmt.Errorf("endgame: %v: cubes hold %s", t.ending, cubeName)
	}
	if form != CubeMoves && form != CubeDistances {
		return fmt.Errorf("endgame: no form %d of cubes", form)
	}
	const part = 64 * 64
	buf := make([]byte, 0, part*int(form))
	for at := range cubeEntries {
		distance, move := t.cubeEntry(cubePlacement(at))
		if form == CubeDistances {
			buf = append(buf, distance)
		}
		buf = append(buf, move)
		if len(buf) == cap(buf) {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	return nil
}

// cubeAddress returns the number of the entry of a placement of White's pieces
// with a bishop on light squares.
func cubeAddress(p placement) int {
	return ((int(p.white)<<5|int(p.pieces[0]>>1))<<6|int(p.pieces[1]))<<6 | int(p.black)
}

// cubePlacement is the inverse of cubeAddress.
func cubePlacement(at int) placement {
	p := placement{black: board.Square(at & 63), white: board.Square(at >> 17)}
	p.pieces[0], p.pieces[1] = board.Square(at>>12&31)<<1, board.Square(at>>6&63)
	if !light(p.pieces[0]) {
		p.pieces[0]++
	}
	return p
}

// cubeEntry returns the moves to mate and the code of the first of the best
// moves, both 0 if p is drawn or impossible.
func (t *Table) cubeEntry(p placement) (distance, move byte) {
	slot, ok := t.slot(p)
	if !ok || t.white[slot] == impossible || t.white[slot] == unknown {
		return 0, 0
	}
	v := t.white[slot]
	// The order of movegen: the knight, the bishop, the king.
	for _, i := range [...]int{1, 0, 2} {
		for to := t.steps(p, i, false); to != 0; to = to.WithoutFirst() {
			q, ok := t.slot(t.move(p, i, to.First()))
			if ok && t.black[q] == v-1 {
				return v / 2, [...]byte{cubeBishop, cubeKnight, cubeKing}[i]<<6 | byte(to.First())
			}
		}
	}
	return v / 2, 0 // not reached: a won position has a winning move
}

// Cube answers from the classic file of king, bishop and knight against king, with
// one read for each answer.
type Cube struct {
	r    io.ReaderAt
	form CubeForm
}

// NewCube returns a Cube of a file of the given size in bytes, which determines its
// form. It does not read from r yet. Another size is ErrCorrupt.
func NewCube(r io.ReaderAt, size int64) (*Cube, error) {
	switch size {
	case cubeEntries * int64(CubeMoves):
		return &Cube{r, CubeMoves}, nil
	case cubeEntries * int64(CubeDistances):
		return &Cube{r, CubeDistances}, nil
	}
	return nil, fmt.Errorf("%w: %d bytes are no cube of %s, which has 8 or 16 MiB", ErrCorrupt, size, cubeName)
}

// Form returns the form of the file.
func (c *Cube) Form() CubeForm { return c.form }

// Best returns a best move of p and the moves to mate, 0 in a file without them. If p
// is drawn it returns board.NullMove and 0. The side to move, of either colour, must
// have the bishop and the knight; otherwise the error wraps ErrUnsolved or
// ErrIllegal.
func (c *Cube) Best(p *board.Position) (m board.Move, moves int, err error) {
	s, err := newSetup(p)
	if err != nil {
		return board.NullMove, 0, err
	}
	if !s.named(cubeName) || p.Turn != s.strong {
		return board.NullMove, 0, fmt.Errorf("%w: a cube holds %s with the pieces to move", ErrUnsolved, cubeName)
	}
	// A bishop on a dark square is mirrored to a light one.
	mirror := uint8(0)
	if !light(s.pieces[0]) {
		mirror = mirrorFiles
	}
	t := &symmetries[mirror]
	q := placement{white: t[s.white], black: t[s.black]}
	q.pieces[0], q.pieces[1] = t[s.pieces[0]], t[s.pieces[1]]
	at := cubeAddress(q)
	entry, err := ctxio.ReadAt(context.Background(), c.r, int64(c.form), int64(at)*int64(c.form))
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return board.NullMove, 0, fmt.Errorf("endgame: read entry %d of the cube: %w", at, err)
	}
	code := entry[len(entry)-1]
	var from board.Square
	switch code >> 6 {
	case cubeNone:
		return board.NullMove, 0, nil
	case cubeKing:
		from = s.white
	case cubeBishop:
		from = s.pieces[0]
	case cubeKnight:
		from = s.pieces[1]
	}
	if c.form == CubeDistances {
		if moves = int(entry[0]); moves == 0 {
			return board.NullMove, 0, fmt.Errorf("%w: entry %d of the cube has a move and no distance", ErrCorrupt, at)
		}
	}
	to := t[code&63]
	m = board.NewMove(s.square(from), s.square(to), board.NoKind)
	if !movegen.IsLegal(p, m) {
		return board.NullMove, 0, fmt.Errorf("%w: entry %d of the cube has the illegal move %v", ErrCorrupt, at, m)
	}
	return m, moves, nil
}
