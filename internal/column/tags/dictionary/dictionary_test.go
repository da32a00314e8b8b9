package dictionary

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	known "github.com/chesszip/chesszip/internal/model/names"
)

const limit = 1 << 20

// write codes values, given their texts, and returns the string.
func write(o Options, players bool, sides []int, refs [][References]int, texts []string) []byte {
	coder := &contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
	o.Coder = coder
	d := create(o, players)
	numbers := map[string]int{}
	for i, v := range o.Known {
		numbers[string(v)] = i
	}
	for i, text := range texts {
		n, ok := numbers[text]
		if !ok {
			n = len(numbers)
			numbers[text] = n
		}
		_, _ = d.Code(&Value{Side: sides[i], References: refs[i], Number: n, Text: []byte(text)}, 0)
	}
	d.Free()
	return coder.Enc.Finish()
}

func create(o Options, players bool) *Dictionary {
	if players {
		return NewPlayers(o, o.Values)
	}
	return New(o)
}

// read reads what write has coded.
func read(o Options, players bool, sides []int, refs [][References]int, src []byte, limit int) (texts []string, err error) {
	o.Coder = &contextmix.Coder{Dec: rangecoder.NewDecoder(src)}
	d := create(o, players)
	for i := range sides {
		n, err := d.Code(&Value{Side: sides[i], References: refs[i]}, limit)
		if err != nil {
			return texts, err
		}
		texts = append(texts, string(d.Text(n)))
	}
	if !o.Coder.Dec.AtEnd() {
		return texts, corrupt.New("not at the end")
	}
	return texts, nil
}

// TestRoundTrip checks that values come back: new and old, of either side, known
// beforehand, names of the table, and with the bytes that are escaped.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.Bool().Draw(t, "players")
		values := rapid.SliceOfN(rapid.OneOf(
			rapid.SampledFrom([]string{"", "a", "b", "known", "Carlsen, Magnus", "Kasparov, Garry", "Stockfish", "\x00", "\x01\x00\x01"}),
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 9), func(b []byte) string { return string(b) }),
			rapid.StringMatching(`[A-Z][a-z]{2,9}, [A-Z]`),
		), 1, 60).Draw(t, "values")
		o := Options{Digits: 7, Values: len(values)}
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 1:
			o.Known = [][]byte{[]byte("known"), []byte("b")}
		case 2:
			o.Digits = 0
		}
		var sides []int
		var refs [][References]int
		for range values {
			sides = append(sides, rapid.IntRange(0, 1).Draw(t, "side"))
			r := [References]int{}
			for i := range r {
				r[i] = rapid.IntRange(-1, 5).Draw(t, "reference")
			}
			refs = append(refs, r)
		}
		src := write(o, players, sides, refs, values)
		got, err := read(o, players, sides, refs, src, limit)
		require.NoError(t, err)
		require.Equal(t, values, got)
	})
}

// TestCost checks that what is expected costs little, and what is known less than
// what is spelled.
func TestCost(t *testing.T) {
	const n = 400
	sides, refs := make([]int, n), make([][References]int, n)
	cost := func(o Options, value func(i int) string) int {
		o.Digits, o.Values = 10, n
		var texts []string
		for i := range n {
			refs[i] = [References]int{i % 8, -1, -1}
			texts = append(texts, value(i))
		}
		return len(write(o, false, sides, refs, texts))
	}
	follows := cost(Options{}, func(i int) string { return fmt.Sprint("value ", i%8) })
	differs := cost(Options{}, func(i int) string { return fmt.Sprint("value ", i*i%61%8) })
	fresh := cost(Options{}, func(i int) string { return fmt.Sprint("value ", i) })
	require.Less(t, follows, 60, "the value follows from the first reference")
	require.Less(t, 3*follows, differs)
	require.Less(t, differs, fresh)
	require.Less(t, cost(Options{Known: [][]byte{[]byte("a long value")}}, func(int) string { return "a long value" }),
		cost(Options{}, func(int) string { return "a long value" }))
}

// TestDamaged has strings that no writer makes.
func TestDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		write func(d *Dictionary)
		want  string
	}{
		"a number beyond the last": {func(d *Dictionary) {
			d.isNew(&d.sides[0], &context{}, false)
			_, _ = d.old(&context{}, 1)
		}, "value 1 is not among the 1 of the dictionary"},
		"a group beyond the last": {func(d *Dictionary) {
			d.isNew(&d.sides[0], &context{}, true)
			d.model.Use(choiceKnown, 0)
			d.model.Flag(true)
			d.model.Use(choiceGroup, 0)
			d.model.Index(15, groupDigits)
		}, "a name is in group 15 of the table"},
		"a place beyond the last": {func(d *Dictionary) {
			d.isNew(&d.sides[0], &context{}, true)
			d.model.Use(choiceKnown, 0)
			d.model.Flag(true)
			d.model.Use(choiceGroup, 0)
			last := len(known.Groups()) - 1
			digits := known.Groups()[last].Digits()
			d.model.Index(last, groupDigits)
			d.model.Use(choicePlace, uint32(last), 0)
			d.model.Index(1<<highDigits-1, highDigits)
			d.coder.Raw(1<<16-1, uint(digits-highDigits))
		}, "a name is number 255 of a group of"},
		"an escape of nothing": {func(d *Dictionary) {
			d.names = nil
			d.isNew(&d.sides[0], &context{}, true)
			d.model.Use(choiceKnown, 0)
			d.model.Flag(false)
			var c letters
			d.speller.begin()
			d.speller.byte(escape, &c)
			d.speller.byte(9, &c)
		}, "a value has the escape 9"},
		"a text that does not end": {func(d *Dictionary) {
			d.isNew(&d.sides[0], &context{}, true)
			d.model.Use(choiceKnown, 0)
			d.model.Flag(false)
			d.speller.begin()
			d.speller.write([]byte("abcdefghijk"))
		}, "longer than its frame's input"},
	} {
		t.Run(name, func(t *testing.T) {
			coder := &contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
			o := Options{Coder: coder, Digits: 3, Values: 1, Known: [][]byte{[]byte("known")}}
			c.write(NewPlayers(o, 1))
			_, err := read(o, true, []int{0}, [][References]int{{-1, -1, -1}}, coder.Enc.Finish(), 10)
			require.ErrorIs(t, err, corrupt.Err)
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestCut checks that a string that is cut off is an error before much is read.
func TestCut(t *testing.T) {
	text := ""
	for i := range 100 {
		text += fmt.Sprint(i * i)
	}
	o := Options{Digits: 3, Values: 1}
	one := [][References]int{{-1, -1, -1}}
	src := write(o, false, []int{0}, one, []string{text})
	_, err := read(o, false, []int{0}, one, src[:len(src)/2], limit)
	require.ErrorIs(t, err, corrupt.Err)
}

// TestInitial checks that the initial values of a tag are different ones, as
// numbers ask for.
func TestInitial(t *testing.T) {
	for _, tag := range []string{"Event", "Site", "Round", "Result", "TimeControl", "Termination", "Variant", "WhiteTitle", "BlackType", "Timezone", "ECO", "Opening", "ECOUrl"} {
		seen := map[string]bool{}
		for _, v := range Initial(tag) {
			require.False(t, seen[string(v)], "%s has %q twice", tag, v)
			seen[string(v)] = true
		}
		require.NotEmpty(t, seen, tag)
	}
	require.Empty(t, Initial("Annotator"))
}
