package tagvalue

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFirst(t *testing.T) {
	tags := []Tag{{Name: []byte("White"), Value: []byte("a")}, {Name: []byte("Black")}, {Name: []byte("White"), Value: []byte("b")}}
	require.Equal(t, "a", string(First(tags, "White")))
	require.Equal(t, "a", string(First(tags, "Event", "White")))
	require.Nil(t, First(tags, "Event"))
	require.NotNil(t, First(tags, "Black"), "an empty value")
	require.Empty(t, First(tags, "Black"))
}

func TestParseResult(t *testing.T) {
	for text, want := range map[string]Result{
		"1-0": WhiteWins, "0-1": BlackWins, "1/2-1/2": Draw, "*": Unfinished,
		"": OtherResult, "1/2": OtherResult, "1-0 ": OtherResult, "1:0": OtherResult,
	} {
		require.Equal(t, want, ParseResult([]byte(text)), text)
	}
	for r := range OtherResult {
		require.Equal(t, r, ParseResult([]byte(r.String())))
	}
}

func TestParseAnyResult(t *testing.T) {
	for want, texts := range map[Result][]string{
		WhiteWins: {"1-0", "1:0", "1 - 0", "1–0", "1 — 0", "1−0", "1- 0", "1 : 0", " 1-0 "},
		BlackWins: {"0-1", "0:1", "0 - 1", "0‐1", "0―1", "\t0-1"},
		Draw: {
			"1/2-1/2", "1/2", "½-½", "½–½", "½:½", "½ - ½", "½", "1/2:1/2", "1/2 - 1/2", "1/2–1/2", "½-1/2",
			"0.5-0.5", "0,5:0,5", "\xBD-\xBD", "\xBD",
		},
		Unfinished: {"*", " *"},
		OtherResult: {
			"", " ", "1", "0", "0-0", "1-1", "1-0-0", "1-0 ff", "12:30", "1:00", "1  -  0", "1-½", "½-0", "½½", "0.5",
			"1/2-1", "+-", "?", "1-", "½-", "1 -", "-", "\xE2", "1\xE2\x80",
		},
	} {
		for _, text := range texts {
			require.Equal(t, want, ParseAnyResult([]byte(text)), "%q", text)
		}
	}
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]Days{
		"2013.01.31": {Day(2013, 1, 31), Day(2013, 1, 31)},
		"2013-01-31": {Day(2013, 1, 31), Day(2013, 1, 31)},
		"2013/01":    {Day(2013, 1, 1), Day(2013, 1, 31)},
		"2013.01.??": {Day(2013, 1, 1), Day(2013, 1, 31)},
		"2013.??.??": {Day(2013, 1, 1), Day(2013, 12, 31)},
		"2013.13.01": {Day(2013, 1, 1), Day(2013, 12, 31)},
		"2013.02.32": {Day(2013, 2, 1), Day(2013, 2, 31)},
		"2013":       {Day(2013, 1, 1), Day(2013, 12, 31)},
		"????.??.??": {}, "": {}, "soon": {}, "201": {}, "0000.01.01": {},
	} {
		require.Equal(t, want, ParseDate([]byte(text)), text)
	}
	require.False(t, Days{}.Known())
	require.Equal(t, 0, Days{}.Year())
	require.Equal(t, 2013, ParseDate([]byte("2013.12.31")).Year())
	require.Equal(t, 2014, ParseDate([]byte("2014")).Year())
}

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]int{"2700": 2700, "0": 0, "00012": 12, "99999": 99999, "100000": 0, "": 0, "-": 0, "+12": 0, "12?": 0} {
		require.Equal(t, want, ParseNumber([]byte(text)), text)
	}
}

func TestRoundNumbers(t *testing.T) {
	for text, want := range map[string][]int{
		"3": {3}, "3.2": {3, 2}, "3(2)": {3, 2}, " 03.11.1 ": {3, 11, 1}, "3.final": {3},
		"": nil, "?": nil, "-": nil, "final": nil, "1234567890": nil,
	} {
		require.Equal(t, want, RoundNumbers([]byte(text)), text)
	}
}

func TestParseECO(t *testing.T) {
	for text, want := range map[string]int{"A00": 0, "E99": 499, "B90/01": 190, "F00": -1, "B9": -1, "": -1, "b90": -1, "B9x": -1} {
		require.Equal(t, want, ParseECO([]byte(text)), text)
	}
}

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string][2]int{"180+2": {180, 2}, "180": {180, 0}, "0+1": {0, 1}} {
		base, increment, ok := ParseTimeControl([]byte(text))
		require.True(t, ok, text)
		require.Equal(t, want, [2]int{base, increment}, text)
	}
	for _, text := range []string{"", "-", "?", "40/7200:3600", "180+", "180+-1", "-5", "180+9999999"} {
		_, _, ok := ParseTimeControl([]byte(text))
		require.False(t, ok, text)
	}
}

func TestNextWord(t *testing.T) {
	value := []byte(`, Carlsen-"Öst" 2?`)
	var got []string
	for start, end := NextWord(value, 0); start < end; start, end = NextWord(value, end) {
		got = append(got, string(value[start:end]))
	}
	require.Equal(t, []string{"Carlsen", "Öst", "2"}, got)
	start, end := NextWord(value, len(value))
	require.Equal(t, [2]int{len(value), len(value)}, [2]int{start, end})
}

func TestDaysText(t *testing.T) {
	for _, s := range []string{"0001.01.01", "0987.12.31", "1999.??.??", "1999.01.??", "1999.01.31", "1999.12.??", "1999.12.01", "2000.01.01", "2000.??.??", "9999.12.31"} {
		d := ParseDate([]byte(s))
		require.Equal(t, s, string(d.AppendText(nil)))
		require.Equal(t, "on "+s, string(d.AppendText([]byte("on "))))
	}
}

// TestAnyCase checks that names of tags are found in any letter case, and first as
// they are spelled.
func TestAnyCase(t *testing.T) {
	tags := []Tag{{Name: []byte("white"), Value: []byte("a")}, {Name: []byte("WHITE"), Value: []byte("b")}, {Name: []byte("Black")}}
	require.Equal(t, "a", string(First(tags, "White")))
	require.Equal(t, "b", string(First(tags, "WHITE")))
	require.NotNil(t, First(tags, "black"), "an empty value")
	require.Nil(t, First(tags, "Whites"))
	require.Equal(t, "a", string(First(tags, "Date", "White")))
}

// TestResultOf checks which result a game has.
func TestResultOf(t *testing.T) {
	for value, want := range map[string][NumResults]Result{ // for each result of the moves
		"1-0": {WhiteWins, WhiteWins, WhiteWins, WhiteWins, WhiteWins},
		"½-½": {Draw, Draw, Draw, Draw, Draw},
		"*":   {WhiteWins, BlackWins, Draw, Unfinished, Unfinished},
		"?":   {WhiteWins, BlackWins, Draw, OtherResult, OtherResult},
		"":    {WhiteWins, BlackWins, Draw, OtherResult, OtherResult},
	} {
		for ending, want := range want {
			require.Equal(t, want, ResultOf([]byte(value), Result(ending)), "%q, %d", value, ending)
		}
	}
	require.Equal(t, Draw, ResultOf(nil, Draw))
	require.Equal(t, OtherResult, ResultOf(nil, OtherResult))
}

// TestParseRating checks what is a rating.
func TestParseRating(t *testing.T) {
	for text, want := range map[string]int{
		"2700": 2700, "2700 ": 2700, " 2700\t": 2700, "2700?": 2700, "2700 ?": 2700, "1500P": 1500, "1500p12": 1500, "1500/7": 1500,
		"2500(R)": 2500, "2500 (rapid)": 2500, "2500R": 2500, "2100 USCF": 2100, "1600*": 1600, "0": 0, "0000": 0, "00012": 12, "99999": 99999, "12": 12,
	} {
		n, ok := ParseRating([]byte(text))
		require.True(t, ok, "%q", text)
		require.Equal(t, want, n, "%q", text)
	}
	for _, text := range []string{
		"", " ", "-", "?", "~1900", "-5", "+2100", "2100.5", "2,100", "100000", "99999999999999999999", "1st", "3 dan", "12?",
		"2700-2750", "2700/", "2700(", "2700)", "2700()x)", "2700 2600", "27OO", "2700e5", "unr", "½", "2700–",
	} {
		_, ok := ParseRating([]byte(text))
		require.False(t, ok, "%q", text)
	}
}

// TestFortyMoves checks the time that controls give for 40 moves.
func TestFortyMoves(t *testing.T) {
	for text, want := range map[string]int{
		"60": 60, "60+1": 100, "3+2": 83, "0+1": 40, "40/9000": 9000, "40/7200:20/3600:1800": 10800 + 1800, "40/5400+30:1800+30": 5400 + 40*30 + 1800,
		"20/600": 1200, "30/600:300": 900, "60/3600": 3600, "40/240": 240, "10/60:20/60:30+1": 60 + 60 + 30 + 10, "600:0": 600, "86400": 86400,
	} {
		seconds, ok := FortyMoves([]byte(text))
		require.True(t, ok, text)
		require.Equal(t, want, seconds, text)
	}
	for _, text := range []string{
		"", "?", "-", "*60", "60 mins", "1/86400", "3/259200", "180+2d", "2700d5", "G/60", "1 in 5 days", "66.687+0.6", "inf", "90'/40+30'/G+30''",
		"99999999999999999999+1", "40/", "/60", "40/60:", ":60", "40/7200:x", "0/60", "40/60/60", "40/-5", "86401",
	} {
		_, ok := FortyMoves([]byte(text))
		require.False(t, ok, text)
	}
}
