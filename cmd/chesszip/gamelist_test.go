package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// listedGame returns a game as it is listed.
func listedGame(g chesszip.Game, white, black, event string) *chesszip.Game {
	g.Plies = 77
	g.Tags = []pgn.Tag{{Name: "White", Value: white}, {Name: "Black", Value: black}, {Name: "Event", Value: event}}
	return &g
}

// TestGameListFits checks that lines fit the terminal, whatever the script of names,
// that columns are aligned, and that a file gets complete names.
func TestGameListFits(t *testing.T) {
	games := []*chesszip.Game{
		listedGame(chesszip.Game{WhiteElo: 2870, BlackElo: 2792, Result: "1-0", Year: 2021, Month: 12, Day: 3, ECO: "D02"},
			"Carlsen, Magnus", "Nepomniachtchi, Ian Alexandrovich", "World Championship 2021, a long name of an event"),
		listedGame(chesszip.Game{Number: 99_999, WhiteElo: 2800, Result: "1/2-1/2", Year: 2023, Month: 4, Day: 30, ECO: "C84"}, "丁立人", "Ян Непомнящий", "世界国际象棋冠军赛 2023"),
		listedGame(chesszip.Game{Number: 7_654_320, Result: "*"}, "Müller, Jürgen e\u0301", "👨‍👩‍👧 family", ""),
		listedGame(chesszip.Game{Number: 1, Result: "0-1", Year: 2020}, "\x1b[31m", strings.Repeat("x", 500), ""),
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
				before, _, ok := strings.Cut(line, "  "+games[i-1].Result)
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
