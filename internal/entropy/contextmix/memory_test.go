package contextmix

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// TestMemoryIsClear: a Model has learned nothing, whatever the Models whose memory it
// has were used for.
func TestMemoryIsClear(t *testing.T) {
	code := func(m *Model, values []uint32) {
		for _, v := range values {
			m.Use(0, v&0xff)
			m.Number(int64(v))
		}
	}
	table := Declare("test.memory", Choice{Name: "a number", Fields: "field:8", Contexts: "- | field"})
	values := rapid.SliceOfN(rapid.Uint32Range(0, 1<<16), 0, 200)
	rapid.Check(t, func(t *rapid.T) {
		var room Memory
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			var models []*Model
			for range rapid.IntRange(1, 3).Draw(t, "models") {
				size := rapid.UintRange(4, 12).Draw(t, "size")
				src := values.Draw(t, "values")
				fresh, again := Coder{Enc: rangecoder.NewEncoder(nil)}, Coder{Enc: rangecoder.NewEncoder(nil)}
				code((*Memory)(nil).New(&fresh, table, size, 255), src)
				m := room.New(&again, table, size, 255)
				code(m, src)
				require.Equal(t, fresh.Enc.Finish(), again.Enc.Finish())
				models = append(models, m)
			}
			for _, m := range models {
				room.Free(m)
			}
		}
	})
}

// TestCopy: a copy goes on as the Model would that it is of, which does not change, in
// whatever memory.
func TestCopy(t *testing.T) {
	table := Declare("test.copy", Choice{Name: "a number", Fields: "field:8", Contexts: "- | field"})
	values := rapid.SliceOfN(rapid.Uint32Range(0, 1<<16), 0, 200)
	code := func(m *Model, values []uint32) {
		for _, v := range values {
			m.Use(0, v&0xff)
			m.Number(int64(v))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		const size = 8
		first, then, others := values.Draw(t, "first"), values.Draw(t, "then"), values.Draw(t, "others")
		whole := Coder{Enc: rangecoder.NewEncoder(nil)}
		m := (*Memory)(nil).New(&whole, table, size, 255)
		m.Learn(func() { code(m, first) })
		code(m, then)
		want := whole.Enc.Finish()

		learned := (*Memory)(nil).New(new(Coder), table, size, 255)
		code(learned, first)
		var room Memory
		for range 2 {
			used := room.New(new(Coder), table, rapid.UintRange(size, size+2).Draw(t, "size"), 255)
			code(used, others)
			room.Free(used)
			again := Coder{Enc: rangecoder.NewEncoder(nil)}
			copied := room.Copy(&again, learned)
			code(copied, then)
			require.Equal(t, want, again.Enc.Finish())
			room.Free(copied)
			fresh, other := Coder{Enc: rangecoder.NewEncoder(nil)}, Coder{Enc: rangecoder.NewEncoder(nil)}
			code((*Memory)(nil).New(&fresh, table, size, 255), then)
			n := room.New(&other, table, size, 255)
			code(n, then)
			require.Equal(t, fresh.Enc.Finish(), other.Enc.Finish())
			room.Free(n)
		}
	})
}

// TestMemoryKeepsTables: Models of the same sizes, in any order, take no more memory
// than the first of them.
func TestMemoryKeepsTables(t *testing.T) {
	table := Declare("test.sizes", Choice{Name: "a flag", Contexts: "-"})
	var room Memory
	sizes := []uint{10, 16, 12}
	for round := range 3 {
		var models []*Model
		for i := range sizes {
			m := room.New(new(Coder), table, sizes[(i+round)%len(sizes)], 255)
			m.Use(0)
			m.Flag(true)
			models = append(models, m)
		}
		require.Empty(t, room.kept)
		for _, m := range models {
			room.Free(m)
		}
	}
	total := 0
	for _, k := range room.kept {
		total += cap(k.table)
	}
	require.Equal(t, 1<<10+1<<12+1<<16, total)
}
