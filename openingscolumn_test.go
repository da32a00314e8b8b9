package chesszip_test

import (
	"fmt"
	"strings"
	"testing"
)

// columnGames are games by name whose first moves the column of openings holds, or not.
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

// TestOpeningsColumn holds that archives answer as the plain text does, whatever the
// column of openings holds of the games: each alone, all together, and in a frame that
// is kept as text.
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
