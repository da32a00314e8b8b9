package signature_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/movegen"
)

// playout plays n random moves from a position and returns them, and all positions
// reached.
func playout(r *rand.Rand, p board.Position, n int) (moves []board.Move, seen []board.Position) {
	seen = append(seen, p)
	var legal []board.Move
	for range n {
		legal = movegen.AppendLegal(legal[:0], &p)
		if len(legal) == 0 {
			break
		}
		m := legal[r.IntN(len(legal))]
		movegen.Make(&p, m)
		moves, seen = append(moves, m), append(seen, p)
	}
	return moves, seen
}

var starts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"4k3/P1P2P2/8/8/8/8/pp5p/4K3 w - - 0 1", // promotions
	"4k3/1p1p4/8/8/8/8/2P1P3/4K3 b - - 0 30",
	"4k3/8/8/8/8/8/8/P3K2P w - - 0 1", // pawns on the first rank
}

// TestAdmits checks that a game is admitted for every position that it reached, by a
// complete Want of the position and by less.
func TestAdmits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for n := range 400 {
		start, err := board.ParseFEN(starts[n%len(starts)])
		require.NoError(t, err)
		moves, seen := playout(r, start, r.IntN(200))
		s := signature.Of(&start, moves)
		for ply := range seen {
			w := signature.WantOf(&seen[ply].Board)
			require.True(t, s.Admits(&w), "ply %d of %s: %s", ply, starts[n%len(starts)], seen[ply].String())
			w.Home &= signature.Squares(r.Uint32())
			w.Gone &= signature.Squares(r.Uint32())
			require.True(t, s.Admits(&w), "some squares at ply %d", ply)
		}
		_, other := playout(r, start, 60)
		w := signature.WantOf(&other[len(other)-1].Board)
		if !s.Admits(&w) {
			refused++
		}
	}
	require.Greater(t, refused, 200, "of positions of other games")
}

func TestRefused(t *testing.T) {
	start := board.Start()
	moves := []board.Move{}
	p := start
	for _, text := range []string{"e2e4", "d7d5", "e4d5", "d8d5"} {
		m := board.NewMove(square(t, text[:2]), square(t, text[2:]), 0)
		moves = append(moves, m)
		movegen.Make(&p, m)
	}
	s := signature.Of(&start, moves)
	column := signature.Append(nil, []signature.Signature{s})
	require.Equal(t, "\x02\n\x27\x22\x71\x22\x12\n\xb4\n", string(column[2:]), "the example of docs/spec/open.md")
	at := func(fen string) *signature.Want {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		w := signature.WantOf(&p.Board)
		return &w
	}
	require.True(t, s.Admits(at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")))
	require.False(t, s.Admits(at("rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")), "Black's pawn left second")
	require.False(t, s.Admits(at("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")), "another pawn")
	require.False(t, s.Admits(at("rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1")), "a queen that is there at the end")
	require.True(t, s.Admits(&signature.Want{}), "nothing is known")
	none := signature.Of(nil, nil)
	require.True(t, none.Admits(at("8/8/8/4k3/8/8/4K3/8 w - - 0 1")), "a game of which nothing is known")
}

func square(t *testing.T, name string) board.Square {
	s, err := board.ParseSquare(name)
	require.NoError(t, err)
	return s
}

func TestColumn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, games := range []int{0, 1, 2, 300} {
		all := make([]signature.Signature, games)
		for i := range all {
			start, err := board.ParseFEN(starts[r.IntN(len(starts))])
			require.NoError(t, err)
			moves, _ := playout(r, start, r.IntN(150))
			all[i] = signature.Of(&start, moves)
		}
		src := signature.Append(nil, all)
		before := []signature.Signature{signature.Of(nil, nil)}
		got, err := signature.Decode(before, src, games, nil)
		require.NoError(t, err)
		require.Equal(t, append(before, all...), got)
		_, err = signature.Decode(nil, src, games+1, nil)
		require.ErrorIs(t, err, corrupt.Err)
		_, err = signature.Decode(nil, src[:len(src)-1], games, nil)
		require.ErrorIs(t, err, corrupt.Err)
	}
}

// FuzzDecode checks that decoded signatures are encoded and decoded as the same.
func FuzzDecode(f *testing.F) {
	start := board.Start()
	f.Add(signature.Append(nil, []signature.Signature{signature.Of(&start, nil), signature.Of(nil, nil)}), 2)
	f.Fuzz(func(t *testing.T, src []byte, games int) {
		if games < 0 || games > 4000 {
			return
		}
		all, err := signature.Decode(nil, src, games, nil)
		if err != nil {
			return
		}
		again, err := signature.Decode(nil, signature.Append(nil, all), games, nil)
		require.NoError(t, err)
		require.Equal(t, all, again)
	})
}
