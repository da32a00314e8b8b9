package contextmix

import (
	"testing"

	"github.com/chesszip/chesszip/internal/rangecoder"
)

// wide is a table like those of numbers in comments.
var wide = Declare("test.wide", Choice{
	Name: "number", Fields: "field:12 base:4 own:11 other:11 mark:7 last:32 ply:5 calm:6",
	Contexts: "field base | field base own mark | field base own other | field base last | field base other mark | field base ply mark | field base calm mark | field base last mark",
})

func BenchmarkUse(b *testing.B) {
	c := Coder{Enc: rangecoder.NewEncoder(nil)}
	m := (*Memory)(nil).New(&c, wide, 10, 255)
	i := uint32(0)
	for b.Loop() {
		m.Use(0, i&0xfff, 3, i&0x7ff, i>>3&0x7ff, i&0x7f, i*77, i&31, i&63)
		i++
	}
}
