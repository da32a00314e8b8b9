package vectors_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const modelsHeading = `Models of docs/spec/coding.md, section 4, value by value. The model learns what it codes.
size, limit  of the model
choice       the fields of a choice with their widths, numbered from 0
contexts     those of the choice above, numbered from 1 through all choices
value        choice, values of its fields (none for Below) | kind of value, the value, and for Index its
             digits, for Below the number of values, for others 0 | for each bit that is
             coded in contexts its probability of a 1 in 1/65536, a colon and the bit; - for
             none; ? where they are not said
flags        flags of choice 0, one after the other; its fields are the flag before, 0 for
             the first, and the place of the flag, from 0, modulo 8
string       the string of the range coder that has all values
squash       x | squash(x)
stretch      p | stretch(p)
sums         the two sums of section 3.1`

// value is one value of a model.
type value struct {
	choice int
	fields []uint32
	kind   string
	v      int64
	digits int
}

func (s *value) code(m *contextmix.Model, c *contextmix.Coder) int64 {
	if s.kind == "Below" {
		return int64(c.Below(uint32(s.v), uint32(s.digits)))
	}
	m.Use(s.choice, s.fields...)
	switch s.kind {
	case "Flag":
		if m.Flag(s.v != 0) {
			return 1
		}
		return 0
	case "Index":
		return int64(m.Index(int(s.v), s.digits))
	case "Number":
		return m.Number(s.v)
	}
	return m.Signed(s.v)
}

// path returns the bits of a value that are coded in contexts, and the number of raw
// bits after them.
func (s *value) path() (path []int) {
	number := func(v int64) {
		x := fmt.Sprintf("%b", v+1)
		for range len(x) - 1 {
			path = append(path, 1)
		}
		if len(x) < 62 {
			path = append(path, 0)
		}
		for i := 1; i < min(len(x), 8); i++ {
			path = append(path, int(x[i]-'0'))
		}
	}
	switch s.kind {
	case "Flag":
		path = append(path, int(s.v))
	case "Index":
		for i := s.digits - 1; i >= 0; i-- {
			path = append(path, int(s.v>>i&1))
		}
	case "Number":
		number(s.v)
	case "Signed":
		if s.v == 0 {
			return []int{1}
		}
		path = append(path, 0, int(uint64(s.v)>>63))
		number(max(s.v, -s.v) - 1)
	}
	return path
}

// probabilities finds the probabilities of a 1 with which the model codes the bits of a
// value after earlier values. It makes the model read strings which begin with the first
// bits, followed by a part of 65,536 that brackets the probability.
func probabilities(table *contextmix.Table, size uint, limit uint32, before []value, s *value) (all []uint32) {
	path := s.path()
	for i := range path {
		low, high := uint32(1), uint32(65535)
		for low < high {
			mid := (low + high) / 2 // is the probability at most mid?
			e := rangecoder.NewEncoder(nil)
			for k, p := range all {
				e.Bit(path[k], p)
			}
			e.Symbol(mid, 1)
			var c contextmix.Coder
			m := (*contextmix.Memory)(nil).New(&c, table, size, limit)
			for k := range before {
				before[k].code(m, &c)
			}
			c.Dec = rangecoder.NewDecoder(e.Finish())
			got := *s
			got.v = s.code(m, &c)
			// The previous bits are as given, so that this one comes at the same place.
			if got.path()[i] == 0 {
				high = mid
			} else {
				low = mid + 1
			}
		}
		all = append(all, low)
	}
	return all
}

// trace returns the vector of values, with the probabilities of the first few.
func trace(t *testing.T, name string, size uint, limit uint32, choices []contextmix.Choice, values []value) *vectors.Vector {
	t.Helper()
	said := 200
	if len(values) > said {
		said = 40
	}
	table := contextmix.Declare("vectors", choices...)
	v := vectors.New("%s", name)
	v.Add("size", "%d", size)
	v.Add("limit", "%d", limit)
	for _, c := range choices {
		v.Add("choice", "%s", c.Fields)
		v.Add("contexts", "%s", c.Contexts)
	}
	e := rangecoder.NewEncoder(nil)
	c := contextmix.Coder{Enc: e}
	m := (*contextmix.Memory)(nil).New(&c, table, size, limit)
	for i := range values {
		s := &values[i]
		var bits []string
		if i < said {
			path := s.path()
			for k, p := range probabilities(table, size, limit, values[:i], s) {
				bits = append(bits, fmt.Sprintf("%d:%d", p, path[k]))
			}
		} else {
			bits = append(bits, "?")
		}
		s.code(m, &c)
		v.Add("value", "%s | %s %d %d | %s", strings.NewReplacer("[", "", "]", "").Replace(strings.TrimSuffix(fmt.Sprint(s.choice, s.fields), " []")), s.kind, s.v, s.digits, strings.Join(append(bits, "-")[:max(len(bits), 1)], " "))
	}
	out := e.Finish()
	v.Add("string", "%x", out)
	back := contextmix.Coder{Dec: rangecoder.NewDecoder(out)}
	m = (*contextmix.Memory)(nil).New(&back, table, size, limit)
	for i := range values {
		require.Equal(t, values[i].v, values[i].code(m, &back), "%s: value %d", name, i)
	}
	require.True(t, back.Dec.AtEnd())
	return v
}

// TestModels checks vectors/layers/models.txt.
func TestModels(t *testing.T) {
	r := numbers(1)
	flags, mixed := make([]value, 0, 200), make([]value, 0, 40)
	last := uint32(0)
	for i := range 200 {
		b := int64(last & 1)
		if r(5) == 0 {
			b = int64(r(2))
		}
		flags = append(flags, value{0, []uint32{last, uint32(i % 3), r(1 << 20)}, "Flag", b, 0})
		last = (last<<1 | uint32(b)) & 0xff
	}
	wide := uint32(0xfffffff0)
	for i := range 40 {
		fields := []uint32{uint32(i % 4), wide + uint32(i), uint32(i*i) % 5}
		mixed = append(mixed, [...]value{
			{0, fields, "Index", int64(r(8)), 3},
			{1, []uint32{uint32(i / 4)}, "Number", int64(r(1 << r(20))), 0},
			{1, []uint32{uint32(i / 4)}, "Signed", int64(r(600)) - 300, 0},
			{0, fields, "Flag", int64(r(2)), 0},
			{0, nil, "Below", int64(r(62)), 62},
		}[i%5])
	}
	list := []*vectors.Vector{
		trace(t, "200 flags", 10, 30, []contextmix.Choice{{Name: "flag", Fields: "recent:8 way:2 noise:20", Contexts: "- | recent | recent way | noise | way noise"}}, flags),
		trace(t, "values of all kinds", 12, 250, []contextmix.Choice{
			{Name: "a", Fields: "small:2 wide:32 other:3", Contexts: "small | wide | small wide other | other small"},
			{Name: "b", Fields: "group:4", Contexts: "- | group"},
		}, mixed),
		trace(t, "numbers at their ends", 10, 255, []contextmix.Choice{{Name: "a", Fields: "", Contexts: "-"}}, []value{
			{0, nil, "Number", 0, 0}, {0, nil, "Number", 1, 0}, {0, nil, "Number", contextmix.MaxNumber, 0}, {0, nil, "Number", 1<<61 - 1, 0},
			{0, nil, "Signed", contextmix.MaxNumber, 0}, {0, nil, "Signed", -contextmix.MaxNumber, 0}, {0, nil, "Signed", 0, 0}, {0, nil, "Signed", -1, 0},
			{0, nil, "Index", 65535, 16}, {0, nil, "Below", 0, 1}, {0, nil, "Below", 65535, 65536}, {0, nil, "Below", 6, 7},
		}),
		trace(t, "two contexts in one place", 1, 2, []contextmix.Choice{{Name: "a", Fields: "a:4", Contexts: "- | a | a"}}, flags16()),
	}
	list = append(list, moreModels(t)...)
	golden.Equal(t, "../../../vectors/layers/models.txt", vectors.File(modelsHeading, list))
}

func flags16() (list []value) {
	for i := range 16 {
		list = append(list, value{0, []uint32{uint32(i)}, "Flag", int64(i * 7 % 3 & 1), 0})
	}
	return list
}

// numbers returns a simple generator of numbers below a bound.
func numbers(seed uint32) func(uint32) uint32 {
	return func(below uint32) uint32 {
		seed = seed*1664525 + 1013904223
		return seed >> 8 % below
	}
}
