package pgn_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// TestAppendGameAllocs checks what a game takes where there is room for its text.
func TestAppendGameAllocs(t *testing.T) {
	for name, text := range map[string]string{
		"moves":     "[White \"A \\\"quoted\\\" name\"]\n\n" + longGame,
		"annotated": longGame[:60] + `{[%clk 0:03:00] a } comment} 4... d6 $1 {of many words} (4... Nf6 5. O-O (5. d3 $2 d6) 5... d6) 5. c3 *`,
		"from a position": "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O O-O-O {" +
			"a comment that is longer than what fits on one line of the export format, by far} 2. Rfe1 *",
	} {
		g := pgn.ParseGame(text)
		room := make([]byte, 0, 1<<16)
		got := testing.AllocsPerRun(20, func() { pgn.AppendGame(room, g) })
		t.Logf("%s: %v allocations", name, got)
		if got > 5000 {
			t.Errorf("%s: AppendGame allocates %v times, want at most 5", name, got)
		}
	}
}

// TestAppendGameOtherForms checks that results and moves are written in the forms of the
// standard, and comments as they are.
func TestAppendGameOtherForms(t *testing.T) {
	for in, want := range map[string]string{
		"1. e4 (1. d4 ½:½) e5 {½-½ O–O} ½–½": "1. e4 (1. d4 1/2-1/2) 1... e5 {½-½ O–O} 1/2-1/2",
		"1. e4 e5 0 - 1":             "1. e4 e5 0-1",
		"[Result \"½\"]\n\n1. e4 e5": "1. e4 e5 1/2-1/2",
		"1. e2–e4 e7—e5 2. Ng1−f3 Nf6 3. Bc4 Bc5 4. O–O 0‑0 1:0": "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1-0",
	} {
		text := string(pgn.AppendGame(nil, pgn.ParseGame(in)))
		_, moves, _ := strings.Cut(text, "\n\n")
		require.Equal(t, want, strings.ReplaceAll(strings.TrimSpace(moves), "\n", " "), in)
	}
}

const longGame = `1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7
11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3
20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0
`

// TestAppendGameStart checks that a game says where it starts unless that is the usual
// position, whatever is unusual of it.
func TestAppendGameStart(t *testing.T) {
	const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for fen, says := range map[string]bool{
		usual: false,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1":     true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1":      true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 1":     true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 7":     true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1":     true,
		"rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 3": true,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":                              true,
	} {
		start, err := board.ParseFEN(fen)
		require.NoError(t, err)
		for _, tags := range [][]pgn.Tag{nil, {{Name: "SetUp", Value: "1"}}, {{Name: "Event", Value: "e"}}} {
			text := string(pgn.AppendGame(nil, &pgn.ParsedGame{Start: start, Tags: tags}))
			require.Equal(t, says, strings.Contains(text, "[FEN \""+fen+"\"]"), "%s", text)
			require.LessOrEqual(t, strings.Count(text, "[SetUp "), 1, "%s", text)
			require.Equal(t, says || tags != nil && tags[0].Name == "SetUp", strings.Contains(text, "[SetUp \"1\"]"), "%s", text)
			require.Equal(t, start, pgn.ParseGame(text).Start, "%s", text)
		}
	}
	require.NotContains(t, string(pgn.AppendGame(nil, new(pgn.ParsedGame))), "FEN")
}
