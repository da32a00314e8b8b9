package sheet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFill(t *testing.T) {
	for _, c := range []struct {
		way    wrap
		column int
		text   string
		want   string
	}{
		{wrapBase, 10, "fits here", "fits here"},
		{wrapBase, 22, "fits here", "\nfits here"},
		{wrapBase, 10, "too long for a line of thirty bytes", "too long for a line\nof thirty bytes"},
		{wrapBase, 26, "too long for a line of thirty bytes", "too\nlong for a line of thirty\nbytes"},
		{wrapBase, 28, "too long for a line of thirty bytes", "\ntoo long for a line of thirty\nbytes"},
		{wrapWords, 22, " fits here", " fits\nhere"},
		{wrapWords, 10, " and this one does not fit", " and this one does\nnot fit"},
		{wrapWords, 3, " up to twenty-six bytes 6b", " up to twenty-six bytes 6b"},
		{wrapWords, 4, " up to twenty-six bytes 6b", " up to twenty-six bytes\n6b"},
	} {
		s := style{wrap: c.way, width: 30}
		if got := string(s.fill(nil, []byte(c.text), c.column)); got != c.want {
			t.Errorf("fill(%q) in way %d at %d = %q, want %q", c.text, c.way, c.column, got, c.want)
		}
	}
}

// TestBrokenComments holds that comments come back however they are broken, and
// that breaking them by rule costs little.
func TestBrokenComments(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "White", "e4", "is better,", "considerably", "", "\n", " ", "\r\n", "{", "x\ny"})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		s := style{wrap: wrap(rapid.IntRange(0, int(numWraps)-1).Draw(t, "way")), width: rapid.IntRange(0, 40).Draw(t, "width"), crlf: rapid.Bool().Draw(t, "crlf")}
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			b.WriteString("[Event \"x\"]\n\n1. e4")
			for range rapid.IntRange(1, 4).Draw(t, "comments") {
				text := strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), " ")
				column := columnAfter(0, []byte(b.String())) + 2
				if s.breaksComments() && rapid.Bool().Draw(t, "filled") {
					text = string(s.fill(nil, []byte(text), column))
				}
				b.WriteString(" {" + text + "}")
			}
			b.WriteString(" *\n\n")
		}
		_, ends := cut([]byte(b.String()))
		e := Encoder{Unchecked: true} // else a fault would be stored as text
		f, _ := e.Encode([]byte(b.String()), ends[0])
		got, err := new(Decoder).Decode(nil, &f)
		require.NoError(t, err)
		require.Equal(t, b.String(), string(got))
	})
	for _, way := range []wrap{wrapWords, wrapBase} {
		s := style{wrap: way, width: 60}
		var broken, plain strings.Builder
		for i := range 40 {
			text := strings.Repeat("some words of notes ", i%9+1) + "end"
			broken.WriteString("[Event \"x\"]\n\n1. e4 {")
			head := s.head([]byte(text))
			broken.WriteString(text[:head] + string(s.fill(nil, []byte(text[head:]), 7+head)) + "} *\n\n")
			plain.WriteString("[Event \"x\"]\n\n1. e4 {" + text + "} *\n\n")
		}
		a, _ := encode(t, broken.String())
		b, _ := encode(t, plain.String())
		if size(a.Streams) > size(b.Streams)+12 {
			t.Errorf("comments broken in way %d take %d bytes, %d without breaks", way, size(a.Streams), size(b.Streams))
		}
	}
}
