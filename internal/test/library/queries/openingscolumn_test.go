package queries

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// columnGames are games by name, whose first moves are in the column of openings, or
// not.
func columnGames() map[string]string {
	games := map[string]string{
		"a variation":           "1. e4 (1. d4 d5) e5 1-0",
		"an illegal third move": "1. e4 e5 2. Ke4 Nc6 *",
		"a null move":           "1. e4 -- 2. d4 d5 *",
		"a start of Chess960":   "[FEN \"bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w GDgd - 0 1\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 2. Ng3 Ng6 *",
		"Black begins":          "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n1... c5 2. Nf3 d6 *",
		"a mate":                "1. f3 e5 2. g4 Qh4# 0-1",
	}
	line := strings.Fields("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6")
	for plies := range len(line) + 1 {
		var b strings.Builder
		for i, san := range line[:plies] {
			if i%2 == 0 {
				fmt.Fprintf(&b, "%d. ", i/2+1)
			}
			b.WriteString(san + " ")
		}
		games[fmt.Sprintf("%d half-moves", plies)] = b.String() + "*"
	}
	return games
}

// TestOpeningsColumn checks that archives answer as the plain text does, whatever the
// column of openings has of the games: each alone, all together, and in a frame stored
// as text.
func TestOpeningsColumn(t *testing.T) {
	var all strings.Builder
	for name, text := range columnGames() {
		tags := ""
		if i := strings.LastIndex(text, "]\n\n"); i >= 0 {
			tags, text = text[:i+2], text[i+3:]
		}
		text = fmt.Sprintf("[White \"%s\"]\n[ECO \"B94\"]\n%s\n%s\n\n", name, tags, text)
		t.Run(name, func(t *testing.T) { checkFound(t, []byte(text)) })
		all.WriteString(text)
	}
	t.Run("all", func(t *testing.T) { checkFound(t, []byte(strings.Repeat(all.String(), 4))) })
	t.Run("kept as text", func(t *testing.T) {
		checkFound(t, []byte(all.String()+"[White \"odd\"]\n\n1. e4 "+strings.Repeat("\x01\x02{", 2000)+"*\n\n"))
	})
}

// TestFirstMovesNeedNoLevel checks that answers from the tags and the column of openings
// need no learned model: the archive is read without its level, so that any use of it
// would be an error.
func TestFirstMovesNeedNoLevel(t *testing.T) {
	var src strings.Builder
	for i := range 100 {
		moves := "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Be7 8. Qf3 Qc7 9. O-O-O Nbd7 10. g4 b5 11. a3 Rb8 12. Kb1 Ra8 13. Ka1 Rb8"
		if i%3 == 0 {
			moves = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 dxc4 10. Bxc4 Qc7 11. h4 h5 12. Kh1 Kh8 13. Kg1 Kg8"
		}
		eco := []string{"E56", "B97", "B97"}[i%3]
		fmt.Fprintf(&src, "[White \"w%d\"]\n[Black \"b%d\"]\n[WhiteElo \"%d\"]\n[BlackElo \"2000\"]\n[ECO \"%s\"]\n[Opening \"Opening %s\"]\n\n%s *\n\n", i%7, i%5, 1900+i, eco, eco, moves)
	}
	packed := kit.Compress(t, []byte(src.String()), &chesszip.WriterOptions{Level: learned.V1})
	a := kit.OpenBytes(t, packed, &chesszip.ReaderOptions{AllowMissing: true})
	for q, want := range map[string]int64{"eco:B97": 66, `opening:"Opening E56"`: 34, "white-elo:1950-": 50} {
		n, err := a.Games().Where(kit.Query(q)).Count(t.Context())
		require.NoError(t, err, q)
		require.Equal(t, want, n, q)
	}
	for p, want := range map[string]int64{
		`moves:"1. e4 c5 2. Nf3 d6"`: 66,
		`moves:"1. d4 d5"`:           0,
		"fen:\"rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -\"": 34,
		"fen:\"4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ -\"":             0, // pawns have moved
	} {
		n, err := a.Games().With(kit.Pattern(p)).Count(t.Context())
		require.NoError(t, err, p)
		require.Equal(t, want, n, p)
	}
	p, err := board.ParseFEN("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -")
	require.NoError(t, err)
	x, err := a.Games().Explore(t.Context(), p)
	require.NoError(t, err)
	require.Len(t, x.Moves, 1)
	require.Equal(t, chesszip.Effort{Decoded: 100}, x.Effort)
	_, err = a.Games().With(kit.Pattern(`material:"KQvK"`)).Count(t.Context())
	require.ErrorIs(t, err, chesszip.ErrLevel)
}
