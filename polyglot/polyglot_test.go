package polyglot_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/polyglot"
)

// memory is a Spill.
type memory struct{ bytes.Buffer }

func (m *memory) ReadAt(b []byte, off int64) (int, error) {
	return bytes.NewReader(m.Bytes()).ReadAt(b, off)
}

func games(t *testing.T) (all []*pgn.ParsedGame) {
	t.Helper()
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	for g, err := range pgn.NewReader(bytes.NewReader(sample), nil).Games() {
		require.NoError(t, err)
		all = append(all, g)
	}
	return all
}

// naive makes a book by a map and a sort.
func naive(games []*pgn.ParsedGame, plies, least int) []polyglot.Entry {
	type move struct {
		key  uint64
		code uint16
	}
	count, points := map[move]int{}, map[move]int{}
	for _, g := range games {
		line, _ := g.MainLine()
		p := line.Start
		in := map[move]bool{}
		for i, m := range line.Moves {
			if i == plies || m == board.NullMove {
				break
			}
			x := move{codec.Polyglot(&p), polyglot.CodeOf(m)}
			if !in[x] {
				in[x] = true
				count[x]++
				switch {
				case g.Result == "1/2-1/2":
					points[x]++
				case g.Result == "1-0" && p.Turn == board.White, g.Result == "0-1" && p.Turn == board.Black:
					points[x] += 2
				}
			}
			movegen.Make(&p, m)
		}
	}
	var book []polyglot.Entry
	for x, n := range count {
		if n >= least && points[x] > 0 {
			book = append(book, polyglot.Entry{Key: x.key, Code: x.code, Weight: uint16(points[x])})
		}
	}
	slices.SortFunc(book, func(x, y polyglot.Entry) int {
		return cmp.Or(cmp.Compare(x.Key, y.Key), cmp.Compare(y.Weight, x.Weight), cmp.Compare(x.Code, y.Code))
	})
	return book
}

// Books equal what is counted naively, and every entry is found again.
func TestBuilder(t *testing.T) {
	all := games(t)
	for _, c := range []struct{ plies, least int }{{30, 3}, {8, 1}, {400, 2}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			b := polyglot.NewBuilder(&polyglot.Options{Plies: c.plies, Games: c.least})
			for _, g := range all {
				line, _ := g.MainLine()
				require.NoError(t, b.Add(&line, g.Outcome()))
			}
			var out bytes.Buffer
			require.NoError(t, b.Write(t.Context(), &out))
			want := naive(all, c.plies, c.least)
			require.NotEmpty(t, want)
			var bytesOf []byte
			for i := range want {
				bytesOf = polyglot.AppendEntry(bytesOf, &want[i])
			}
			require.True(t, bytes.Equal(bytesOf, out.Bytes()), "%d entries, want %d", out.Len()/polyglot.EntrySize, len(want))
		})
	}
}

// A book that was spilled is the same.
func TestBuilderSpills(t *testing.T) {
	var spill memory
	small, large := polyglot.NewBuilder(&polyglot.Options{Plies: 200, Spill: &spill}), polyglot.NewBuilder(&polyglot.Options{Plies: 200})
	small.SetMost(1000)
	for _, g := range games(t) {
		line, _ := g.MainLine()
		require.NoError(t, small.Add(&line, g.Outcome()))
		require.NoError(t, large.Add(&line, g.Outcome()))
	}
	require.Greater(t, small.Runs(), 50)
	var got, want bytes.Buffer
	require.NoError(t, small.Write(t.Context(), &got))
	require.NoError(t, large.Write(t.Context(), &want))
	require.Positive(t, want.Len())
	require.True(t, bytes.Equal(want.Bytes(), got.Bytes()))
}

// The forms of moves: castling, promotion, en passant, and weights that are scaled.
func TestBook(t *testing.T) {
	line := func(fen string, moves ...string) gamestate.Game {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		g := gamestate.Game{Start: p}
		for _, text := range moves {
			m, err := notation.ParseSAN(text, &p)
			require.NoError(t, err)
			g.Moves = append(g.Moves, m)
			movegen.Make(&p, m)
		}
		return g
	}
	castling := line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "O-O-O")
	chess960 := line("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "O-O")
	promotion := line("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=N")
	other := line("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=Q")
	lost := line("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "Kd2")
	passed := line("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "Kd1")
	passed.Moves = append(passed.Moves, board.NullMove, board.NullMove)
	b := polyglot.NewBuilder(&polyglot.Options{Games: 1})
	for _, g := range []gamestate.Game{castling, chess960, promotion} {
		require.NoError(t, b.Add(&g, gamestate.Draw))
	}
	require.NoError(t, b.Add(&lost, gamestate.BlackWins))
	require.NoError(t, b.Add(&passed, gamestate.Undecided))
	for range 40_000 {
		require.NoError(t, b.Add(&other, gamestate.WhiteWins))
	}
	require.ErrorContains(t, b.Add(&gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(board.E2, board.E5, 0)}}, gamestate.Undecided), "half-move 1, e2-e5, is not legal")
	var out bytes.Buffer
	require.NoError(t, b.Write(t.Context(), &out))
	book, err := polyglot.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	require.EqualValues(t, 5, book.Len())
	moves := func(p *board.Position) (text []string) {
		entries, err := book.Entries(p)
		require.NoError(t, err)
		for _, e := range entries {
			m, ok := e.MoveIn(p)
			require.True(t, ok)
			text = append(text, fmt.Sprintf("%s %#04x %d", m, e.Code, e.Weight))
		}
		return text
	}
	require.Equal(t, []string{"e1-h1 0x0107 1"}, moves(&castling.Start))
	require.Equal(t, []string{"f1-h1 0x0147 1"}, moves(&chess960.Start))
	require.Equal(t, []string{"a7-a8q 0x4c38 65535", "a7-a8n 0x1c38 1"}, moves(&promotion.Start))
	p := board.Start()
	require.Empty(t, moves(&p))

	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, b.Write(canceled, io.Discard), context.Canceled)
}

func TestBookRefuses(t *testing.T) {
	_, err := polyglot.Open(strings.NewReader(""), 17)
	require.ErrorIs(t, err, polyglot.ErrCorrupt)
	_, _, err = polyglot.DecodeEntry(make([]byte, 15))
	require.ErrorIs(t, err, polyglot.ErrCorrupt)
	book, err := polyglot.Open(strings.NewReader("short"), 160)
	require.NoError(t, err)
	p := board.Start()
	_, err = book.Entries(&p)
	require.Error(t, err)
	require.True(t, errors.Is(err, io.EOF))
	// Entries that another position has written are left out.
	key := codec.Polyglot(&p)
	text := polyglot.AppendEntry(nil, &polyglot.Entry{Key: key, Code: 0xffff})
	text = polyglot.AppendEntry(text, &polyglot.Entry{Key: key, Code: polyglot.CodeOf(board.NewMove(board.E2, board.E4, 0))})
	book, err = polyglot.Open(bytes.NewReader(text), int64(len(text)))
	require.NoError(t, err)
	entries, err := book.Entries(&p)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}
