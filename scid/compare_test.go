package scid_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/scid"
)

// open opens a database on the disk.
func open(t *testing.T, name string) *scid.Base {
	t.Helper()
	var files []scid.File
	for _, end := range []string{".si4", ".sn4", ".sg4"} {
		b, err := os.ReadFile(name + end)
		require.NoError(t, err)
		files = append(files, io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))))
	}
	base, err := scid.Open(files[0], files[1], files[2])
	require.NoError(t, err)
	return base
}

// said returns what a game says: tags, then moves, comments, glyphs and variations.
func said(g *pgn.ParsedGame) []string {
	var all []string
	for _, tag := range g.Tags {
		all = append(all, fmt.Sprintf("[%s %q]", tag.Name, utf8Of(tag.Value)))
	}
	slices.Sort(all)
	for _, e := range g.Movetext {
		switch e.Kind {
		case pgn.Move:
			if e.Known {
				all = append(all, e.Move.String())
			} else {
				all = append(all, "?"+strings.TrimRight(e.Text, "+#"))
			}
		case pgn.NAG:
			all = append(all, fmt.Sprint("$", e.NAG))
		case pgn.Comment:
			all = append(all, "{"+strings.Join(strings.Fields(utf8Of(e.Comment())), " ")+"}")
		default:
			all = append(all, e.Text)
		}
	}
	return append(all, g.Result)
}

// utf8Of returns text as Tcl writes it: bytes that are no UTF-8 are Latin-1.
func utf8Of(s string) string {
	var b []byte
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			r = rune(s[0])
		}
		b, s = utf8.AppendRune(b, r), s[n:]
	}
	return string(b)
}

// compare compares the games of a database with SCID's own export of it.
func compare(t *testing.T, name, export string) {
	t.Helper()
	text, err := os.ReadFile(export)
	require.NoError(t, err)
	base := open(t, name)
	i, bad := 0, 0
	for want, err := range pgn.NewReader(bytes.NewReader(text), nil).Games() {
		require.NoError(t, err)
		got, err := base.Game(i)
		i++
		if err != nil {
			t.Errorf("%v\n%s", err, want.Text)
			if bad++; bad > 5 { return }
			continue
		}
		if w, g := said(want), said(got); !slices.Equal(w, g) {
			t.Errorf("game %d:\n%s\nwant\n%s\n%s", i, g, w, want.Text)
			if bad++; bad > 5 { return }
		}
	}
	require.Equal(t, base.Len(), i)
}

func TestTmp(t *testing.T) {
	for _, n := range strings.Fields(os.Getenv("SCIDTMP")) {
		compare(t, "/tmp/scidt/"+n, "/tmp/scidt/"+n+".out")
	}
}
