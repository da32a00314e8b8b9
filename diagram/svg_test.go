package diagram_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
)

var update = flag.Bool("update", false, "rewrite testdata")

func TestAppendSVGGolden(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		options   *diagram.SVGOptions
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", nil},
		{"mate", "8/8/8/8/8/1K6/2B5/k1N5 b - - 0 1", &diagram.SVGOptions{
			Size: 240, Black: true, Marked: []board.Square{10, 17, 64},
			Arrows: []diagram.Arrow{{From: 2, To: 19}, {From: 0, To: 8}, {From: 5, To: 5}, {From: 64, To: 0}},
		}},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		got := diagram.AppendSVG(nil, &p, c.options)
		file := filepath.Join("testdata", c.name+".svg")
		if *update {
			require.NoError(t, os.WriteFile(file, got, 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("AppendSVG(%s) differs from %s: look at both, then -update", c.fen, file)
		}
	}
}

// TestAppendSVG parses drawings of any board as XML and counts what is in them.
func TestAppendSVG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.Position{Turn: board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
		pieces := 0
		for s := range board.Square(64) {
			piece := board.Piece(rapid.IntRange(0, 12).Draw(t, "piece"))
			p.Put(s, piece)
			if piece != 0 {
				pieces++
			}
		}
		square := rapid.Custom(func(t *rapid.T) board.Square { return board.Square(rapid.Byte().Draw(t, "square")) })
		o := diagram.SVGOptions{
			Size: rapid.Int().Draw(t, "size"), Black: rapid.Bool().Draw(t, "black"), Bare: rapid.Bool().Draw(t, "bare"),
			Marked: rapid.SliceOfN(square, 0, 3).Draw(t, "marked"),
			Arrows: []diagram.Arrow{{From: square.Draw(t, "from"), To: square.Draw(t, "to")}},
		}
		drawing, ok := bytes.CutPrefix(diagram.AppendSVG([]byte("x"), &p, &o), []byte("x"))
		if !ok {
			t.Fatal("AppendSVG lost its prefix")
		}
		count := map[string]int{}
		title := ""
		for d := xml.NewDecoder(bytes.NewReader(drawing)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			switch token := token.(type) {
			case xml.StartElement:
				count[token.Name.Local]++
				if token.Name.Local == "g" && strings.HasPrefix(token.Attr[0].Value, "translate") {
					count["piece"]++
				}
			case xml.CharData:
				if count["title"] == 1 && title == "" {
					title = strings.TrimSpace(string(token))
				}
			}
		}
		names := 16
		if o.Bare {
			names = 0
		}
		if count["svg"] != 1 || count["piece"] != pieces || count["text"] != names || title != string(p.AppendFEN(nil)) {
			t.Fatalf("elements %v, title %q for %s", count, title, p.AppendFEN(nil))
		}
	})
}

func BenchmarkAppendSVG(b *testing.B) {
	p := board.Start()
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = diagram.AppendSVG(dst[:0], &p, nil)
	}
	b.ReportMetric(float64(len(dst)), "B/board")
}
