package book

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// TestFind checks that the books know the start position, that all moves of it are
// legal, and that the first is the one that is played most.
func TestFind(t *testing.T) {
	p := board.Start()
	for number := range Books {
		row := Find(number, Key(&p))
		require.Greater(t, row.Len(), 10)
		m, most := row.At(0)
		require.Equal(t, board.NewMove(board.E2, board.E4, board.NoKind), m)
		for i := range row.Len() {
			m, n := row.At(i)
			require.True(t, movegen.IsLegal(&p, m))
			require.LessOrEqual(t, n, most)
			require.Positive(t, n)
		}
		require.Zero(t, Find(number, Key(&p)^1<<40).Len())
	}
}

// TestKey checks that transpositions have one key, and that an en passant square counts
// only where a pawn can capture there.
func TestKey(t *testing.T) {
	key := func(fen string) uint64 {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		return Key(&p)
	}
	const after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq "
	require.Equal(t, key(after+"e3 0 1"), key(after+"- 0 1"))
	require.Equal(t, key(after+"- 7 9"), key(after+"- 0 1"))
	const captured = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq "
	require.NotEqual(t, key(captured+"e3 0 1"), key(captured+"- 0 1"))
	require.NotEqual(t, key(after+"- 0 1"), key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"))
	require.NotEqual(t, key(after+"- 0 1"), key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1"))
}

// TestKnows checks that the filter knows all rows, and hardly anything else.
func TestKnows(t *testing.T) {
	for number := range books() {
		b := &books()[number]
		for _, row := range b.rows[:len(b.rows)-1] {
			require.True(t, Knows(uint64(row.key)<<32))
		}
	}
	known := 0
	for key := range uint64(10_000) {
		if Knows(key * factor) {
			known++
		}
	}
	require.Less(t, known, 1000, "of 10,000 keys")
}

func TestParseDamaged(t *testing.T) {
	for _, b := range []string{"", "CZB", Magic, Table()[:1000], Table()[:len(Table())-1], Table() + "x", Magic + "\xff\xff\xff\xff\x00\x00\x00\x00"} {
		_, err := parse(b)
		require.Error(t, err)
	}
}
