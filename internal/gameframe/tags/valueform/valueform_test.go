package valueform

import (
	"testing"

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
		{Daytime, "00:00:00", 0, true}, {Daytime, "23:59:59", day - 1, true}, {Daytime, "22:01:31", 79291, true},
		{Daytime, "24:00:00", 0, false}, {Daytime, "1:02:03", 0, false}, {Daytime, "22:60:00", 0, false}, {Daytime, "22.01.31", 0, false},
	} {
		got, ok := c.form.Parse([]byte(c.text))
		require.Equal(t, c.ok, ok, "form %d, %q", c.form, c.text)
		if ok {
			require.Equal(t, c.want, got, "form %d, %q", c.form, c.text)
		}
	}
}

// TestAppend holds that numbers come back, and that differences and sums undo
// each other.
func TestAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		form := NumberForm(rapid.IntRange(0, int(NumForms)-1).Draw(t, "form"))
		most := int64(999999999999999)
		least := -most
		if form == Daytime {
			least, most = 0, day-1
		}
		v, base := rapid.Int64Range(least, most).Draw(t, "v"), rapid.Int64Range(least, most).Draw(t, "base")
		format := NumberFormat{Form: form, Before: []byte("a+1"), Behind: []byte("1")}
		got, ok := format.Parse(format.Append(nil, v))
		require.True(t, ok)
		require.Equal(t, v, got)
		d := form.Difference(v, base)
		require.Equal(t, v, form.Sum(base, d))
		if form == Daytime {
			require.True(t, -day/2 <= d && d < day/2, "%d", d)
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
		name   string
		values [][]byte
		want   NumberFormat
		found  bool
	}{
		{"none", nil, NumberFormat{}, false},
		{"integers", values("12", "1", "-3"), NumberFormat{Form: Plain}, true},
		{"digits in common are theirs", values("120", "130"), NumberFormat{Form: Plain}, true},
		{"signed", values("+12", "0", "-3"), NumberFormat{Form: Signed}, true},
		{"times", values("10:00:00", "10:00:01"), NumberFormat{Form: Daytime}, true},
		{"affixes", values("a1b", "a22b"), NumberFormat{Form: Plain, Before: []byte("a"), Behind: []byte("b")}, true},
		{"words", values("a", "b"), NumberFormat{}, false},
	} {
		format := FindNumbers(c.values)
		require.Equal(t, c.found, format != nil, c.name)
		if !c.found {
			continue
		}
		require.Equal(t, c.want.Form, format.Form, c.name)
		require.Equal(t, string(c.want.Before), string(format.Before), c.name)
		require.Equal(t, string(c.want.Behind), string(format.Behind), c.name)
		for _, text := range c.values {
			v, ok := format.Parse(text)
			require.True(t, ok, c.name)
			require.Equal(t, string(text), string(format.Append(nil, v)), c.name)
		}
	}
}

func TestAffixes(t *testing.T) {
	for _, c := range []struct {
		values         [][]byte
		before, behind string
	}{
		{values("abc", "abd"), "ab", ""},
		{values("xbc", "abc"), "", "bc"},
		{values("aa", "aaa"), "aa", ""},
		{values("one"), "one", ""},
		{values("a-b", "a+b"), "a", "b"},
	} {
		before, behind := Affixes(c.values)
		require.Equal(t, c.before, string(before), "%q", c.values)
		require.Equal(t, c.behind, string(behind), "%q", c.values)
	}
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
