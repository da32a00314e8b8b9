package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// header returns the tags of a game.
func header(number int64, pairs ...string) *chesszip.Game {
	h := &chesszip.Game{Number: number, Plies: 77}
	for i := 0; i < len(pairs); i += 2 {
		h.Tags = append(h.Tags, pgn.Tag{Name: pairs[i], Value: pairs[i+1]})
	}
	return h
}

// TestGameListFits checks that lines fit the terminal, whatever the script of names,
// that columns are aligned, and that a file gets complete names.
func TestGameListFits(t *testing.T) {
	games := []*chesszip.Game{
		header(0, "White", "Carlsen, Magnus", "WhiteElo", "2870", "Black", "Nepomniachtchi, Ian Alexandrovich", "BlackElo", "2792", "Result", "1-0",
			"Date", "2021.12.03", "ECO", "D02", "Event", "World Championship 2021, a long name of an event"),
		header(99_999, "White", "丁立人", "WhiteElo", "2800", "Black", "Ян Непомнящий", "Result", "1/2-1/2", "UTCDate", "2023.04.30", "ECO", "C84", "Event", "世界国际象棋冠军赛 2023"),
		header(7_654_320, "White", "Müller, Jürgen e\u0301", "Black", "👨‍👩‍👧 family", "BlackElo", "?", "Result", "*", "Date", "????.??.??"),
		header(1, "White", "\x1b[31m", "Black", strings.Repeat("x", 500), "Result", "0-1", "Date", "a date that is none"),
	}
	for _, columns := range []int{60, 80, 120, 200} {
		var out bytes.Buffer
		l := &gameList{w: &out, columns: columns}
		name, event := l.widths()
		out.WriteString(l.heading(name, event))
		for _, h := range games {
			require.NoError(t, l.add(h))
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		at := textWidth(lines[0][:strings.Index(lines[0], "result")])
		for i, line := range lines {
			if columns >= 80 {
				require.LessOrEqual(t, textWidth(line), columns, line)
			}
			if i > 0 {
				before, _, ok := strings.Cut(line, "  "+games[i-1].Tag("Result"))
				require.True(t, ok, line)
				require.Equal(t, at, textWidth(before)+2, "the result in %q", line)
			}
		}
		require.Contains(t, lines[1], "2870")
		require.Contains(t, lines[1], "… 2792", "the rating stays")
		require.NotContains(t, out.String(), "\x1b")
		coloured := &gameList{w: new(bytes.Buffer), columns: columns, coloured: true}
		for _, h := range games {
			require.NoError(t, coloured.add(h))
		}
		text := coloured.w.(*bytes.Buffer).String()
		require.Equal(t, strings.Join(lines[1:], "\n")+"\n", strings.NewReplacer(bold, "", dim, "", noColour, "").Replace(text))
		require.Contains(t, text, bold+"Carls")
	}
	var file bytes.Buffer
	require.NoError(t, (&gameList{w: &file}).add(games[0]))
	require.Equal(t, "      1  2021.12.03  Carlsen, Magnus 2870      Nepomniachtchi, Ian Alexandrovich 2792  1-0      D02    77  World Championship 2021, a long name of an event\n", file.String())
}
