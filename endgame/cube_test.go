package endgame

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/movegen"
)

// written are the cubes that tests share.
var written struct {
	sync.Once
	moves, distances []byte
}

// errEnough is what a file says that is long enough.
var errEnough = errors.New("enough")

// beginning is a file that takes n bytes.
type beginning struct {
	bytes.Buffer
	n int
}

func (b *beginning) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.n {
		return 0, errEnough
	}
	return b.Buffer.Write(p)
}

// cubes returns what WriteCube writes in both forms; without CHESSZIP_LONG=1
// WriteCube writes an eighth of that without distances, and the rest is taken
// from the other.
func cubes(t *testing.T) (moves, distances []byte) {
	t.Helper()
	table := solve(t, cubeName)
	written.Do(func() {
		var b bytes.Buffer
		require.NoError(t, table.WriteCube(&b, CubeDistances))
		a := beginning{n: 1 << 20}
		if long() {
			a.n = 8 << 20
			require.NoError(t, table.WriteCube(&a, CubeMoves))
		} else {
			require.ErrorIs(t, table.WriteCube(&a, CubeMoves), errEnough)
			require.Equal(t, a.n, a.Len())
		}
		written.moves, written.distances = a.Bytes(), b.Bytes()
		for i := len(written.moves); i < len(written.distances)/2; i++ {
			written.moves = append(written.moves, written.distances[2*i+1])
		}
	})
	return written.moves, written.distances
}

// TestGoldenCube checks the bytes of the cube, which never change.
func TestGoldenCube(t *testing.T) {
	moves, distances := cubes(t)
	text := fmt.Sprintf("moves %d %x\ndistances %d %x\n", len(moves), sha256.Sum256(moves), len(distances), sha256.Sum256(distances))
	golden.Frozen(t, "testdata/v1/cube.txt", text)
}

func TestCube(t *testing.T) {
	moves, distances := cubes(t)
	if len(moves) != 8<<20 || len(distances) != 16<<20 {
		t.Fatalf("cubes of %d and %d bytes, want 8 and 16 MiB", len(moves), len(distances))
	}
	won, longest := 0, 0
	for i, m := range moves {
		if distances[2*i+1] != m {
			t.Fatalf("entry %d: move %#x without distances, %#x with", i, m, distances[2*i+1])
		}
		d := distances[2*i]
		if (d == 0) != (m == 0) {
			t.Fatalf("entry %d: distance %d, move %#x", i, d, m)
		}
		if d > 0 {
			won++
		}
		if d == 33 {
			longest++
		}
	}
	if won != 5_411_092 || longest != 552 {
		t.Errorf("%d won, %d of them in 33 moves; want 5,411,092 and 552", won, longest)
	}
	// Frozen: the file is as public as a format.
	if got := crc32.ChecksumIEEE(distances); got != cubeCRC {
		t.Errorf("CRC of the cube: %#x, want %#x", got, cubeCRC)
	}
	// An entry by hand: Ka1, Bb1, Nc1, Black's king h1 is won in 23 by Ne2.
	at := 2 * (2*64 + 7) // a1 and b1 are 0
	if d, m := distances[at], distances[at+1]; d != 23 || m != 3<<6|12 {
		t.Errorf("Ka1 Bb1 Nc1, kh1: %d, %#x, want 23 and %#x", d, m, 3<<6|12)
	}
}

const cubeCRC uint32 = 0xfe09f3e8

func TestCubeAgreesWithBase(t *testing.T) {
	moves, distances := cubes(t)
	short, err := NewCube(bytes.NewReader(moves), int64(len(moves)))
	require.NoError(t, err)
	full, err := NewCube(bytes.NewReader(distances), int64(len(distances)))
	require.NoError(t, err)
	_, err = NewCube(bytes.NewReader(moves[1:]), int64(len(moves)-1))
	require.ErrorIs(t, err, ErrCorrupt)
	base := new(Base)
	r := rand.New(rand.NewPCG(6, 33))
	positions := 150
	if long() {
		positions = 500
	}
	for n := 0; n < positions; {
		p := randomPosition(r, "KBN", "K")
		o, err := base.Probe(&p)
		if err != nil || p.Turn != colorOf(&p) {
			if _, _, err := full.Best(&p); err == nil {
				t.Errorf("cube.Best(%v) = no error, want one", p)
			}
			continue
		}
		n++
		m, d, err := full.Best(&p)
		require.NoError(t, err)
		m2, d2, err := short.Best(&p)
		require.NoError(t, err)
		if m2 != m || d2 != 0 {
			t.Fatalf("%v: %v without distances, %v with", p, m2, m)
		}
		if o.Result == Drawn {
			if m != board.NullMove || d != 0 {
				t.Fatalf("%v: %v in %d, want a draw", p, m, d)
			}
			continue
		}
		if d != o.Moves() {
			t.Fatalf("%v: won in %d, want %d", p, d, o.Moves())
		}
		// Colours and bishops turned round, another of the best moves may be
		// the first.
		cs, err := base.Choices(&p)
		require.NoError(t, err)
		good := false
		for _, c := range cs {
			good = good || c.Move == m && c.Outcome == o
		}
		if !good {
			t.Fatalf("%v: %v is no best move", p, m)
		}
	}
}

// constant is a file in which every entry is the same.
type constant [2]byte

func (c constant) ReadAt(b []byte, off int64) (int, error) {
	for i := range b {
		b[i] = c[(int(off)+i)%2]
	}
	return len(b), nil
}

// FuzzCube checks that no entry makes a cube return an illegal move.
func FuzzCube(f *testing.F) {
	f.Add("8/8/8/8/8/8/8/KBN4k w - - 0 1", byte(23), byte(3<<6|12))
	f.Add("8/8/8/3k4/8/8/8/kbn4K b - - 0 1", byte(1), byte(0))
	f.Fuzz(func(t *testing.T, fen string, distance, move byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		cube, err := NewCube(constant{distance, move}, 16<<20)
		require.NoError(t, err)
		if m, _, err := cube.Best(&p); err == nil && m != board.NullMove && !movegen.IsLegal(&p, m) {
			t.Errorf("%s: illegal move %v", fen, m)
		}
	})
}

func TestCubeRefuses(t *testing.T) {
	if err := solve(t, "KBNK").WriteCube(io.Discard, 3); err == nil {
		t.Error("WriteCube in form 3 = no error, want one")
	}
	if err := solve(t, "KRK").WriteCube(io.Discard, CubeMoves); err == nil {
		t.Error("WriteCube of KRK = no error, want one")
	}
	short, err := NewCube(strings.NewReader("short"), 8<<20)
	require.NoError(t, err)
	if short.Form() != CubeMoves {
		t.Errorf("form %d of a file of 8 MiB, want %d", short.Form(), CubeMoves)
	}
	_, _, err = short.Best(parse(t, "8/8/8/8/8/8/8/KBN4k w - - 0 1"))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	_, _, err = short.Best(parse(t, "8/8/8/8/8/8/8/KBN4k b - - 0 1"))
	require.ErrorIs(t, err, ErrUnsolved)
	bad, err := NewCube(constant{0, 3<<6 | 63}, 16<<20)
	require.NoError(t, err)
	_, _, err = bad.Best(parse(t, "8/8/8/8/8/8/8/KBN4k w - - 0 1"))
	require.ErrorIs(t, err, ErrCorrupt)
}
