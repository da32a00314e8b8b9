package scid_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
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

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
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
			compare(t, base, joined(text))
		})
	}
	require.Zero(t, open(t, os.ReadFile, "testdata/scid5/5-empty-info", "5").Len())
}

// joined joins the lines of tags, which SCID breaks after the names too.
func joined(export []byte) []byte {
	return regexp.MustCompile(`(?m)^(\[\w+)\n"`).ReplaceAll(export, []byte(`$1 "`))
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
		holds(t, want, got, i)
	}
	require.Equal(t, base.Len(), i)
}

// holds checks that a game has the moves, annotations and tags of another.
func holds(t *testing.T, want, got *pgn.ParsedGame, number int) {
	t.Helper()
	onlyMoves := func(g *pgn.ParsedGame) []string { return said(&pgn.ParsedGame{Movetext: g.Movetext, Result: g.Result}) }
	require.Equal(t, onlyMoves(want), onlyMoves(got), "game %d:\n%s", number, want.Text)
	for _, tag := range want.Tags {
		value, ok := got.Tag(tag.Name)
		require.True(t, ok, "game %d has no %s", number, tag.Name)
		require.Equal(t, tag.Value, value, "%s of game %d", tag.Name, number)
	}
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
// so are names that take three bytes and a game of more than 64 KiB. Databases that a
// Writer makes of the same files are exported by SCID, and its index entries are SCID's.
func TestSCID(t *testing.T) {
	tkscid := "/usr/games/tkscid"
	if _, err := os.Stat(tkscid); err != nil {
		t.Skip("there is no SCID here")
	}
	made, err := filepath.Abs("testdata/make.tcl")
	require.NoError(t, err)
	compared := 0
	try := func(name string, text []byte) {
		dir := t.TempDir()
		file, base, ours := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "base"), filepath.Join(dir, "ours")
		require.NoError(t, os.WriteFile(file, text, 0o600))
		export := func(t *testing.T, file, base string) []byte {
			c := exec.Command(tkscid, made, file, base, filepath.Join(dir, "export.pgn"))
			c.Dir = dir
			out, err := c.CombinedOutput()
			require.NoError(t, err, "%s", out)
			text, err := os.ReadFile(filepath.Join(dir, "export.pgn"))
			require.NoError(t, err)
			return bytes.ReplaceAll(text, []byte("--+"), []byte("--")) // SCID's sign for some null moves
		}
		t.Run(name, func(t *testing.T) {
			text := export(t, file, base)
			compare(t, open(t, os.ReadFile, base, "4"), text)
		})
		t.Run(name+", written", func(t *testing.T) {
			files, games, unfit := written(t, text)
			for i, end := range []string{".si4", ".sn4", ".sg4"} {
				require.NoError(t, os.WriteFile(ours+end, files[i], 0o600))
			}
			compare(t, open(t, os.ReadFile, ours, "4"), export(t, "", ours))
			index, err := os.ReadFile(base + ".si4")
			require.NoError(t, err)
			theirs := open(t, os.ReadFile, base, "4")
			const head, entry, counts, material = 182, 47, 21, 34
			for i, g := range games {
				if unfit > 0 {
					break
				}
				read, err := theirs.Game(i)
				require.NoError(t, err)
				line, _ := g.MainLine()
				if whole, _ := read.MainLine(); !slices.Equal(line.Moves, whole.Moves) {
					continue // SCID has given it up
				}
				want, got := index[head+entry*i:][:entry], files[0][head+entry*i:][:entry]
				require.Equal(t, want[counts:counts+4], got[counts:counts+4], "game %d:\n%s", i+1, g.Text)
				require.Equal(t, want[material:], got[material:], "game %d:\n%s", i+1, g.Text)
				compared++
			}
		})
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
	try("random games", randomGames(200))
	try("odd games", oddGames())
	require.Greater(t, compared, 60_000)
}

// oddGames returns games with odd tags, start positions and moves.
func oddGames() []byte {
	var b bytes.Buffer
	game := func(tags, moves string) { fmt.Fprintf(&b, "[Event \"e\"]\n%s\n%s\n\n", tags, moves) }
	for _, kind := range []string{"Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF", "BCF"} {
		game(fmt.Sprintf("[White%s \"2345\"]\n[Black%s \"4000\"]\n[Black%s \"12\"]\n", kind, kind, kind), "1. e4 *")
		game(fmt.Sprintf("[White%s \"4001\"]\n[Black%s \"-\"]\n[WhiteElo \"1\"]\n", kind, kind), "1. e4 *")
	}
	for _, date := range []string{"2047.12.31", "2048.01.01", "1.1.1", "1900", "1900.??.05", "????.12.??", "2020.13.01", "0000.00.00", "99.1.1", "2020-05-06", "no", ""} {
		for _, other := range []string{date, "2000.01.01"} {
			game(fmt.Sprintf("[Date \"%s\"]\n[EventDate \"%s\"]\n", other, date), "1. e4 1-0")
			game(fmt.Sprintf("[Date \"%s\"]\n[EventDate \"%s\"]\n", date, other), "1. e4 1/2-1/2")
		}
	}
	for _, code := range []string{"A00", "E99", "E99z4", "B90a1", "b90", "C1", "D", "F00", "A00z", "A000", "B2?"} {
		game(fmt.Sprintf("[ECO \"%s\"]\n", code), "1. e4 *")
	}
	for _, fen := range []string{"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 40", "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"} {
		for _, moves := range []string{"", "1. O-O", "1. O-O-O", "1. a8=Q", "1. a8=R a1=N", "1. a8=B a1=B", "1. a8=N a1=R", "1. -- --", "1... O-O", "1... O-O-O", "1... e5"} {
			game(fmt.Sprintf("[FEN \"%s\"]\n", fen), moves+" *")
		}
	}
	for _, moves := range []string{"{a} {b} 1. e4 {c} {d} (1. d4 {x}) {y} 1... e5 {z} *", "1. e4 ({s} 1. d4 ({t} 1. c4 c5 (1... e5)) 1... d5) (1. f4) e5 *",
		"1. e4 $1 $2 $3 $10 $14 $200 $255 $30 $31 $32 $33 $34 $35 *", "1. e4 e5 2. Ke2 Ke7 3. -- Kd6 4. Z0 Kc5 *", "1. e4 {" + strings.Repeat("long {text ", 9_000) + "} e5 *",
		"; line\n1. e4 ; rest\ne5 *", "1. e4 () e5 *", "{alone} *", "1. e4! e5?! 2. Nf3!? $5 N *", "1. e4 {}  e5 { } *", "1. e4 {caf\xe9 \u00e9 \x01} *",
		"1. e4 e5 2. Bd9 (2. Nf3 Nc6) Nf6 *", "1. e4 (1. Zz d5) e5 (1... c5 2. Nf3 Zz 3. d4 {no}) 2. Nf3 *", "1. e4 (1. d4 d5 *"} {
		game("", moves)
	}
	game("[Annotator \"x\"]\n[Annotator \"y\"]\n[Variant \"Standard\"]\n[FEN \"bad\"]\n[WhiteElo \"\"]\n[ScidFlags \"WBD16\"]", "1. e4 1-0")
	return b.Bytes()
}

// randomGames returns games of random moves with null moves, promotions, variations,
// glyphs and comments everywhere; some start in the middle.
func randomGames(n int) (text []byte) {
	r := rand.New(rand.NewPCG(1, 2))
	var legal [256]board.Move
	var grow func(at *pgn.Node, plies, depth int)
	grow = func(at *pgn.Node, plies, depth int) {
		for ; plies > 0; plies-- {
			p := at.Position()
			moves := movegen.AppendLegal(legal[:0], &p)
			if len(moves) == 0 {
				return
			}
			m := moves[r.IntN(len(moves))]
			if r.IntN(40) == 0 && !movegen.InCheck(&p) {
				m = board.NullMove
			}
			next, _ := at.Add(m)
			if r.IntN(6) == 0 {
				next.NAGs = append(next.NAGs, uint8(1+r.IntN(6)), uint8(22+r.IntN(100)))
			}
			if r.IntN(4) == 0 {
				next.Comments = append(next.Comments, fmt.Sprintf("after %d \u00e9", plies))
			}
			if r.IntN(8) == 0 && depth < 5 {
				grow(at, r.IntN(12), depth+1)
				if all := at.Children(); len(all) > 1 {
					all[1].Before = []string{"instead"}
				}
			}
			at = next
		}
	}
	start := board.Start()
	for i := range n {
		t := pgn.NewTree(start)
		t.Tags = []pgn.Tag{{Name: "Round", Value: fmt.Sprint(i + 1)}, {Name: "ECO", Value: "B90a1"}, {Name: "WhiteICCF", Value: "2500"}}
		t.Root().Comments = []string{"before all"}
		grow(t.Root(), 120, 0)
		text = pgn.AppendGame(text, t.Game())
		if at := t.Root(); i%3 == 0 {
			for range 30 {
				if at.Next() != nil {
					at = at.Next()
				}
			}
			start = at.Position()
			start.EnPassant = 0
		} else {
			start = board.Start()
		}
	}
	return text
}
