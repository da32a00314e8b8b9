package contextmix

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// value is one call of a Model.
type value struct {
	kind     int
	v        int64
	contexts [2]uint32
}

func (x *value) code(m *Model, c *Coder) int64 {
	m.Use(0, x.contexts[0], x.contexts[1])
	switch x.kind {
	case 0:
		return int64(bit(m.Flag(x.v != 0)))
	case 1:
		return int64(m.Index(int(x.v), 9))
	case 2:
		return m.Number(x.v)
	case 3:
		return m.Signed(x.v)
	}
	return int64(c.Below(uint32(x.v), 36))
}

// kindOrContext has the contexts of TestInverse.
var kindOrContext = Declare("test.inverse", Choice{"value", "kind:3 context:2", "kind | context"})

// TestInverse checks that a reader gets what was written.
func TestInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := make([]value, rapid.IntRange(0, 60).Draw(t, "n"))
		for i := range values {
			x := &values[i]
			x.kind = rapid.IntRange(0, 4).Draw(t, "kind")
			x.contexts = [2]uint32{uint32(x.kind), rapid.Uint32Range(0, 3).Draw(t, "context")}
			switch x.kind {
			case 0:
				x.v = rapid.Int64Range(0, 1).Draw(t, "v")
			case 1:
				x.v = rapid.Int64Range(0, 511).Draw(t, "v")
			case 2:
				x.v = rapid.Int64Range(0, MaxNumber).Draw(t, "v")
			case 3:
				x.v = rapid.Int64Range(-MaxNumber, MaxNumber).Draw(t, "v")
			case 4:
				x.v = rapid.Int64Range(0, 35).Draw(t, "v")
			}
		}
		w := Coder{Enc: rangecoder.NewEncoder(nil)}
		m := (*Memory)(nil).New(&w, kindOrContext, 10, 100)
		for i := range values {
			values[i].code(m, &w)
		}
		r := Coder{Dec: rangecoder.NewDecoder(w.Enc.Finish())}
		m = (*Memory)(nil).New(&r, kindOrContext, 10, 100)
		for i := range values {
			want := values[i].v
			x := values[i]
			x.v = 0
			if got := x.code(m, &r); got != want {
				t.Fatalf("value %d is %d, want %d", i, got, want)
			}
		}
		require.NoError(t, r.Dec.Err())
	})
}

// TestMixing checks that of two contexts the one that knows is found, and that
// what is known by neither costs what it must.
func TestMixing(t *testing.T) {
	const n = 20_000
	r := rand.New(rand.NewPCG(1, 2))
	w := Coder{Enc: rangecoder.NewEncoder(nil)}
	table := Declare("test.mixing", Choice{"value", "known:3 noise:10", "- | known | noise"})
	m := (*Memory)(nil).New(&w, table, 16, 255)
	for range n {
		known := r.Uint32N(8)
		v := int64(known * 5)
		if r.IntN(4) == 0 {
			v = r.Int64N(64)
		}
		m.Use(0, known, r.Uint32N(1000))
		m.Number(v)
	}
	// One in four is one of 64; whether it is so is a choice of its own.
	least := (0.25*6 + 0.811) * n / 8
	if got := float64(len(w.Enc.Finish())); got > least*1.06 || got < least*0.97 {
		t.Errorf("%d values take %.0f bytes, their entropy is %.0f", n, got, least)
	}
}

// TestBelow checks that values as likely as any other cost their logarithm.
func TestBelow(t *testing.T) {
	c := Coder{Enc: rangecoder.NewEncoder(nil)}
	const n = 80_000
	for i := range n {
		c.Below(uint32(i*7)%36, 36)
	}
	want := n * math.Log2(36) / 8
	if got := float64(len(c.Enc.Finish())); math.Abs(got-want) > want/1000 {
		t.Errorf("%d choices of 36 take %.0f bytes, want %.0f", n, got, want)
	}
}
