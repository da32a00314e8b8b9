package vectors_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/records"
)

const archivesHeading = `Whole archives, docs/spec/container.md.
archive  its bytes, hexadecimal; those of all lines follow one another, and N x in front means N times
input    what it stands for, as a text
times    how often the input stands there, once if it is left out
game     the number of a game, the first or last of its frame | where the frame begins, and which of its games it is
meta     where a frame begins | what is said of it, where that is not empty and less than 4,096 bytes; hexadecimal`

// inputs are the inputs of archives, at each level.
func inputs(t *testing.T) (list []struct{ name, text string }) {
	t.Helper()
	add := func(name, text string) { list = append(list, struct{ name, text string }{name, text}) }
	file := func(name string) string {
		b, err := os.ReadFile(filepath.Join("..", "..", "..", "vectors", name))
		require.NoError(t, err)
		return string(b)
	}
	opera := `[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`
	add("nothing", "")
	add("one game", opera)
	add("three games", file("games.pgn"))
	add("short games", file("openings.pgn"))
	add("moves alone", "1. e4 e5 2. Nf3 Nc6 *\n")
	add("a game without moves", "[Event \"none\"]\n[Result \"*\"]\n\n*\n")
	add("CR LF, pairs and other spellings", strings.ReplaceAll("[White \"a\"]\n[Result \"0-1\"]\n\n1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6\n3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6\n5. 0-0 f7-f6 0-1\n\n", "\n", "\r\n"))
	add("words that are no moves, NAGs and glyphs", "[White \"a\"]\n\n1. e4! e5?! $6 $14 2. Zz9 Nf6 (2... Nc6 $1 (2... d6) 3. d4) ; to the end\n-- 3. d3 +- 1/2\n\nbehind it\n")
	add("clocks and evaluations", clocked(12))
	add("clocks with fractions", "[TimeControl \"60+1\"]\n\n1. e4 {[%clk 0:00:59.9]} e5 {[%clk 0:00:59.5]} 2. f4 {[%clk 0:00:58]} exf4 {[%clk 0:00:58.25]} 3. Nf3 {[%clk 0:00:57.10]} g5 {[%clk 0:00:57]} *\n")
	add("a position at the end of the tags", "[FEN \"4k2r/8/8/8/8/8/3P4/R3K3 w Qk - 0 1\"]\n[CurrentPosition \"4k2r/8/8/8/3P4/8/8/R3K3 b Qk d3 0 1\"]\n\n1. d4 *\n")
	add("prose before a game", "Games that I played,\nand lost.\n\n"+opera)
	add("bytes that are no games", "\x00\x01\xff\xfenothing of chess\n")
	add("a list of positions", file("positions.fen"))
	add("a list with counters that follow", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n")
	add("a list of EPD", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id \"one\";\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"two\";\n")
	add("a table of puzzles", "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1925,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48\n0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1503,advantage endgame short,https://lichess.org/F8M8OS71#53\n")
	add("comments without moves, and before variations of all kinds", "[White \"a\"]\n\n{only this} *\n\n[White \"b\"]\n\n{first} 1. e4 {behind} (1. d4 {other} d5 {d5 c4}) 1... e5 {null} (-- 2. Nf3) 2. Nf3 {word} (Zz9) 2... Nc6 {again} ({inside} 2... d6) {and} (2... Nf6) 3. Bb5 {last} *\n")
	add("34 games, which are five groups", strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 e5 8. d4 d5 9. c4 c5 10. b4 b5 *\n\n", 33)+"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 e5 8. d4 d5 9. c4 c5 10. f4 a5 11. a4 h5 *\n\n")
	add("gaps and suffixes that dictionaries begin with", "[White \"a\"]\n\n1. e4  1. ... e5\n\n2 Nf3\n\n\nNc6\r\n3... Bb5\r\n\r\na6\r\n\r\n\r\n4. Ba4 *\n")
	for _, newline := range []string{"\n", "\r\n"} {
		text := ""
		for i, name := range usualTags(t) {
			text += fmt.Sprintf("[%s \"%c\"]%s", name, 'a'+i%20, newline)
		}
		add(fmt.Sprintf("all tags that literals begin with, lines ending in %q", newline), text+newline+"1. e4 e5 *"+newline+newline)
	}
	add("records as text", string(made.Records(t, 6, records.Plain)))
	add("comments that are broken as lines are", "[White \"a\"]\n\n1. e4 {one of\nseveral words} 1...\ne5 {and\n\na paragraph of\nmore words} 2. Nf3\n*\n\n")
	add("comments that are broken as ChessBase does", "[White \"a\"]\r\n\r\n1. e4 e5 2. Nf3 {\r\nbegins on the next line} 2... Nc6\r\n3. Bb5 {this one, longer than a line,\r\nbegins at once, and this\r\nis here} a6 {a\r\nb} *\r\n\r\n")
	add("lines that are broken behind pairs", "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n4. Ba4 Nf6 5. O-O Be7\n6. Re1 b5 7. Bb3 d6 8. c3 O-O\n9. h3 Nb8 10. d4 Nbd7\n11. Nbd2 Bb7 12. Bc2 Re8 *\n")
	add("castling as a king's move with a hyphen", "[White \"a\"]\n\n1. e2-e4 e7-e5 2. Ng1-f3 Ng8-f6 3. Bf1-c4 Bf8-c5 4. Ke1-g1 Ke8-g8 5. d2-d3 d7-d6 *\n")
	return list
}

// usualTags returns the tags with literals that are known in advance.
func usualTags(t *testing.T) (names []string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "spec", "lists", "literals.txt"))
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		_, name, ok := strings.Cut(line, "[")
		if name = strings.TrimSuffix(name, " \"\n"); ok && line[0] != '#' && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// clocked returns a game with clocks and evaluations after every move.
func clocked(n int) string {
	var s strings.Builder
	s.WriteString("[White \"a\"]\n[Black \"b\"]\n[TimeControl \"300+3\"]\n\n")
	moves := []string{"Nf3", "Nf6", "Ng1", "Ng8"}
	white, black := 300, 300
	for i := range n {
		if i%2 == 0 {
			white += 3 - i%7
			fmt.Fprintf(&s, "%d. %s { [%%eval %d.%02d] [%%clk 0:%02d:%02d] } ", i/2+1, moves[i%4], i%3, i*7%100, white/60, white%60)
			continue
		}
		black += 3 - i%5
		fmt.Fprintf(&s, "%d... %s { [%%eval -0.%d] [%%clk 0:%02d:%02d] } ", i/2+1, moves[i%4], i, black/60, black%60)
	}
	return s.String() + "*\n"
}

var everyLevel = &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}

// packed returns the archive of a text.
func packed(t *testing.T, text string, o *chesszip.WriterOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	_, err := chesszip.Compress(t.Context(), &b, strings.NewReader(text), o)
	require.NoError(t, err)
	return b.Bytes()
}

// unpacked returns the decompressed archive, and its error.
func unpacked(t *testing.T, file []byte) (string, error) {
	t.Helper()
	var b bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &b, bytes.NewReader(file), everyLevel)
	return b.String(), err
}

// TestArchives checks vectors/layers/archives.txt.
func TestArchives(t *testing.T) {
	var list []*vectors.Vector
	add := func(name string, file []byte, text string) {
		got, err := unpacked(t, file)
		require.NoError(t, err, name)
		require.Equal(t, text, got, name)
		v := vectors.New("%s", name)
		v.Add("archive", "%x", file)
		v.Add("input", "%s", vectors.Quote([]byte(text)))
		list = append(list, v)
	}
	for _, in := range inputs(t) {
		for _, l := range []struct {
			name  string
			level *learned.Level
		}{{"-1", nil}, {"-6", learned.V1}, {"-9", learned.V1Max}} {
			if l.name == "-9" && !slices.Contains([]string{"one game", "three games", "a list of positions"}, in.name) {
				continue
			}
			add(in.name+", "+l.name, packed(t, in.text, &chesszip.WriterOptions{Level: l.level}), in.text)
		}
	}
	games := inputs(t)[2].text
	more := strings.Repeat(games, 30)
	add("with open columns", packed(t, more, &chesszip.WriterOptions{Open: chesszip.ColumnNames | chesszip.ColumnMoves | chesszip.ColumnNumbers, Plain: true}), more)
	add("with open names, -6", packed(t, more, &chesszip.WriterOptions{Level: learned.V1, Open: chesszip.ColumnNames}), more)
	add("with open numbers, -6", packed(t, more, &chesszip.WriterOptions{Level: learned.V1, Open: chesszip.ColumnNumbers}), more)
	noted := func(f *footer) { f.note = []byte("of another version") }
	add("a note that is not known", archived(usual(), noted, kept(1, "1. e4 *\n")), "1. e4 *\n")
	first, second := packed(t, games, nil), packed(t, "1. d4 *\n", &chesszip.WriterOptions{Level: learned.V1})
	add("two archives end to end", slices.Concat(first, second), games+"1. d4 *\n")
	add("a frame kept as text", archived(usual(), nil, kept(1, "1. e4 *\n")), "1. e4 *\n")
	add("two frames", archived(usual(), nil, kept(1, "1. e4 *\n"), kept(1, "1. d4 *\n")), "1. e4 *\n1. d4 *\n")
	add("no frames", archived(usual(), nil), "")
	add("an optional feature that is not known", archived(header(3, 0, 1<<40, parameters()), nil, kept(1, "1. e4 *\n")), "1. e4 *\n")
	passed := kept(1, "1. e4 *\n")
	passed.streams = append(passed.streams, blocks(513, 1, []byte("of"), []byte("another"), []byte("version")), blocks(1023, 1, nil))
	add("streams of kinds that may be passed over", archived(usual(), nil, passed), "1. e4 *\n")
	add("an index frame of kinds that are not known", archived(usual(), nil, kept(1, "1. e4 *\n"), frame{streams: []stream{{kind: 1024, data: make([]byte, 8)}, {kind: 9999, data: []byte("of another version")}}}), "1. e4 *\n")
	text := "1. e4 *\n1. d4 *\n1. c4 *\n"
	add("two frames appended at once", seal{}.appended(), text)
	add("two frames appended at once, with metas", seal{metas: []string{"", "\x08\x01"}}.appended(), text)
	add("a footer behind what was appended", appendedFooter(0), text)
	for _, c := range roomArchives() {
		got, err := unpacked(t, c.file)
		require.NoError(t, err, c.name)
		require.True(t, got == strings.Repeat(c.input, c.times), c.name)
		v := vectors.New("%s", c.name)
		addPieces(v, "archive", c.file)
		v.Add("input", "%s", vectors.Quote([]byte(c.input)))
		v.Add("times", "%d", c.times)
		found(t, v, c.file)
		list = append(list, v)
	}
	for _, texts := range [][]string{{games, "1. d4 *\n", inputs(t)[3].text}, {"", games, ""}} {
		var file []byte
		for i, in := range texts {
			file = append(file, packed(t, in, &chesszip.WriterOptions{Open: chesszip.ColumnMoves << (i % 2)})...)
		}
		add("three archives end to end, with open columns", file, strings.Join(texts, ""))
		found(t, list[len(list)-1], file)
	}
	golden.Equal(t, "../../../vectors/layers/archives.txt", vectors.File(archivesHeading, list))
}

// found adds to a vector the places of the games in its archive, and the metas of its
// frames.
func found(t *testing.T, v *vectors.Vector, file []byte) {
	t.Helper()
	for _, line := range places(t, file) {
		v.Add("game", "%s", line)
	}
	for _, line := range metas(t, file) {
		v.Add("meta", "%s", line)
	}
}
