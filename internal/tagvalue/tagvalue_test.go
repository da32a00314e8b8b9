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
	var all []Days
	for _, s := range []string{"0001.01.01", "0987.12.31", "1999.??.??", "1999.01.??", "1999.01.31", "1999.12.??", "1999.12.01", "2000.01.01", "2000.??.??", "9999.12.31"} {
		d := ParseDate([]byte(s))
		require.Equal(t, s, string(d.AppendText(nil)))
		require.Equal(t, "on "+s, string(d.AppendText([]byte("on "))))
		all = append(all, d)
	}
	for _, a := range all {
		for _, b := range all {
			require.Equal(t, string(a.AppendText(nil)) < string(b.AppendText(nil)), a.Order() < b.Order(), "%v %v", a, b)
		}
	}
}
