package contextmix

import (
	"testing"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// wide is a table like those of numbers in comments.
var wide = Declare("test.wide", Choice{
	Name: "number", Fields: "field:12 base:4 own:9 other:9 mark:6 last:32 ply:5 side:1",
	Contexts: "field base | field base mark own | field base own other | field base last | field base mark last | field base mark other | field base mark ply | field base side mark",
})

func BenchmarkUse(b *testing.B) {
	c := Coder{Enc: rangecoder.NewEncoder(nil)}
	m := (*Memory)(nil).New(&c, wide, 10, 255)
	i := uint32(0)
	for b.Loop() {
		m.Use(0, i&0xfff, 3, i&0x1ff, i>>3&0x1ff, i&0x3f, i*77, i&31, i&1)
		i++
	}
}
