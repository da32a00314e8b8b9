package comments

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// after returns the place after the last of the given moves.
func after(t require.TestingT, fen string, moves ...string) At {
	pos := board.Start()
	if fen != "" {
		var err error
		pos, err = board.ParseFEN(fen)
		require.NoError(t, err)
	}
	at := At{Now: &pos, Side: 1 - int(pos.Turn)}
	for _, w := range moves {
		before := *at.Now
		m, err := notation.ParseSAN(w, &before)
		require.NoError(t, err)
		now := before
		movegen.Make(&now, m)
		at = At{Now: &now, Before: &before, Earlier: at.Before, Move: m, Side: int(before.Turn), Ply: at.Ply + 1}
	}
	return at
}

// lineCases are lines with how they are written and where they start.
var lineCases = []struct {
	name, fen, moves, text string
	how                    spelling
	start                  uint8
	rest                   string // of the line, which is no moves, or nothing
}{
	{"SAN, from before the last move", "", "e4", "e4 e5 Nf3 Nc6", asSAN, 1, ""},
	{"SAN, from the comment", "", "e4", "e5 Nf3 Nc6", asSAN, 0, ""},
	{"SAN, from before the move before the last", "", "e4 e5", "e4 c5 Nf3", asSAN, 2, ""},
	{"squares", "", "e4", "e7e5 g1f3 b8c6", asUCI, 0, ""},
	{"squares, castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "e1g1 e8c8", asUCI, 0, ""},
	{"squares, a promotion", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "", "a7a8q h7g7", asUCI, 0, ""},
	{"long SAN", "", "e4", "e7-e5 Ng1-f3 Nb8-c6 Nf3xe5", asLong, 0, ""},
	{"long SAN, castling and check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "Ra1xa8+ Ke8-e7 O-O", asLong, 0, ""},
	{"long SAN, a check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "Ra1-a8+ Ke8-e7", asLong, 0, ""},
	{"long SAN, a promotion", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "", "a7-a8=Q Kh7-g7", asLong, 0, ""},
	{"long SAN, mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "", "Ra1-a8#", asLong, 0, ""},
	{"it breaks off", "", "e4", "e5 Nf3 Ke4 d5", asSAN, 0, "Ke4 d5"},
	{"it goes over to squares", "", "e4", "e5 g1f3", asSAN, 0, "g1f3"},
	{"a check sign that is not due", "", "e4", "e5 Nf3+", asSAN, 0, "Nf3+"},
	{"behind mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "", "Ra8# h6", asSAN, 0, "h6"},
}

func TestLineCases(t *testing.T) {
	for _, c := range lineCases {
		t.Run(c.name, func(t *testing.T) {
			at := after(t, c.fen, strings.Fields(c.moves)...)
			comments := []placed{{"pv=" + c.text, at, true}, {"pv=" + c.text, at, true}}
			w := NewWriter(nil)
			for i := range comments {
				w.Begin()
				w.Write([]byte(comments[i].text), &comments[i].at)
				style := w.lines.style(w.cut.slots[0].key)
				if style.spelling != c.how || style.start != c.start {
					t.Errorf("comment %d: spelling %d, start %d, want %d, %d", i, style.spelling, style.start, c.how, c.start)
				}
			}
			want := []string{comments[0].text}
			if c.rest != "" {
				want = append(want, c.rest)
			}
			_, texts := w.Finish()
			var got []string
			for _, text := range texts {
				got = append(got, string(text))
			}
			require.Equal(t, want, got)
			pack(t, comments)
		})
	}
}

// TestLineAlone checks that a line whose first word is no legal move is a text.
func TestLineAlone(t *testing.T) {
	at := after(t, "", "e4")
	for _, text := range []string{"pv=e5 e5", "pv=Ke3", "pv=a1a8"} {
		first := placed{"pv=e5", at, true}
		_, texts := write([]placed{first, {text, at, false}})
		want := [][]byte{[]byte("pv=e5"), []byte(text[3:])}
		if text == "pv=e5 e5" {
			want[1] = []byte("e5") // only the rest
		}
		require.Equal(t, want, texts)
		pack(t, []placed{first, {text, at, false}})
	}
}

// TestLinePredicted checks what a move of a line is known by: a line of the same
// side, of the other one, the move played, and a variation's first move.
func TestLinePredicted(t *testing.T) {
	at := after(t, "", "d4")
	here := func(l *lines, p *board.Position, side int) (string, uint32) {
		first, _, agree := predict(p, l.earlier.at(p), side)
		if first == noMove {
			return "", agree
		}
		return first.String(), agree
	}
	w := NewWriter(nil)
	w.Write([]byte("pv=d5 c4"), &at)
	got, agree := here(&w.lines, at.Now, at.Side)
	require.Equal(t, "d7-d5", got, "a line of the same side")
	require.Equal(t, uint32(onePrediction), agree)
	got, _ = here(&w.lines, at.Now, 1-at.Side)
	require.Equal(t, "d7-d5", got, "a line of the other side")
	w.Write([]byte("pv=d5 c4"), &at)
	got, agree = here(&w.lines, at.Before, at.Side)
	require.Equal(t, "d2-d4", got, "the move played")
	require.Equal(t, uint32(predictionsAgree), agree)
	at.Other = board.NewMove(12, 28, 0)
	w.Write([]byte("pv=d5 c4"), &at)
	got, agree = here(&w.lines, at.Before, at.Side)
	require.Equal(t, "e2-e4", got, "the first move of a variation")
	require.Equal(t, uint32(predictionsDiffer), agree)
	w.Begin()
	got, agree = here(&w.lines, at.Now, at.Side)
	require.Equal(t, "", got, "another game")
	require.Equal(t, uint32(noPrediction), agree)
}

// TestLineDamage checks the errors of incomplete lines.
func TestLineDamage(t *testing.T) {
	at := after(t, "", "e4", "e5")
	comments := []placed{{"pv=Nf3 Nc6", at, true}, {"pv=Nf3 d6 d4", at, false}, {"pv=Nf3 oops", at, false}, {"pv=Nf3 Ke2", at, false}}
	data, texts := write(comments)
	damage(t, comments)
	_, err := read(data, texts[:1], comments)
	require.ErrorIs(t, err, corrupt.Err)
	comments[1].at.Now = nil
	_, err = read(data, texts, comments)
	require.ErrorIs(t, err, ErrPosition)
}

// TestLongLine checks that moves of a line beyond the bound are another line.
func TestLongLine(t *testing.T) {
	at := after(t, "", "e4")
	at.Before, at.Earlier = nil, nil
	for _, n := range []int{maxLine - 1, maxLine, maxLine + 1, 2*maxLine + 1} {
		words := make([]string, n)
		for i := range words {
			words[i] = []string{"Nf6", "Nf3", "Ng8", "Ng1"}[i%4]
		}
		text := strings.Join(words, " ")
		var l lexed
		require.True(t, l.read([]byte(text), nil))
		if want := (n + maxLine - 1) / maxLine; len(l.slots) != want {
			t.Errorf("%d moves are %d lines, want %d", n, len(l.slots), want)
		}
		pack(t, []placed{{text, at, true}, {text, at, true}})
	}
}

// TestLineClaims checks how a line may be written, where it may start, and how
// many moves it may have.
func TestLineClaims(t *testing.T) {
	// A line whose style is said, or else is the usual one, and that has so
	// many moves.
	read := func(style int, count int64) error {
		w := NewWriter(nil)
		w.Begin()
		words := w.lines.words
		words.Use(lineParsed, 0)
		words.Flag(true)
		words.Use(lineUsual, 0)
		if words.Flag(style < 0); style >= 0 {
			words.Use(lineWritten)
			words.Index(style, 4)
		}
		words.Use(lineCount, 0, short(0), class(0))
		words.Number(count)
		data, _ := w.Finish()
		at := after(t, "", "e4", "e5")
		r := NewReader(append(data, make([]byte, 100)...), nil, nil)
		r.Begin()
		_, err := r.lines.code(nil, &slot{kind: slotLine}, &at, 0)
		return err
	}
	for _, c := range []struct {
		style int
		count int64
		said  string
	}{
		{-1, 0, "a line should have 1 to 4096 moves, not 0"},
		{-1, maxLine + 1, "a line should have 1 to 4096 moves, not 4097"},
		{-1, 1 << 40, "a line should have 1 to 4096 moves, not"},
		{0, 1, ""}, {1, 1, ""}, {2, 1, ""}, {8, 1, ""}, {9, 1, ""}, {10, 1, ""},
		{3, 1, "written in one of three ways"}, {7, 1, "written in one of three ways"}, {11, 1, "written in one of three ways"},
		{12, 1, "written in one of three ways"}, {13, 1, "written in one of three ways"}, {15, 1, "written in one of three ways"},
	} {
		err := read(c.style, c.count)
		if c.said != "" {
			require.ErrorIs(t, err, corrupt.Err, "style %d, %d moves", c.style, c.count)
			require.ErrorContains(t, err, c.said, "style %d, %d moves", c.style, c.count)
		} else if err != nil {
			require.NotContains(t, err.Error(), "a line should", "style %d, %d moves", c.style, c.count)
		}
	}
	for _, count := range []int64{1, maxLine} {
		if err := read(-1, count); err != nil {
			require.NotContains(t, err.Error(), "a line should", "%d moves", count)
		}
	}
}
