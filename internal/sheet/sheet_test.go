package sheet

import (
	"bytes"
	"testing"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// cut cuts src into sheets of whole games.
func cut(src []byte, maxGames, maxBytes int) (sheets [][]byte, ends [][]int) {
	var s pgn.Splitter
	for len(src) > 0 {
		n, at := 0, []int(nil)
		for n < len(src) && len(at) < maxGames && n < maxBytes {
			k, ok := s.Next(src[n:], true)
			if !ok {
				break
			}
			n += k
			at = append(at, n)
		}
		sheets, ends = append(sheets, src[:n]), append(ends, at)
		src = src[n:]
	}
	return sheets, ends
}

func TestFigures(t *testing.T) {
	for _, name := range []string{"lichess-old-train", "lichess-clk-train", "lichess-elite-train", "lichess-user-train", "chesscom-train", "master-train", "master-twic-train", "engine-train", "tcec-train", "book-8moves-train"} {
		src := corpus.Need(t, "pgn/"+name+".pgn")
		if len(src) > 8<<20 {
			src = src[:8<<20]
		}
		var e Encoder
		sheets, ends := cut(src, 4000, 4<<20)
		var total, games, plies, moveBytes, columns int
		kinds := map[uint16]int{}
		for i, s := range sheets {
			f, c := e.Encode(s, ends[i])
			games += int(c.Games)
			plies += int(c.Plies)
			moveBytes += int(c.MoveBytes)
			if c.Columns {
				columns++
			}
			for _, st := range f.Streams {
				kinds[st.Kind] += len(st.Data)
				total += len(st.Data)
			}
		}
		t.Logf("%s: %d games, %d/%d sheets in columns, %.1f B/game of %.0f; moves %.2f B, %.3f bits/ply", name, games, columns, len(sheets), float64(total)/float64(games), float64(len(src))/float64(games), float64(moveBytes)/float64(games), 8*float64(moveBytes)/float64(plies))
		for k := range 80 {
			if n := kinds[uint16(k)]; n > 0 {
				t.Logf("  kind %d: %.2f", k, float64(n)/float64(games))
			}
		}
	}
}

func roundTrip(t *testing.T, name string, src []byte) {
	t.Helper()
	var e Encoder
	var d Decoder
	sheets, ends := cut(src, 4000, 4<<20)
	for i, s := range sheets {
		if len(s) > MaxInput {
			continue
		}
		f, _ := e.Encode(s, ends[i])
		got, err := d.Decode(nil, &f)
		if err != nil || !bytes.Equal(got, s) {
			t.Errorf("%s: sheet %d: %d bytes came back as %d, error %v", name, i, len(s), len(got), err)
		}
	}
}

func TestOddFiles(t *testing.T) {
	for _, folder := range []string{"odd", "annotated"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Skip(err)
		}
		for _, n := range names {
			src := corpus.Need(t, n)
			roundTrip(t, n, src)
			var e Encoder
			sheets, ends := cut(src, 4000, 4<<20)
			for i, s := range sheets {
				if len(s) > 20000 {
					if _, c := e.Encode(s, ends[i]); !c.Columns {
						t.Logf("%s: sheet %d of %d bytes is kept as text", n, i, len(s))
					}
				}
			}
		}
	}
}

var _ archive.Frame
