package values

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		form NumberForm
		text string
		want int64
		ok   bool
	}{
		{Plain, "0", 0, true}, {Plain, "2500", 2500, true}, {Plain, "-3", -3, true},
		{Plain, "999999999999999", 999999999999999, true}, {Plain, "1000000000000000", 0, false},
		{Plain, "", 0, false}, {Plain, "-", 0, false}, {Plain, "-0", 0, false}, {Plain, "+3", 0, false},
		{Plain, "007", 0, false}, {Plain, "3 ", 0, false},
		{Signed, "+3", 3, true}, {Signed, "-3", -3, true}, {Signed, "0", 0, true},
		{Signed, "3", 0, false}, {Signed, "+0", 0, false}, {Signed, "+", 0, false},
		{Daytime, "00:00:00", 0, true}, {Daytime, "23:59:59", daySeconds - 1, true}, {Daytime, "22:01:31", 79291, true},
		{Daytime, "24:00:00", 0, false}, {Daytime, "1:02:03", 0, false}, {Daytime, "22:60:00", 0, false}, {Daytime, "22.01.31", 0, false},
	} {
		got, ok := c.form.Parse([]byte(c.text))
		require.Equal(t, c.ok, ok, "form %d, %q", c.form, c.text)
		if ok {
			require.Equal(t, c.want, got, "form %d, %q", c.form, c.text)
		}
	}
}

// TestAppend checks that numbers come back, and that differences and sums undo
// each other.
func TestAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		form := NumberForm(rapid.IntRange(0, int(NumForms)-1).Draw(t, "form"))
		most := int64(999999999999999)
		least := -most
		if form.Time() {
			least, most = 0, form.round()-1
		}
		v, base := rapid.Int64Range(least, most).Draw(t, "v"), rapid.Int64Range(least, most).Draw(t, "base")
		got, ok := form.Parse(form.Append(nil, v))
		require.True(t, ok)
		require.Equal(t, v, got)
		d := form.Difference(v, base)
		require.Equal(t, v, form.Sum(base, d))
		if form == Daytime {
			require.True(t, -daySeconds/2 <= d && d < daySeconds/2, "%d", d)
		}
	})
}

func values(texts ...string) (v [][]byte) {
	for _, t := range texts {
		v = append(v, []byte(t))
	}
	return v
}

func TestFindNumbers(t *testing.T) {
	for _, c := range []struct {
		name           string
		values         [][]byte
		form           NumberForm
		before, behind string // of the first
		found          bool
	}{
		{"none", nil, 0, "", "", false},
		{"integers", values("12", "1", "-3"), Plain, "", "", true},
		{"digits in common are theirs", values("120", "130"), Plain, "", "", true},
		{"signed", values("+12", "0", "-3"), Signed, "", "", true},
		{"times", values("10:00:00", "10:00:01"), Daytime, "", "", true},
		{"dates", values("2024.02.29", "2024.03.01"), Date, "", "", true},
		{"milliseconds", values("2024-05-13T18:10:12.282 UTC", "2024-05-13T18:10:13.000 UTC"), Moment, "", " UTC", true},
		{"microseconds", values("2026-04-24 09:42:41.272718", "2026-04-24 09:42:41.277876"), Stamp, "", "", true},
		{"around them", values("a1b", "a22b"), Plain, "a", "b", true},
		{"something else around one in ten", values("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.8", "2.9", "2.10"), Plain, "1.", "", true},
		{"and in nine", values("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.8", "2.9"), 0, "", "", false},
		{"one is none", values("?", "1", "2", "3", "4", "5", "6", "7", "8", "9"), Plain, "", "", true},
		{"words", values("a", "b"), 0, "", "", false},
	} {
		form, around, ok := FindNumbers(c.values)
		require.Equal(t, c.found, ok, c.name)
		if !c.found {
			continue
		}
		require.Equal(t, c.form, form, c.name)
		require.Equal(t, c.before, string(around.Before), c.name)
		require.Equal(t, c.behind, string(around.Behind), c.name)
	}
}

// TestCut checks where numbers are found.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		form           NumberForm
		text           string
		want           int64
		before, behind string
	}{
		{Plain, "297.3.748", 748, "297.3.", ""}, {Plain, "-3", -3, "", ""}, {Plain, "a-3", 3, "a-", ""}, {Plain, "-0", 0, "-", ""},
		{Signed, "a-3)", -3, "a", ")"}, {Daytime, "at 10:00:01 or 11:00:00", 36001, "at ", " or 11:00:00"},
	} {
		v, around, ok := c.form.Cut([]byte(c.text))
		require.True(t, ok, c.text)
		require.Equal(t, c.want, v, c.text)
		require.Equal(t, c.before+"|"+c.behind, string(around.Before)+"|"+string(around.Behind), c.text)
	}
	for text, form := range map[string]NumberForm{"": Plain, "a": Plain, "a007": Plain, "3": Signed, "+0": Signed, "24:00:00": Daytime, "2023.02.29": Date, "2023.13.01": Date} {
		_, _, ok := form.Cut([]byte(text))
		require.False(t, ok, text)
	}
}

// TestCalendar checks times against those of package time.
func TestCalendar(t *testing.T) {
	first := time.Date(0, 3, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		day := rapid.Int64Range(0, 3652424-60).Draw(t, "day")
		micro := rapid.Int64Range(0, daySeconds*1e6-1).Draw(t, "micro")
		at := first.AddDate(0, 0, int(day)).Add(time.Duration(micro) * time.Microsecond)
		for form, layout := range map[NumberForm]string{Date: "2006.01.02", Moment: "2006-01-02T15:04:05.000", Stamp: "2006-01-02 15:04:05.000000", Daytime: "15:04:05"} {
			v, ok := form.Parse([]byte(at.Format(layout)))
			require.True(t, ok)
			require.Equal(t, form.From(day*daySeconds*1e6+micro, Stamp), v)
			require.Equal(t, at.Format(layout), string(form.Append(nil, v)))
		}
	})
	require.Equal(t, "0000.02.29", string(Date.Append(nil, Date.round()-1)))
	require.Equal(t, int64(0), Date.Sum(Date.round()-1, 1))
}

func TestPrefix(t *testing.T) {
	require.Equal(t, "ab", string(Prefix(values("abc", "abd"))))
	require.Equal(t, "", string(Prefix(values("xbc", "abc"))))
	require.Equal(t, "one", string(Prefix(values("one"))))
}

func TestClass(t *testing.T) {
	for v, want := range map[int64]uint32{0: 0, 1: 2, 2: 4, 3: 5, 4: 6, 5: 6, 6: 7, -1: 1026, -6: 1031, 1 << 62: 126} {
		require.Equal(t, want, Class(v), "%d", v)
	}
	require.Less(t, Class(-1<<63), uint32(1<<11))
}

func TestAlphabet(t *testing.T) {
	a := NewAlphabet([]byte("banana"))
	require.Equal(t, "abn", string(a.Letters))
	require.Equal(t, []uint8{0, 1, 2}, []uint8{a.Numbers['a'], a.Numbers['b'], a.Numbers['n']})
	require.Equal(t, a, ReadAlphabet(a.Set))
	require.Equal(t, byte(1<<('a'%8)|1<<('b'%8)), a.Set['a'/8])
	require.True(t, a.Within(NewAlphabet([]byte("band"))))
	require.False(t, a.Within(NewAlphabet([]byte("ban"[:2]))))
}
