package comments

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// by makes comments of one game, White's first, each with the time control.
func by(control uint32, added int64, texts ...string) (out []placed) {
	for i, text := range texts {
		out = append(out, placed{text, At{Side: i & 1, Ply: i, Control: control, Added: added}, i == 0})
	}
	return out
}

// white makes comments of one game that all follow moves of White.
func white(texts ...string) (out []placed) {
	for i, text := range texts {
		out = append(out, placed{text, At{Ply: 2*i + 1}, i == 0})
	}
	return out
}

// repeat makes n games of the comments that game returns.
func repeat(n int, game func(i int) []placed) (out []placed) {
	for i := range n {
		out = append(out, game(i)...)
	}
	return out
}

// usedBase returns the base of the last number of the last comment.
func usedBase(t *testing.T, comments []placed) int {
	t.Helper()
	w := NewWriter(nil)
	for i := range comments {
		if comments[i].game {
			w.Begin()
		}
		w.Write([]byte(comments[i].text), &comments[i].at)
	}
	for i := len(w.cut.slots) - 1; i >= 0; i-- {
		if s := &w.cut.slots[i]; s.kind < slotLine {
			return w.numbers.fields.of(s).used
		}
	}
	t.Fatal("the last comment has no number")
	return -1
}

// baseCases have, for each base, comments whose last number is coded from it,
// and comments much like them whose last number just is not.
var baseCases = []struct {
	name     string
	base     int
	comments []placed
	chosen   bool
}{
	{"zero: as many above as below", baseZero, white("q=7", "q=-7", "q=6", "q=-6", "q=7", "q=-7"), true},
	{"zero: small beside the change of the same side", baseZero, white("q=900", "q=901", "q=900", "q=902", "q=901"), false},

	{"own: near the last of the same side", baseOwn, by(0, 0, "q=900", "q=90", "q=901", "q=91", "q=902", "q=92"), true},
	{"own: a clock that gains what is added", baseOwn, by(0, 5, "0:10:00", "0:05:00", "0:10:05", "0:05:05", "0:10:10"), true},
	{"own: first number of a game", baseOwn, repeat(9, func(i int) []placed { return by(0, 0, fmt.Sprintf("q=%d", 900+i)) }), false},

	{"other: both sides see the same", baseOther, by(0, 0, "q=100", "q=101", "q=300", "q=301", "q=500", "q=501", "q=700", "q=701"), true},
	{"other: a clock whose own is known", baseOther, by(0, 0, "0:10:00", "0:10:00", "0:09:00", "0:09:00", "0:08:00", "0:08:00"), false},

	{"mirror: each side sees its own", baseMirror, by(0, 0, "q=100", "q=-101", "q=300", "q=-301", "q=500", "q=-501", "q=700", "q=-701"), true},
	{"mirror: the sign stays", baseMirror, by(0, 0, "q=100", "q=101", "q=300", "q=301", "q=500", "q=501"), false},

	{"spent: the time left follows from the time taken", baseSpent, by(0, 0, "mt=100 tl=9000", "mt=50 tl=9000", "mt=700 tl=8300", "mt=900 tl=8100", "mt=1700 tl=6600", "mt=90 tl=8010"), true},
	{"spent: the time left comes first", baseSpent, by(0, 0, "tl=9000 mt=100", "tl=9000 mt=50", "tl=8300 mt=700", "tl=8100 mt=900", "tl=6600 mt=1700"), false},

	{"product: nodes of milliseconds", baseProduct, nodes(func(time, speed int) int { return (time*speed + 500) / 1000 }), true},
	{"product: one slot too far", baseProduct, repeat(1, func(int) []placed {
		var texts []string
		for i := range 8 {
			time, speed := 1000+i*i*777, 30_000_000+i*i*1234
			texts = append(texts, fmt.Sprintf("mt=%d, a=0, b=0, s=%d, n=%d", time, speed, time*speed/1000))
		}
		return by(0, 0, texts...)
	}), false},

	{"products: nodes of seconds and thousands", baseProducts, nodes(func(time, speed int) int { return time * (speed / 10000) * 1000 }), true},
	{"products: nodes of milliseconds", baseProducts, nodes(func(time, speed int) int { return (time*speed + 500) / 1000 }), false},

	{"first: the same time control", baseFirst, repeat(4, func(int) []placed { return by(7, 0, "0:10:00", "0:09:58", "0:09:11") }), false},
	{"first: it begins a game", baseFirst, append(repeat(4, func(int) []placed { return by(7, 0, "0:10:00", "0:09:58", "0:09:11") }), by(7, 0, "0:10:00")...), true},
	{"first: of another time control", baseFirst, append(repeat(4, func(int) []placed { return by(7, 0, "0:10:00", "0:09:58", "0:09:11") }), by(8, 0, "0:10:00")...), false},

	{"twin: a number behind other words", baseTwin, by(0, 0, "a=5000 z=5000", "a=70 z=70", "a=4100 z=4100", "a=9000 z=9000", "a=33 z=33", "a=712 z=712"), true},
	{"twin: too small to be more than chance", baseTwin, by(0, 0, "a=4 z=4", "a=1 z=1", "a=3 z=3", "a=2 z=2", "a=4 z=4", "a=1 z=1"), false},
}

// nodes makes comments of searches: time, two slots, speed, nodes.
func nodes(of func(time, speed int) int) []placed {
	var texts []string
	for i := range 8 {
		time, speed := 1000+i*i*777, 30_000_000+i*i*123400
		if n := of(time, speed); n > time*speed/1000+1 || n < time*speed/1000-1 {
			speed /= 10000
			texts = append(texts, fmt.Sprintf("t=%d, x=0, s=%d, n=%d", time, speed, n))
			continue
		}
		texts = append(texts, fmt.Sprintf("t=%d, x=0, s=%d, n=%d", time, speed, of(time, speed)))
	}
	return by(0, 0, texts...)
}

func TestBases(t *testing.T) {
	for _, c := range baseCases {
		t.Run(c.name, func(t *testing.T) {
			pack(t, c.comments)
			if got := usedBase(t, c.comments); (got == c.base) != c.chosen {
				t.Errorf("the last number is coded from base %d; from base %d: %v, want %v", got, c.base, got == c.base, c.chosen)
			}
			damage(t, c.comments)
		})
	}
	for base := range numBases {
		for _, chosen := range []bool{true, false} {
			found := false
			for _, c := range baseCases {
				found = found || c.base == base && c.chosen == chosen
			}
			if !found {
				t.Errorf("base %d: no case whose choice of it is %v", base, chosen)
			}
		}
	}
}

// TestAgain checks when it is coded that a difference comes again, and that one
// which does costs next to nothing.
func TestAgain(t *testing.T) {
	steps := func(by int) (out []placed) {
		v := 1_000_000
		for i := range 40 {
			v += by
			out = append(out, placed{fmt.Sprintf("x=%d", v), At{Ply: 2*i + 1}, i == 0})
		}
		return out
	}
	tests := []struct {
		name     string
		comments []placed
		again    uint32
	}{
		{"the least difference", steps(leastAgain), 0xff},
		{"a difference too small", steps(leastAgain - 1), 0},
		{"the least difference below", steps(-leastAgain), 0xff},
		{"a difference too small below", steps(1 - leastAgain), 0},
		{"only just another", append(steps(leastAgain), placed{fmt.Sprintf("x=%d", 1_000_000+41*leastAgain+1), At{Ply: 81}, false}), 0xfe},
		{"another game", append(steps(leastAgain), placed{fmt.Sprintf("x=%d", 1_000_000+41*leastAgain), At{Ply: 1}, true}), 0xff},
	}
	for _, c := range tests {
		w := NewWriter(nil)
		for i := range c.comments {
			if c.comments[i].game {
				w.Begin()
			}
			w.Write([]byte(c.comments[i].text), &c.comments[i].at)
		}
		if got := w.numbers.fields.of(&w.cut.slots[0]).again; got != c.again {
			t.Errorf("%s: the last answers are %08b, want %08b", c.name, got, c.again)
		}
		pack(t, c.comments)
		damage(t, c.comments)
	}
	if few, many := pack(t, steps(100_003)[:20]), pack(t, steps(100_003)); many-few > 3 {
		t.Errorf("20 numbers more with the same difference take %d bytes more", many-few)
	}
}

// damage holds that no damage of comments goes unnoticed by those who compare:
// with its first byte changed, the string gives an error or other comments, and
// cut in half it does.
func damage(t *testing.T, comments []placed) {
	t.Helper()
	data, texts := write(comments)
	require.NotEmpty(t, data)
	changed := append([]byte(nil), data...)
	changed[0] ^= 0x55
	for name, data := range map[string][]byte{"changed": changed, "cut": data[:len(data)/2]} {
		got, err := read(data, texts, comments)
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err)
			continue
		}
		same := true
		for i := range got {
			same = same && got[i] == comments[i].text
		}
		if same {
			t.Errorf("%s: all comments come back from damaged data", name)
		}
	}
}

// number returns the slot of a text that is one number.
func number(t require.TestingT, text string) *slot {
	var l lexed
	require.True(t, l.read([]byte(text), nil))
	require.Len(t, l.slots, 1, text)
	require.Len(t, l.template, 1, text)
	return &l.slots[0]
}

// TestFormat checks how numbers are written, after others of their field.
func TestFormat(t *testing.T) {
	tests := []struct {
		name, before, text string
		want               format
	}{
		{"a number", "", "12", format{0, 1, 1, 0, 0}},
		{"places", "", "0.50", format{0, 1, 1, 2, 2}},
		{"fewer places than before, no zero at the end", "0.375", "0.5", format{0, 1, 1, 3, 1}},
		{"fewer places, with a zero", "0.375", "0.50", format{0, 1, 1, 3, 2}},
		{"more places", "0.5", "0.375", format{0, 1, 1, 3, 1}},
		{"none of the places", "0.375", "2", format{0, 1, 1, 3, 0}},
		{"as many places and a zero", "0.25", "0.50", format{0, 1, 1, 2, 2}},
		{"plus", "", "+0.5", format{1, 1, 1, 1, 1}},
		{"plus stays with a minus", "+0.5", "-0.5", format{1, 1, 1, 1, 1}},
		{"plus stays with a bare zero", "+0.5", "0.0", format{1, 1, 1, 1, 1}},
		{"plus before zero", "+0.5", "+0.0", format{2, 1, 1, 1, 1}},
		{"plus before zero stays", "+0.0", "+0.5", format{2, 1, 1, 1, 1}},
		{"no plus before zero any more", "+0.0", "0.0", format{0, 1, 1, 1, 1}},
		{"no plus any more", "+0.5", "0.5", format{0, 1, 1, 1, 1}},
		{"zeros in front", "", "007", format{0, 1, 3, 0, 0}},
		{"zeros in front stay where digits are many", "007", "123", format{0, 1, 3, 0, 0}},
		{"zeros in front where digits are few", "007", "12", format{0, 1, 1, 0, 0}},
		{"a clock", "", "0:09:55", format{0, 3, 1, 0, 0}},
		{"a clock with tenths", "", "0:09:55.7", format{0, 3, 1, 1, 1}},
		{"a clock that drops its tenths", "0:09:55.7", "0:09:54", format{0, 3, 1, 1, 0}},
		{"a clock of minutes", "0:09:55", "09:54", format{0, 2, 2, 0, 0}},
		{"six places", "", "0.000001", format{0, 1, 1, 6, 6}},
		{"twelve digits", "", "123456789012", format{0, 1, 1, 0, 0}},
	}
	for _, c := range tests {
		var last format
		if c.before != "" {
			last = number(t, c.before).format(last)
		}
		s := number(t, c.text)
		got := s.format(last)
		if got != c.want {
			t.Errorf("%s: format of %q after %q = %v, want %v", c.name, c.text, c.before, got, c.want)
		}
		if back := string(got.append(nil, s.value*powers[int(got.places)-s.form.places])); back != c.text {
			t.Errorf("%s: %q is written %q", c.name, c.text, back)
		}
		if f, ok := formatOf(got.code()); !ok || f != got {
			t.Errorf("%s: formatOf(code of %v) = %v, %v", c.name, got, f, ok)
		}
	}
	for _, text := range []string{"-0", "-0.00"} {
		if number(t, text).fits() {
			t.Errorf("%s fits a format", text)
		}
	}
	for name, code := range map[string]int64{"plus 3": 3 | 1<<2 | 1<<4, "no parts": 1 << 4, "no digits": 1 << 2, "7 places": 1<<2 | 1<<4 | 7<<8,
		"more that stay than there are": 1<<2 | 1<<4 | 1<<8 | 2<<11, "too large": 1 << 14} {
		if f, ok := formatOf(code); ok {
			t.Errorf("%s: formatOf(%d) = %v, want none", name, code, f)
		}
	}
}

// drawNumber draws a number that comments may hold.
func drawNumber(t *rapid.T) string {
	return rapid.OneOf(
		rapid.StringMatching(`[+-]?[0-9]{1,9}(\.[0-9]{1,6})?`),
		rapid.StringMatching(`[+-]?[0-9]{10,12}`),
		rapid.StringMatching(`[0-9]{1,4}(:[0-5][0-9]){1,2}(\.[0-9]{1,6})?`),
		rapid.StringMatching(`[+-]?0{1,3}(\.0{1,3})?`),
	).Draw(t, "number")
}

// TestFormatWrites checks that every number that fits is written by the format it
// is given, whatever stood before.
func TestFormatWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var last format
		for range rapid.IntRange(1, 6).Draw(t, "n") {
			text := drawNumber(t)
			s := number(t, text)
			if !s.fits() {
				continue
			}
			f := s.format(last)
			if got := string(f.append(nil, s.value*powers[int(f.places)-s.form.places])); got != text {
				t.Fatalf("%q after format %v is written %q", text, last, got)
			}
			last = f
		}
	})
}
