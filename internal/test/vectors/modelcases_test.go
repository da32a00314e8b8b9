package vectors_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// moreModels returns vectors of models with all sets of weights, of long runs of flags,
// and of the logistic scale.
func moreModels(t *testing.T) []*vectors.Vector {
	t.Helper()
	one := []contextmix.Choice{{Name: "a", Fields: "a:3", Contexts: "- | a"}}
	return []*vectors.Vector{
		trace(t, "a number below 3 at the lower end of its place", 4, 20, one, []value{
			{0, nil, "Below", 2, 3}, {0, nil, "Below", 0, 65536}, {0, nil, "Below", 0, 65536},
			{0, nil, "Below", 1, 5}, {0, nil, "Below", 0, 65536}, {0, nil, "Below", 0, 65536},
		}),
		trace(t, "1,600 values with all sets of weights", 9, 120, []contextmix.Choice{
			{Name: "a", Fields: "a:3 b:32 c:16 d:7", Contexts: "- | a | a b | c | b c | d | a d | c d | a c d | b d | a b c d | b"},
			{Name: "b", Fields: "a:3", Contexts: "- | a"},
		}, manyValues(1600)),
		manyFlags(t, 5000),
		logisticScale(),
	}
}

// manyValues are values of all kinds, in all sets of weights.
func manyValues(n int) (list []value) {
	r := numbers(9)
	last := int64(0)
	for i := range n {
		fields := []uint32{uint32(last), uint32(last * 1000003), uint32(i / 3), uint32(i*i) % 11}
		few := int64(r(1 + r(4)))
		s := value{i % 2, fields, "Flag", few & 1, 0}
		switch i % 8 {
		case 0, 1:
			if r(5) > 0 {
				s.v = last & 1
			}
		case 2:
			s.kind, s.digits = "Index", int(r(17))
			s.v = int64(0x5555 >> (16 - s.digits))
			if r(3) == 0 {
				s.v = int64(r(1 << s.digits))
			}
		case 3, 4:
			s.kind, s.v = "Number", int64(r(1<<r(24)))<<r(9)
		case 5, 6:
			above := int64(r(1 << r(12)))
			s.kind, s.v = "Signed", above-int64(r(1<<r(12)))
		}
		if s.choice == 1 {
			s.fields = fields[:1]
		}
		if last = s.v & 7; s.kind == "Number" && s.v > 100 {
			last = 1
		}
		list = append(list, s)
	}
	return list
}

// manyFlags returns the vector of enough flags to bring all counters to their limits.
func manyFlags(t *testing.T, n int) *vectors.Vector {
	t.Helper()
	choice := contextmix.Choice{Name: "a", Fields: "last:1 place:3", Contexts: "- | last | place | last place"}
	table := contextmix.Declare("vectors", choice)
	r := numbers(27)
	e := rangecoder.NewEncoder(nil)
	c := contextmix.Coder{Enc: e}
	m := (*contextmix.Memory)(nil).New(&c, table, 6, 255)
	v := vectors.New("%d flags of one choice, likely and unlikely ones", n)
	v.Add("size", "6")
	v.Add("limit", "255")
	v.Add("choice", "%s", choice.Fields)
	v.Add("contexts", "%s", choice.Contexts)
	var bits strings.Builder
	last := uint32(0)
	code := func(m *contextmix.Model, i int, last, b uint32) uint32 {
		m.Use(0, last, uint32(i%8))
		if m.Flag(b == 1) {
			return 1
		}
		return 0
	}
	for i := range n {
		b := uint32(0)
		switch {
		case i > n/2 && i < n/2+900: // always the same
		case i/600%2 == 0:
			b = 1 - last
			if r(30) == 0 {
				b = r(2)
			}
		case r(9) == 0:
			b = uint32(i) & 1
		}
		bits.WriteByte('0' + byte(code(m, i, last, b)))
		last = b
	}
	out := e.Finish()
	back := contextmix.Coder{Dec: rangecoder.NewDecoder(out)}
	m = (*contextmix.Memory)(nil).New(&back, table, 6, 255)
	last = 0
	for i := range n {
		last = code(m, i, last, 0)
		require.Equal(t, uint32(bits.String()[i]-'0'), last, "flag %d", i)
	}
	require.True(t, back.Dec.AtEnd())
	v.Add("flags", "%s", bits.String())
	v.Add("string", "%x", out)
	return v
}

// logisticScale returns the vector of the tables of the logistic scale.
func logisticScale() *vectors.Vector {
	const edge = 2815
	v := vectors.New("the logistic scale")
	var sums [2]uint32
	for x := int32(-edge); x <= edge; x++ {
		sums[0] += uint32(x+edge+1) * uint32(contextmix.Squash(x))
		if (x+edge)%512 == 0 || x > edge-3 {
			v.Add("squash", "%d | %d", x, contextmix.Squash(x))
		}
	}
	for _, x := range []int32{-100000, -edge - 1, edge + 1, 100000} {
		v.Add("squash", "%d | %d", x, contextmix.Squash(x))
	}
	for i := range int32(4096) {
		sums[1] += uint32(i+1) * uint32(contextmix.Stretch(16*i))
		if i%256 == 0 || i == 4095 {
			v.Add("stretch", "%d | %d", 16*i+15, contextmix.Stretch(16*i+15))
		}
	}
	v.Add("sums", "%d %d", sums[0], sums[1])
	return v
}
