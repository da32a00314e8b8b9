package endgame

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

func TestLine(t *testing.T) {
	var b Base
	for _, fen := range []string{
		"8/8/8/8/8/8/8/KBN4k w - - 0 1",
		"8/8/8/3k4/8/8/8/KBN5 b - - 0 1",
		"kbn5/8/8/8/3K4/8/8/8 b - - 0 1",
		"8/8/8/8/8/3k4/3P4/3K4 w - - 0 1",
		"8/8/8/1k6/8/8/3P4/3K4 w - - 0 1",
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		o, err := b.Probe(&p)
		require.NoError(t, err)
		line, err := b.Line(&p)
		require.NoError(t, err)
		text := ""
		for _, m := range line {
			text += " " + notation.SAN(&p, m)
			movegen.Make(&p, m)
		}
		t.Log(fen, o, text)
	}
}
