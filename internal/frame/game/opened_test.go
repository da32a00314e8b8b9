package game

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// frames cuts a text into frames of games.
func frames(src []byte, most int, yield func(text []byte, ends []int)) {
	var s pgn.Splitter
	var ends []int
	from, at := 0, 0
	flush := func() {
		if len(ends) > 0 {
			yield(src[from:at], ends)
		}
		from, ends = at, nil
	}
	for at < len(src) {
		n, _ := s.Next(src[at:], true)
		if len(ends) == most || at+n-from > MaxInput {
			flush()
		}
		at += n
		ends = append(ends, at-from)
	}
	flush()
}

func TestOpenColumns(t *testing.T) {
	for _, name := range []string{"lichess-old-test", "lichess-clk-test", "master-test", "engine-test"} {
		src := corpus.Need(t, "pgn/"+name+".pgn")
		e := Encoder{Effort: text.Quick, Open: open.Names | open.Moves | open.Numbers, Plain: true}
		var d Decoder
		size, games := 0, 0
		by := map[string]int{}
		begin := time.Now()
		frames(src[:min(len(src), 8_000_000)], 4000, func(text []byte, ends []int) {
			f, c := e.Encode(text, ends)
			require.True(t, c.Columns, name)
			games += len(ends)
			names, err := d.StreamNames(&f)
			require.NoError(t, err)
			for i, s := range f.Streams {
				size += len(s.Data)
				by[names[i]] += len(s.Data)
			}
			got, err := d.Decode(nil, &f)
			require.NoError(t, err)
			require.True(t, bytes.Equal(got, text))
		})
		t.Logf("%s: %.1f B a game, %v", name, float64(size)/float64(games), time.Since(begin))
		for k, n := range by {
			t.Logf("   %-30s %.2f", k, float64(n)/float64(games))
		}
	}
}
