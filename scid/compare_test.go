package scid_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/scid"
)

// open opens a database of SCID 4 or 5, whose files are read by read.
func open(t *testing.T, read func(name string) ([]byte, error), name, number string) *scid.Base {
	t.Helper()
	var files []*io.SectionReader
	for _, part := range []string{".si", ".sn", ".sg"} {
		b, err := read(name + part + number)
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
func compare(t *testing.T, base *scid.Base, text []byte) {
	t.Helper()
	i := 0
	for want, err := range pgn.NewReader(bytes.NewReader(text), nil).Games() {
		require.NoError(t, err)
		got, err := base.Game(i)
		i++
		require.NoError(t, err, "%s", want.Text)
		require.Equal(t, said(want), said(got), "game %d:\n%s", i, want.Text)
	}
	require.Equal(t, base.Len(), i)
}

// The games of the database that comes with the package: tags, moves, comments, glyphs
// and variations.
func TestExport(t *testing.T) {
	text, err := os.ReadFile("testdata/games.export.pgn")
	require.NoError(t, err)
	compare(t, open(t, os.ReadFile, "testdata/games", "4"), text)
}

// So those of bases and exports of SCID 5.0.2, among them Chess960, odd tags, all flags and bytes that are no UTF-8.
func TestExport5(t *testing.T) {
	for _, c := range []struct {
		name  string
		games int
	}{
		{"1-lichess300", 300}, {"2-annotated60", 60}, {"3-chess960fen", 20}, {"4-tags", 97}, {"5-empty", 0}, {"6-flags", 30}, {"9-latin1raw", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := func(name string) ([]byte, error) { return os.ReadFile("testdata/scid5/" + name) }
			text, err := read(c.name + ".pgn")
			if err != nil {
				read = func(name string) ([]byte, error) { return corpus.Read("scid5/" + name) }
				text, err = read(c.name + ".pgn")
			}
			if errors.Is(err, corpus.ErrAbsent) {
				t.Skip(err)
			}
			require.NoError(t, err)
			base := open(t, read, c.name, "5")
			require.Equal(t, c.games, base.Len())
			// SCID breaks lines after the names of tags too.
			compare(t, base, regexp.MustCompile(`(?m)^(\[\w+)\n"`).ReplaceAll(text, []byte(`$1 "`)))
		})
	}
	require.Zero(t, open(t, os.ReadFile, "testdata/scid5/5-empty-info", "5").Len())
}

// The flags are those of SCID's list.
func TestFlags(t *testing.T) {
	base := open(t, os.ReadFile, "testdata/scid5/6-flags", "5")
	list, err := os.ReadFile("testdata/scid5/6-flags.list.tsv")
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSuffix(string(list), "\n"), "\n")
	column := func(row int, name string) string {
		return strings.Split(rows[row], "\t")[slices.Index(strings.Split(rows[0], "\t"), name)]
	}
	require.Len(t, rows, base.Len()+1)
	var want []string
	for i := range base.Len() {
		flags, err := base.Flags(i)
		require.NoError(t, err)
		// SCID lists some of its flags only.
		require.Equal(t, strings.TrimSpace(column(i+1, "deleted")) != "", strings.HasPrefix(flags, "D"), "game %d", i+1)
		require.Equal(t, column(i+1, "flags"), strings.TrimPrefix(flags, "D"), "game %d", i+1)
		want = append(want, flags)
	}
	require.Equal(t, len(want), base.Len())
	i := 0
	for g, err := range pgn.NewReader(base.All(t.Context()), nil).Games() {
		require.NoError(t, err)
		flags, _ := g.Tag("ScidFlags")
		require.Equal(t, want[i], flags)
		i++
	}
	require.Equal(t, base.Len(), i)
}

// Games that were given to SCID come back. Our own reading of them agrees, except
// where SCID gives games up, and except for Chess960.
func TestGames(t *testing.T) {
	text, err := os.ReadFile("testdata/games.pgn")
	require.NoError(t, err)
	base := open(t, os.ReadFile, "testdata/games", "4")
	i := 0
	for want, err := range pgn.NewReader(bytes.NewReader(text), nil).Games() {
		require.NoError(t, err)
		if _, variant := want.Tag("Variant"); variant {
			continue
		}
		got, err := base.Game(i)
		require.NoError(t, err)
		i++
		onlyMoves := func(g *pgn.ParsedGame) []string { return said(&pgn.ParsedGame{Movetext: g.Movetext, Result: g.Result}) }
		require.Equal(t, onlyMoves(want), onlyMoves(got), "game %d", i)
		for _, tag := range want.Tags {
			value, ok := got.Tag(tag.Name)
			require.True(t, ok, "game %d has no %s", i, tag.Name)
			require.Equal(t, tag.Value, value, "%s of game %d", tag.Name, i)
		}
	}
	require.Equal(t, base.Len(), i)
}

// Deleted games are passed over and counted; the text is PGN that reads as the games do.
func TestReader(t *testing.T) {
	base := open(t, os.ReadFile, "testdata/games", "4")
	r := base.Reader(t.Context())
	text, err := io.ReadAll(iotest.OneByteReader(r))
	require.NoError(t, err)
	require.Equal(t, 2, r.Deleted())
	var want, got []string
	for g, err := range base.Games(t.Context()) {
		require.NoError(t, err)
		want = append(want, strings.Join(said(g), "\n"))
	}
	for g, err := range pgn.NewReader(bytes.NewReader(text), nil).Games() {
		require.NoError(t, err)
		got = append(got, strings.Join(said(g), "\n"))
	}
	require.Len(t, want, base.Len()-2)
	require.Equal(t, want, got)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = base.Reader(canceled).Read(make([]byte, 1))
	require.ErrorIs(t, err, context.Canceled)
}

// Where SCID is, databases are made of the annotated files and compared with its export;
// so are names that take three bytes and a game of more than 64 KiB.
func TestSCID(t *testing.T) {
	tkscid := "/usr/games/tkscid"
	if _, err := os.Stat(tkscid); err != nil {
		t.Skip("there is no SCID here")
	}
	made, err := filepath.Abs("testdata/make.tcl")
	require.NoError(t, err)
	try := func(name string, text []byte) {
		dir := t.TempDir()
		file := filepath.Join(dir, "games.pgn")
		require.NoError(t, os.WriteFile(file, text, 0o600))
		c := exec.Command(tkscid, made, file, filepath.Join(dir, "base"), filepath.Join(dir, "export.pgn"))
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		export, err := os.ReadFile(filepath.Join(dir, "export.pgn"))
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) { compare(t, open(t, os.ReadFile, filepath.Join(dir, "base"), "4"), export) })
	}
	var many strings.Builder
	for i := range 66_000 {
		fmt.Fprintf(&many, "[White \"Name %d\"]\n[Black \"%d\"]\n[Event \"%d\"]\n[Site \"%d\"]\n[Round \"%d\"]\n[Date \"%d.%02d.%02d\"]\n\n1. e4 *\n\n",
			i, i*7%66_000, i, i*5%66_000, i%300, 1700+i%400, i%13, i%32)
	}
	try("many names", []byte(many.String()))
	try("a long game", []byte("1. e4 {"+strings.Repeat("word ", 8_000)+"} (1. d4 {"+strings.Repeat("other ", 8_000)+"}) 1... e5 *\n"))
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	try("sample", sample)
	for _, name := range []string{"immortal-games", "openrating", "world_matches", "tactics-fen", "mate_in_3", "fics-2000", "wcc_2023_eolcomment",
		"study-beautiful-chess-studies", "study-lichess-practice-checkmate-patterns-i"} {
		text, err := corpus.Read("annotated/annotated-" + name + ".pgn")
		if errors.Is(err, corpus.ErrAbsent) {
			continue
		}
		require.NoError(t, err)
		try(name, text)
	}
}
