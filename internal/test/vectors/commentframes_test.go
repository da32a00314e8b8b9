package vectors_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// controls are values of the tag TimeControl. The first two have the same hash.
var controls = []string{
	"11/4131:6060+2", "56/56048:5507+2", "180+2", "180", "180+", "180+12345", "180+123456", "180+2/", "180+:", "180+2+7", "40/7200+30", "", "\x00", "-", "180+0",
}

// commented returns games with comments that depend on tags, marks and following text.
func commented(n int) string {
	r := numbers(21)
	var s strings.Builder
	glyphs := [...]string{"!", "?", "!!", "?!", "+-", "=", "!?", "N"}
	good := [...]string{"good", "bad", "odd", "the end"}
	for i := range n {
		left := [2]int{179 - i%2, 178 - i%3}
		clock := func(side int) string {
			left[side] += [...]int{2, 0, 7, 30}[i%4] - int(r(9))
			return fmt.Sprintf("[%%clk 0:%02d:%02d]", left[side]/60, left[side]%60)
		}
		tag := func(name, value string) {
			if i%7 != len(name)%7 {
				fmt.Fprintf(&s, "[%s \"%s\"]\n", name, value)
			}
		}
		tag("White", "Player "+string(rune('A'+i%5)))
		tag("Black", "Player "+string(rune('A'+i%3)))
		tag("Result", [...]string{"1-0", "0-1", "1/2-1/2", "*", "none"}[i*3%5])
		if i%5 != 4 {
			fmt.Fprintf(&s, "[TimeControl \"%s\"]\n", controls[i%len(controls)])
		}
		tag("ECO", [...]string{"C50", "B20"}[i%2])
		tag("Opening", [...]string{"Italian Game", "Sicilian Defence"}[i%2])
		tag("Variation", [...]string{"Giuoco Piano", "Najdorf"}[i%2])
		fmt.Fprintf(&s, "\n{Player %c against Player %c, %s} 1. e4 {%s} %s {%s} {so} e5 {%s} $%d {%s} ", 'A'+i%5, 'A'+i%3,
			[...]string{"Italian Game", "Sicilian Defence"}[i%2], clock(0), glyphs[r(8)], good[r(3)], clock(1), 1+r(139), good[r(3)])
		fmt.Fprintf(&s, "2. Nf3 %s $%d {%s} {%s} ({then} 2. Bc4 {%s} Nf6 {%s}) Nc6 {%s} ", glyphs[r(8)], 1+r(9), good[r(3)], clock(0), good[r(3)], clock(1), clock(1))
		switch r(4) {
		case 0:
			fmt.Fprintf(&s, "3. -- {%s} Zz %s {%s} ", good[r(3)], glyphs[r(8)], good[r(3)])
		case 1:
			fmt.Fprintf(&s, "3. Bc4 %s {%s} Bc5 ; %s\n", glyphs[r(8)], clock(0), good[r(3)])
		}
		fmt.Fprintf(&s, "{%s} {%s %d} *\n\n", good[(i*3%5)%4], [...]string{"White won", "Black won", "drawn", "open", "none"}[i*3%5], r(9))
	}
	return s.String()
}

// group is a group of comments, with the field games before it.
type group struct {
	games uint64
	texts [][]byte
	data  []byte
}

// groupOf returns the only group of a frame.
func groupOf(t *testing.T, f *archive.Frame) (g group) {
	t.Helper()
	b, ok := f.Stream(9)
	require.True(t, ok)
	var fields [3]uint64
	for i := range fields {
		v, n := binary.Uvarint(b)
		require.Positive(t, n)
		fields[i], b = v, b[n:]
	}
	require.Equal(t, uint64(0), fields[0])
	require.Len(t, b, int(fields[2]))
	column, ok := f.Stream(6)
	require.True(t, ok)
	var err error
	g.texts, err = text.Decode(column, -1, 1<<20, nil)
	require.NoError(t, err)
	require.Len(t, g.texts, int(fields[1]))
	g.data = b
	return g
}

// groupFrames returns frames whose comments are in groups.
func groupFrames(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	whole := commented(67)
	games := strings.SplitAfter(whole, "*\n\n")
	short := strings.Join(games[:32], "") + "[White \"a\"]\n\n1. e4 *\n\n"
	params, f := frameOf(t, whole)
	list = append(list, frameVector("67 games with comments, marks and time controls", params, f, whole))
	all := groupOf(t, f)
	part := func(from, to int) group {
		_, f := frameOf(t, strings.Join(games[from:to], ""))
		return groupOf(t, f)
	}
	first, second, third := part(0, 32), part(32, 64), part(64, 67)
	say := func(games uint64, g group) group {
		g.games = games
		return g
	}
	for _, c := range []struct {
		name    string
		text    string
		groups  []group
		refused bool
	}{
		{"three groups of comments", whole, []group{say(1, first), say(1, second), say(0, third)}, false},
		{"two groups of comments, the first of 64 games, the second of more than are left", whole, []group{say(2, part(0, 64)), say(4194304, third)}, false},
		{"two groups of comments, the second of too many games", whole, []group{say(1, first), say(4194305, part(32, 67))}, true},
		{"a group of comments that too few games have", whole, []group{say(2, all)}, true},
		{"comments behind the last group", whole, []group{say(0, all), say(0, group{})}, true},
		{"a group of comments that says more texts than there are", whole, []group{{0, append(slices.Clone(all.texts), nil), all.data}}, true},
		{"a group without comments, with a string of 7 bytes", short, []group{say(1, first), {data: make([]byte, 7)}}, false},
		{"a group without comments, with a string of 8 bytes", short, []group{say(1, first), {data: make([]byte, 8)}}, true},
	} {
		var texts [][]byte
		var stream9 []byte
		for _, g := range c.groups {
			stream9 = append(uv(stream9, g.games, uint64(len(g.texts)), uint64(len(g.data))), g.data...)
			texts = append(texts, g.texts...)
		}
		if strings.Contains(c.name, "more texts") {
			texts = texts[:len(texts)-1]
		}
		_, f := frameOf(t, c.text)
		changed := *f
		changed.Streams = slices.Clone(f.Streams)
		for i := range changed.Streams {
			switch changed.Streams[i].Kind {
			case 6:
				changed.Streams[i].Data = text.Append(nil, texts, text.Quick, nil)
			case 9:
				changed.Streams[i].Data = stream9
			}
		}
		if c.refused {
			list = append(list, refusedFrame(t, c.name, params, &changed))
			continue
		}
		list = append(list, takenFrame(t, c.name, params, &changed, c.text))
	}
	return list
}
