package contextmix

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

var twoChoices = Declare("test.model",
	Choice{Name: "first", Fields: "a:3 b:30 c:8", Contexts: "- | a | b c a"},
	Choice{Name: "second", Fields: "a:3", Contexts: "a"},
)

func TestTableString(t *testing.T) {
	want := "test.model\n0 first: a:3 b:30 c:8\n    1 -\n    2 a\n    3 b c a\n1 second: a:3\n    4 a\n"
	require.Equal(t, want, twoChoices.String())
}

// TestUse checks which values make a difference to which contexts.
func TestUse(t *testing.T) {
	c := Coder{Dec: rangecoder.NewDecoder(nil)}
	m := (*Memory)(nil).New(&c, twoChoices, 10, 255)
	contexts := func(number int, values ...uint32) []uint32 {
		m.Use(number, values...)
		return append([]uint32(nil), m.contexts[:m.n]...)
	}
	base := contexts(0, 1, 2, 3)
	require.Len(t, base, 3)
	other := contexts(0, 5, 2, 3)
	require.Equal(t, base[0], other[0])
	require.NotEqual(t, base[1], other[1])
	require.NotEqual(t, base[2], other[2])
	other = contexts(0, 1, 2, 4)
	require.Equal(t, base[:2], other[:2])
	require.NotEqual(t, base[2], other[2])
	require.Equal(t, base, contexts(0, 1|8, 2|1<<31, 3|256), "a reader cuts off what a field does not hold")
	require.NotEqual(t, base[1], contexts(1, 1)[0], "equal fields of two choices are two contexts")
	require.Panics(t, func() { m.Use(0, 1) })
}

func TestDeclareMalformed(t *testing.T) {
	for name, c := range map[string]Choice{
		"width missing":   {Fields: "a", Contexts: "a"},
		"width too large": {Fields: "a:33", Contexts: "a"},
		"width 0":         {Fields: "a:0", Contexts: "a"},
		"field twice":     {Fields: "a:1 a:2", Contexts: "a"},
		"unknown field":   {Fields: "a:1", Contexts: "a b"},
		"unused field":    {Fields: "a:1 b:1", Contexts: "a"},
		"many contexts":   {Fields: "a:1", Contexts: "a|a|a|a|a|a|a|a|a|a|a|a|a"},
	} {
		require.Panics(t, func() { _ = Declare("test", c).String() }, name)
	}
}
