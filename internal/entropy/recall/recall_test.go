package recall

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// TestPosition checks that a fingerprint depends on all that a FEN says, and on every
// legal move and its place.
func TestPosition(t *testing.T) {
	p := board.Start()
	legal := movegen.AppendLegal(nil, &p)
	seen := map[Print]string{Print(0).Position(&p, legal): "the start position"}
	see := func(what string, p board.Position, legal []board.Move) {
		print := Print(0).Position(&p, legal)
		require.NotContains(t, seen, print, what)
		seen[print] = what
	}
	for what, change := range map[string]func(p *board.Position){
		"turn":          func(p *board.Position) { p.Turn = board.Black },
		"castling":      func(p *board.Position) { p.Castling = 0 },
		"en passant":    func(p *board.Position) { p.EnPassant = board.E3 },
		"halfmoves":     func(p *board.Position) { p.HalfmoveClock++ },
		"move number":   func(p *board.Position) { p.FullmoveNumber++ },
		"a piece less":  func(p *board.Position) { p.Put(board.A2, board.Empty) },
		"another piece": func(p *board.Position) { p.Put(board.A2, board.WhiteKnight) },
		"its colour":    func(p *board.Position) { p.Put(board.A2, board.BlackPawn) },
	} {
		q := p
		change(&q)
		see(what, q, legal)
	}
	for i := range legal {
		other := append([]board.Move(nil), legal...)
		other[i] ^= 1
		see("another move", p, other)
		if i > 0 {
			copy(other, legal)
			other[i-1], other[i] = other[i], other[i-1]
			see("moves exchanged", p, other)
		}
		see("fewer moves", p, legal[:i])
	}
}

// TestPrint checks that each bit that is added changes about half of a fingerprint.
func TestPrint(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for bit := range 128 {
		changed := 0
		const trials = 200
		for range trials {
			p, a, b := Print(rng.Uint64()), rng.Uint64(), rng.Uint64()
			if bit%2 == 0 {
				a, b = a&0xffff, b&0xffff // as most of what is added
			}
			other := [2]uint64{a, b}
			other[bit/64] ^= 1 << (bit % 64)
			d := p.Add(a, b).Add(0, 0) ^ p.Add(other[0], other[1]).Add(0, 0)
			require.NotZero(t, d)
			changed += bits.OnesCount64(uint64(d))
		}
		if mean := changed / trials; mean < 24 || mean > 40 {
			t.Errorf("bit %d changes %d bits of 64", bit, mean)
		}
	}
}

func TestMemory(t *testing.T) {
	var m Memory
	for i := range 5 {
		m.Add(Choice{Print: Print(10 + i), Index: uint16(i)})
	}
	c := m.From(2)
	got, ok := c.Next(12)
	require.True(t, ok)
	require.EqualValues(t, 2, got.Index)
	_, ok = c.Next(99)
	require.False(t, ok, "another fingerprint")
	_, ok = c.Next(14)
	require.True(t, ok, "behind one that does not fit")
	require.False(t, c.Any())
	_, ok = c.Next(0)
	require.False(t, ok, "behind the last")
	c = m.From(9)
	require.False(t, c.Any(), "beyond the last")
	m.Reset()
	require.Zero(t, m.Len())
	for range Most + 3 {
		m.Add(Choice{})
	}
	require.Equal(t, Most, m.Len())
}
