package queries

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus/found"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// ordinaryGame is placed between games from the wild.
const ordinaryGame = "[Event \"Ordinary\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"0-1\"]\n\n1. d4 {a comment} d5 2. c4 e6 (2... c6 3. Nf3 Nf6) 3. Nc3 Nf6 0-1\n\n"

// TestFoundInArchives checks that games from the wild come back byte for byte, and that
// their archive gives the same moves as plain PGN.
func TestFoundInArchives(t *testing.T) {
	t.Parallel()
	var all bytes.Buffer
	for _, c := range found.Cases() {
		if strings.HasPrefix(c.Text, "[") {
			fmt.Fprintf(&all, "%s%s\n", ordinaryGame, c.Text)
		}
		t.Run(c.Name, func(t *testing.T) { checkFound(t, []byte(c.Text)) })
	}
	t.Run("all", func(t *testing.T) { checkFound(t, all.Bytes()) })
}

// checkFound compares archives of a text with the text.
func checkFound(t testing.TB, src []byte) {
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	ends := endsOf(t, src)
	want := foundAnswers(t, plain, ends)
	options := []chesszip.WriterOptions{
		{}, {Open: chesszip.ColumnNumbers}, {Open: chesszip.ColumnMoves | chesszip.ColumnNumbers},
	}
	if kit.Long || len(src) > 4000 { // a learned level takes its time for each archive
		options[2].Level = learned.V1
	}
	if kit.Long {
		options = append(options, chesszip.WriterOptions{Level: learned.V1})
	}
	for _, o := range options {
		var packed, back bytes.Buffer
		_, err := chesszip.Compress(kit.Opening(t.Context()), &packed, bytes.NewReader(src), &o)
		require.NoError(t, err)
		_, err = chesszip.Decompress(t.Context(), &back, bytes.NewReader(packed.Bytes()), &chesszip.ReaderOptions{Levels: levels.All()})
		require.NoError(t, err)
		require.True(t, bytes.Equal(src, back.Bytes()), "the bytes do not come back")
		a, err := chesszip.Open(t.Context(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), &chesszip.ReaderOptions{Levels: levels.All()})
		require.NoError(t, err)
		require.Equal(t, want, foundAnswers(t, a, ends), "level %v, index %v", o.Level != nil, o.Open)
		_, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		require.Empty(t, damaged)
	}
}

// endsOf returns the final positions of games as package pgn reads them, with the
// numbers of half-moves.
func endsOf(t testing.TB, src []byte) (ends []string) {
	for g, err := range pgn.NewReader(bytes.NewReader(src), nil).Games() {
		require.NoError(t, err)
		line, _ := g.MainLine()
		p := line.Start
		for _, m := range line.Moves {
			movegen.Make(&p, m)
		}
		if len(line.Moves) > 0 {
			ends = append(ends, p.String())
		}
	}
	return ends
}

// foundAnswers are an archive's answers about its games.
func foundAnswers(t testing.TB, a *chesszip.Archive, ends []string) (said []string) {
	for h, err := range a.Games().Headers(t.Context()) {
		require.NoError(t, err)
		said = append(said, fmt.Sprint(h))
	}
	for _, plies := range []string{"0-2", "3-6", "7-"} {
		n, err := a.Games().Where(kit.Query("ply:" + plies)).Count(t.Context())
		require.NoError(t, err)
		said = append(said, fmt.Sprint(plies, " ", n))
	}
	find := func(p *chesszip.Pattern) {
		at := fmt.Sprint(p)
		for hit, err := range a.Games().With(p).Texts(t.Context()) {
			require.NoError(t, err)
			at += fmt.Sprintf(" %d:%d:%d", hit.Number, hit.Ply(), len(hit.Text))
		}
		said = append(said, at)
	}
	find(kit.Pattern(`moves:"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"`))
	find(kit.Pattern(`moves:"1. e4 e5 2. Sf3 Sc6"`))
	find(kit.Pattern(`material:"KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"`))
	for _, fen := range ends {
		find(kit.Pattern(`fen:"` + fen + `"`))
	}
	return said
}

// TestFoundIsFound checks that the moves of games from the wild are those that a careful
// person reads, also from archives.
func TestFoundIsFound(t *testing.T) {
	for _, c := range found.Cases() {
		if strings.Contains(c.Text, "[Variant") {
			continue // counted by the rules of standard chess, as plain SAN
		}
		var packed bytes.Buffer
		_, err := chesszip.Compress(t.Context(), &packed, strings.NewReader(c.Text), nil)
		require.NoError(t, err)
		a, err := chesszip.Open(t.Context(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), &chesszip.ReaderOptions{Levels: levels.All()})
		require.NoError(t, err)
		h, err := a.Game(t.Context(), 0, chesszip.FieldTags|chesszip.FieldNumbers)
		require.NoError(t, err)
		require.Len(t, strings.Fields(c.Moves), h.Plies, c.Name)
	}
}
