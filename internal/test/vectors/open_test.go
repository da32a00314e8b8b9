package vectors_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

const openHeading = `Open columns, docs/spec/open.md.
form       columns     streams of a frame; gives for each of the kinds 256 to 262 its kind and the
                       numbers; for each tag that a stream gives the value of each game, or none;
                       for 511 each game's text, and for 512 its count and, if that is not 17,
                       its pieces and squares, hexadecimal
           codes       gives the FEN of each position of a line
           start       gives the FEN with which a line begins, or none
           tag values  what the values of tags are read as, see below
frame      games, and bytes of input
stream     kind | bytes, hexadecimal
position   the FEN with which the codes begin
tag        name | value
bytes      codes, hexadecimal
move       the moves that the codes are
date       a value of Date | its first and last day, or none
rating     a value of WhiteElo | the rating, or none
result     a value of Result | its number
eco        a value of ECO | the number of the code, or none
words      a name | its words, or none
gives      see above
refused    the class of refusal`

// openFrame is a frame of open columns alone.
type openFrame struct {
	name    string
	games   int64
	input   int64
	streams []archive.Stream
}

// lines are what the columns of f say.
func (f *openFrame) lines() (lines []string, err error) {
	frame := archive.Frame{Games: f.games, Input: f.input, Streams: f.streams}
	s := open.Source{Frame: &frame, Budget: budget.New(int(f.input) + 1<<20)}
	c := open.NewColumns(s)
	add := func(form string, args ...any) {
		lines = append(lines, strings.TrimRight(fmt.Sprintf(form, args...), " "))
	}
	texts := func(tag string, values [][]byte) {
		for _, v := range values {
			if v == nil {
				add("%s none", tag)
			} else {
				add("%s | %s", tag, vectors.Quote(v))
			}
		}
	}
	for _, stream := range f.streams {
		k := open.Column(stream.Kind - open.KindNumbers)
		if k >= open.NumColumns || stream.Kind >= open.KindPlayers {
			continue
		}
		if err := c.Load(k); err != nil {
			return nil, err
		}
		add("%d %s", stream.Kind, strings.Trim(fmt.Sprint(c.Append(nil, k)), "[]"))
	}
	for k, tag := range open.NumberTags() {
		kind := open.KindNumbers + []uint16{0, 1, 2, 4, 5}[k]
		data, _ := frame.Stream(kind)
		if b, err := archive.ParseBlocks(kind, f.games, data); err != nil || b.Head[0] == 0 {
			continue
		}
		values, err := c.Texts(tag)
		if err != nil {
			return nil, err
		}
		texts(tag, values)
	}
	for kind, tags := range open.Lists {
		l, err := open.ReadList(s, kind, len(tags))
		if err != nil {
			return nil, err
		}
		for side := range tags {
			if l != nil {
				texts(tags[side], l.Texts(side))
			}
		}
	}
	moves, err := open.ReadMoves(s)
	if err != nil {
		return nil, err
	}
	for g := 0; moves != nil && g < int(f.games); g++ {
		codes, err := moves.Game(g)
		if err != nil {
			return nil, err
		}
		add("moves %x", codes)
	}
	if _, err = open.ReadSignatures(s); err != nil {
		return nil, err
	}
	return append(lines, f.signatures()...), nil
}

// signatures are the lines of a stream of signatures, which is valid.
func (f *openFrame) signatures() (lines []string) {
	for _, stream := range f.streams {
		if stream.Kind != open.KindSignatures {
			continue
		}
		b, _ := archive.ParseBlocks(stream.Kind, f.games, stream.Data)
		for i := range b.Len() {
			block, _ := b.Block(i)
			all, _ := text.Decode(block, 3, 1<<16, budget.New(1<<16))
			for _, n := range all[0] {
				line := fmt.Sprint("signature ", n)
				if n != 17 {
					half := int(n%32+1) / 2
					line += fmt.Sprintf(" %x %x", all[1][:5], all[2][:half])
					all[1], all[2] = all[1][5:], all[2][half:]
				}
				lines = append(lines, strings.TrimRight(line, " "))
			}
		}
	}
	return lines
}

func (f *openFrame) vector(t *testing.T) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s", f.name)
	v.Add("form", "columns")
	v.Add("frame", "%d %d", f.games, f.input)
	for _, s := range f.streams {
		v.Add("stream", "%d | %x", s.Kind, s.Data)
	}
	lines, err := f.lines()
	if err != nil {
		v.Add("refused", "%s", class(t, err))
		return v
	}
	for _, line := range lines {
		v.Add("gives", "%s", line)
	}
	return v
}

// column returns a column of texts.
func column(values ...string) []byte {
	all := make([][]byte, len(values))
	for i, v := range values {
		all[i] = []byte(v)
	}
	return text.Append(nil, all, text.Quick, nil)
}

// sameColumn returns a column of equal values.
func sameColumn(count, length int) []byte {
	return append(uv([]byte{0}, uint64(count)), bytes.Repeat([]byte("x"), length)...)
}

// ofBlocks is a stream of blocks.
func ofBlocks(kind uint16, games int64, head []byte, blocks ...[]byte) archive.Stream {
	return archive.Stream{Kind: kind, Data: archive.AppendBlocks(nil, kind, games, head, blocks)}
}

// madeNumbers are columns of numbers.
func madeNumbers(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range []struct {
		name, head string
		kind       uint16
		games      int64
		blocks     []string
	}{
		{"three ratings, of which one is none", "00", 256, 3, []string{"880e 09 0100b404"}},
		{"equal ratings", "00", 257, 4, []string{"e40f 00"}}, {"no ratings", "01", 257, 4, []string{"00 00"}},
		{"the largest number", "00", 259, 1, []string{"feffffffffff3f 00"}}, {"a number too large", "00", 259, 1, []string{"ffffffffffff3f 00"}},
		{"a width of 48 bits", "00", 258, 2, []string{"01 30 ffffffffffff 010000000000"}}, {"a width of 49 bits", "00", 258, 8, []string{"01 31" + strings.Repeat("00", 49)}},
		{"a width of one bit, 8 games", "00", 261, 8, []string{"05 01 a5"}}, {"a width of one bit, 9 games", "00", 261, 9, []string{"05 01 a501"}}, {"a width of one bit, a bit too many", "00", 261, 9, []string{"05 01 a502"}},
		{"a width of one bit, a byte too few", "00", 261, 9, []string{"05 01 a5"}}, {"a width without a least number", "00", 261, 8, []string{"00 01 a5"}}, {"a width of 3 bits", "00", 262, 5, []string{"01 03 8846"}},
		{"numbers that are cut off", "00", 262, 3, []string{"880e"}}, {"a byte behind numbers", "00", 262, 4, []string{"e40f 00 00"}}, {"exceptions of a column that gives no tag", "00", 256, 4, []string{"e40f 00 01 00 0301 61 0a"}},
		{"256 games in one block", "00", 256, 256, []string{"e40f 00"}}, {"257 games in two blocks", "00", 256, 257, []string{"e40f 00", "01 00"}}, {"257 games in one block", "00", 256, 257, []string{"e40f 00"}}, {"256 games in two blocks", "00", 256, 256, []string{"e40f 00", "e40f 00"}},
		{"a head of no bytes", "", 256, 4, []string{"e40f 00"}}, {"a head of two bytes", "0000", 256, 4, []string{"e40f 00"}}, {"a head of 2", "02", 256, 4, []string{"e40f 00"}},
		{"half-moves that give a tag", "01", 262, 4, []string{"e40f 00"}}, {"days that give a tag", "01", 259, 4, []string{"01 00"}},
		{"ratings as usual", "01", 256, 3, []string{"01 01 02"}}, {"exceptions of ratings", "01", 257, 4, []string{"e40f 00 02 00 02 03 02 3f 0a 0a"}}, {"an exception of the last game", "01", 257, 4, []string{"e40f 00 01 03 03 01 3f 0a"}},
		{"an exception behind the last game", "01", 257, 4, []string{"e40f 00 01 04 03 01 3f 0a"}}, {"no exceptions where some are said", "01", 257, 4, []string{"e40f 00 00 03 00"}}, {"more exceptions than games", "01", 257, 1, []string{"e40f 00 02 00 00 03 02 3f 0a 3f 0a"}},
		{"exceptions that are fewer than said", "01", 257, 4, []string{"e40f 00 02 00 02 03 01 3f 0a"}}, {"exceptions that are predicted", "01", 257, 4, []string{"e40f 00 01 00 05 01 00"}}, {"exceptions of the input's length", "01", 257, 1, []string{"e40f 00 01 00 00 01" + strings.Repeat("61", 50)}}, {"exceptions longer than the input", "01", 257, 1, []string{"e40f 00 01 00 00 01" + strings.Repeat("61", 51)}},
		{"results as usual", "01", 260, 5, []string{"01 03 d158 00"}}, {"results of all kinds", "01", 260, 6, []string{"01 03 d1584301"}}, {"ECO codes at their limits", "01", 261, 4, []string{"01 09 01e8d30f"}},
	} {
		var all [][]byte
		for _, b := range c.blocks {
			all = append(all, unhex(t, b))
		}
		f := openFrame{c.name, c.games, 50, []archive.Stream{ofBlocks(c.kind, c.games, unhex(t, c.head), all...)}}
		list = append(list, f.vector(t))
	}
	return list
}

// spelled are games with odd spellings of tags, by package open.
func spelled(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	names := open.NumberTags()
	for _, c := range []struct {
		name  string
		games [][5]string
	}{
		{"tags as usual, and others", [][5]string{
			{"2700", "1", "2013.01.31", "1-0", "A00"}, {"99999", "", "2013.01.??", "0-1", "E99"}, {"", "2700", "2013.??.??", "1/2-1/2", "B07"},
			{"-", "-", "-", "*", "-"}, {"?", "", "9999.12.31", "", ""}, {"02700", "2500(R)", "0001.??.??", "1-0 ", "C42x"}, {"", "+12", "2013.02.31", "1:0", "C4"}, {"-", "0", "2013", "-", "e4"},
		}},
		{"300 games of one exception", append(slices.Repeat([][5]string{{"2700", "2600", "2013.01.31", "1-0", "A00"}}, 299), [5]string{"?", "2600", "2013.01.31", "1-0", "A00"})},
	} {
		var values []open.Values
		for _, g := range c.games {
			var tags []tagvalue.Tag
			for k, name := range names {
				if g[k] != "-" {
					tags = append(tags, tagvalue.Tag{Name: []byte(name), Value: []byte(g[k])})
				}
			}
			values = append(values, open.ValuesOf(tags, tagvalue.Facts{Plies: 1, Result: tagvalue.ParseAnyResult([]byte(g[3]))}))
		}
		value := func(game int, tag string) []byte {
			if v := c.games[game][slices.Index(names, tag)]; v != "-" {
				return []byte(v)
			}
			return nil
		}
		f := openFrame{c.name, int64(len(c.games)), 10000, open.AppendColumns(nil, values, func(string) bool { return true }, value)}
		list = append(list, f.vector(t))
	}
	return list
}

// madeLists are lists of values.
func madeLists(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	many := make([]string, 513)
	for i := range many {
		many[i] = fmt.Sprint("event ", i)
	}
	ascending := func(from, n int) []byte { // numbers of ten bits
		var b []byte
		acc, bits := uint64(0), 0
		for i := range n {
			acc |= uint64(from+i) << bits
			for bits += 10; bits >= 8; bits -= 8 {
				b = append(b, byte(acc))
				acc >>= 8
			}
		}
		if bits > 0 {
			b = append(b, byte(acc))
		}
		return append([]byte{1, 10}, b...)
	}
	two := column("Morphy, Paul", "Duke Karl")
	for _, c := range []struct {
		name         string
		kind         uint16
		games, count int64
		blocks       [][]byte
	}{
		{"three games of two players", 263, 3, 2, [][]byte{two, {1, 2, 0b100110, 1, 2, 0b000001}}},
		{"games without players", 263, 2, 0, nil}, {"games without players, and a block", 263, 2, 0, [][]byte{{0, 0, 0, 0}}},
		{"a name behind the last", 263, 3, 2, [][]byte{two, {1, 2, 0b110110, 1, 2, 0b000001}}},
		{"bytes behind a block of a list", 263, 3, 2, [][]byte{two, {1, 2, 0b100110, 1, 2, 0b000001, 0}}},
		{"two names of one game", 263, 1, 2, [][]byte{sameColumn(2, 20), {1, 0, 2, 0}}}, {"three names of one game", 263, 1, 3, [][]byte{sameColumn(3, 4), {1, 0, 2, 0}}},
		{"names of one side alone", 263, 3, 2, [][]byte{two, {1, 2, 0b100110}}},
		{"events", 272, 3, 2, [][]byte{column("open", "final"), {1, 2, 0b011001}}}, {"events of no game", 272, 3, 0, nil}, {"two events of one game", 272, 1, 2, [][]byte{column("a", "b"), {1, 0}}},
		{"fewer values than said", 287, 3, 2, [][]byte{column("open"), {1, 0}}}, {"more values than said", 287, 3, 1, [][]byte{column("open", "final"), {1, 0}}}, {"no block of values", 287, 3, 1, [][]byte{{1, 0}}}, {"no block of games", 287, 3, 1, [][]byte{column("open")}},
		{"values of the input's length", 280, 1, 1, [][]byte{sameColumn(1, 20000), {1, 0}}}, {"values longer than the input", 280, 1, 1, [][]byte{sameColumn(1, 20001), {1, 0}}}, {"values that are predicted", 280, 1, 1, [][]byte{{5, 1, 0}, {1, 0}}},
		{"513 values of 600 games", 275, 600, 513, [][]byte{column(many[:512]...), column(many[512:]...), ascending(1, 256), ascending(257, 256), {1, 0}}},
		{"513 values in one block", 275, 600, 513, [][]byte{column(many...), ascending(1, 256), ascending(257, 256), {1, 0}}},
		{"two blocks of values, together longer than the input", 275, 600, 513, [][]byte{sameColumn(512, 39), sameColumn(1, 33), {1, 0}, {1, 0}, {1, 0}}},
		{"two blocks of values, together as long as the input", 275, 600, 513, [][]byte{sameColumn(512, 39), sameColumn(1, 32), {1, 0}, {1, 0}, {1, 0}}},
	} {
		f := openFrame{c.name, c.games, 20000, []archive.Stream{ofBlocks(c.kind, c.games, uv(nil, uint64(c.count)), c.blocks...)}}
		list = append(list, f.vector(t))
	}
	for _, c := range []struct {
		name string
		head []byte
	}{{"a head of a list that is cut off", nil}, {"a byte behind the head of a list", []byte{0, 0}}} {
		f := openFrame{c.name, 2, 100, []archive.Stream{ofBlocks(272, 2, c.head)}}
		list = append(list, f.vector(t))
	}
	return list
}

// playedGame is a random game, with some null moves.
func playedGame(start board.Position, plies int, r func(uint32) uint32) (moves []board.Move) {
	for p := start; len(moves) < plies; {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		m := legal[r(uint32(len(legal)))]
		if r(50) == 0 && !movegen.InCheck(&p) {
			m = board.NullMove
		}
		moves = append(moves, m)
		movegen.Make(&p, m)
	}
	return moves
}

var playedStarts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 25",
	"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
	"3qk3/pq3bbb/1n1n1n2/8/8/1N1N1N2/PQ3BBB/3QK3 b - - 3 40",
	"4k3/8/8/8/8/8/8/P3K2p w - - 0 1",
	"8/8/8/2pPpPpP/PpPpPpPp/8/8/K6k b - c3 0 1",
}

// madeMoves are streams of moves and of signatures, valid ones and others.
func madeMoves(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	r := numbers(19)
	var all []signature.Signature
	var lines [][]byte
	for i := range 300 {
		start, err := board.ParseFEN(playedStarts[i%len(playedStarts)])
		require.NoError(t, err)
		moves := playedGame(start, i%40, r)
		var line []byte
		if i%len(playedStarts) > 0 {
			line = []byte{open.Elsewhere}
		}
		lines = append(lines, replay.Append(line, &start, moves))
		all = append(all, signature.Of(&start, moves))
	}
	lines[299], all[299] = []byte{open.Unplayed}, signature.Of(nil, nil)
	frame := func(name string, games, input int64, streams ...archive.Stream) {
		f := openFrame{name, games, input, streams}
		list = append(list, f.vector(t))
	}
	frame("moves and signatures of 300 games", 300, 100000, open.AppendSignatures(open.AppendMoves(nil, lines, text.Swift), all)...)
	for _, c := range []struct {
		name   string
		games  int64
		input  int64
		blocks [][]byte
	}{
		{"moves of fewer games", 2, 100, [][]byte{column("a")}}, {"moves of more games", 2, 100, [][]byte{column("a", "", "")}}, {"moves of no games", 2, 100, nil},
		{"moves of 21 bytes, of ten bytes of input", 1, 10, [][]byte{sameColumn(1, 21)}}, {"moves of 22 bytes, of ten bytes of input", 1, 10, [][]byte{sameColumn(1, 22)}}, {"moves that are predicted", 1, 100, [][]byte{{5, 1, 0}}},
		{"moves of 257 games in one block", 257, 1000, [][]byte{sameColumn(257, 1)}}, {"moves of 257 games", 257, 1000, [][]byte{sameColumn(256, 1), sameColumn(1, 1)}},
	} {
		frame(c.name, c.games, c.input, ofBlocks(open.KindMoves, c.games, nil, c.blocks...))
	}
	frame("moves with a head", 1, 100, ofBlocks(open.KindMoves, 1, []byte{0}, column("a")))
	for _, c := range []struct{ name, bytes string }{
		{"the signature of the example", "03 03 02 0a 2722712212 0a b4 0a"}, {"a count of 18", "03 03 12 0a 2722712212 0a b4 0a"}, {"a third side that promotes", "03 03 82 0a 2722712212 0a b4 0a"}, {"a square too many", "03 03 02 0a 2722712212 0a b4b4 0a"},
		{"17 squares, with promotions", "03 03 31 0a 2722712212 0a 10325476981032547698 0a"}, {"16 squares, with promotions", "03 03 30 0a 2722712212 0a 1032547698badcfe 0a"}, {"a count of 127", "03 03 7f 0a 2722712212 0a 1032547698badcfe 0a"}, {"a count of 96", "03 03 60 0a 2722712212 0a 0a"},
		{"one square and bits behind it", "03 03 01 0a 2722712212 0a 14 0a"}, {"one square", "03 03 01 0a 2722712212 0a 04 0a"}, {"pieces that are missing", "03 03 01 0a 27227122 0a 04 0a"}, {"pieces that are left over", "03 03 11 0a 2722712212 0a 0a"},
		{"signatures of two games", "03 03 1111 0a 0a 0a"},
	} {
		frame(c.name, 1, 100, ofBlocks(open.KindSignatures, 1, nil, unhex(t, c.bytes)))
	}
	frame("signatures with a head", 1, 100, ofBlocks(open.KindSignatures, 1, []byte{0}, unhex(t, "03 03 11 0a 0a 0a")))
	return list
}

// codesVector returns the vector of a line.
func codesVector(t *testing.T, name string, start *board.Position, codes []byte, moves []board.Move) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s", name)
	v.Add("form", "codes")
	v.Add("position", "%v", *start)
	v.Add("bytes", "%x", codes)
	for _, m := range moves {
		v.Add("move", "%v", m)
	}
	var lines []string
	err := replay.Each(start, codes, func(p *board.Position, _ board.Move) bool {
		lines = append(lines, p.String())
		return true
	})
	if err != nil {
		v.Add("refused", "%s", class(t, err))
		return v
	}
	for _, line := range lines {
		v.Add("gives", "%s", line)
	}
	return v
}

// madeCodes are lines with every first byte of a code, and damaged ones.
func madeCodes(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	r := numbers(77)
	starts := slices.Concat(playedStarts, []string{
		"1n1n1n1n/P1P1P1P1/8/3k4/3K4/8/p1p1p1p1/1N1N1N1N w - - 0 1", "n1n1n1n1/1P1P1P1P/8/3k4/3K4/8/1p1p1p1p/N1N1N1N1 b - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "q2k4/8/8/8/8/8/8/Q2K4 w - - 0 1", "b1b1k3/8/8/r6r/8/8/R6R/B1B1K3 w - - 0 1",
		"n6n/3k4/8/8/8/8/3K4/N6N w - - 0 1", "4k3/pp4pp/pp4pp/8/8/PP4PP/PP4PP/4K3 w - - 0 1", "4k3/2pppp2/2pppp2/8/8/2PPPP2/2PPPP2/4K3 b - - 0 1",
		"4k3/8/8/2PpPpP1/1pPpPpPp/8/8/4K3 w - d6 0 1", "4k3/1p1p1p1p/p1p1p1p1/1N1N1N1N/n1n1n1n1/P1P1P1P1/1P1P1P1P/4K3 w - - 0 1",
	})
	seen := map[byte]bool{}
	for i := range 4000 {
		start, err := board.ParseFEN(starts[i%len(starts)])
		require.NoError(t, err)
		moves := playedGame(start, 8+i/60, r)
		b := replay.Append(nil, &start, moves)
		fresh := map[byte]bool{}
		for at := 0; at < len(b); at++ {
			if !seen[b[at]] {
				fresh[b[at]] = true
			}
			if b[at] == 255 {
				at += 2
			}
		}
		if len(fresh) > 9-i/400 {
			maps.Copy(seen, fresh)
			list = append(list, codesVector(t, fmt.Sprintf("codes %d", len(list)+1), &start, b, moves))
		}
	}
	require.Greater(t, len(seen), 200) // of the 212 first bytes of a code
	const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ name, start, bytes string }{
		{"codes of the example", usual, "1d 0f 67 15 81 59 d0 00 7b b1 0f 08"}, {"no codes", usual, ""}, {"a null move", usual, "fe 1d"}, {"another move, in three bytes", usual, "ff 0c07 1d"}, {"another move that is cut off", usual, "ff 0c"},
		{"a byte that is no code", usual, "d2"}, {"the byte of another start", usual, "fc 1d"}, {"the byte of a line that is not known", usual, "fd"}, {"the rearmost pawn of a file that has one", usual, "38"}, {"castling without a right", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "d1"}, {"a knight that leaves the board", usual, "5c"}, {"a rook that stays", usual, "88"},
		{"castling to the queen's side", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "d1"}, {"a king that leaves the board", "7k/8/8/8/8/8/8/7K w - - 0 1", "ca"}, {"a bishop that leaves the board", "7k/8/8/8/8/8/8/B6K w - - 0 1", "7f"}, {"a pawn that leaves the board", "7k/8/8/7P/8/8/8/7K w - - 0 1", "34"},
		{"a queen that is not there", "7k/8/8/8/8/8/8/7K w - - 0 1", "b0"}, {"a second knight that is not there", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "60"}, {"a second pawn of a file", "7k/8/8/P7/8/8/P7/7K w - - 0 1", "39"},
	} {
		start, err := board.ParseFEN(c.start)
		require.NoError(t, err)
		list = append(list, codesVector(t, c.name, &start, unhex(t, c.bytes), nil))
	}
	return list
}

// madeStarts are positions with which lines begin.
func madeStarts() (list []*vectors.Vector) {
	add := func(fen, variant string) {
		var tags []tagvalue.Tag
		v := vectors.New("start %d", len(list)+1)
		v.Add("form", "start")
		for name, value := range map[string]string{"FEN": fen, "Variant": variant} {
			if value != "-" {
				tags = append(tags, tagvalue.Tag{Name: []byte(name), Value: []byte(value)})
			}
		}
		slices.SortFunc(tags, func(a, b tagvalue.Tag) int { return bytes.Compare(a.Name, b.Name) })
		for _, tag := range tags {
			v.Add("tag", "%s | %s", tag.Name, vectors.Quote(tag.Value))
		}
		var starts gametext.Starts
		start := board.Start()
		switch {
		case len(tags) > 0 && !starts.Known(tags, false):
			v.Add("gives", "none")
		case len(tags) > 0:
			start = starts.Start()
			fallthrough
		default:
			v.Add("gives", "%v", start)
		}
		list = append(list, v)
	}
	const fen = "1r2k1r1/8/8/8/8/8/8/R3K2R w GBHA - 0 1"
	for _, variant := range []string{"-", "", "?", "Standard", "From Position", "chess", "Chess 960", "chess960", "Fischerandom", "FRC", "Crazyhouse", "Atomic Chess", "three-check", "King of the Hill", "koth", "classic chess", "chess 960 chess", "9 6 0", "wild/fr"} {
		add(fen, variant)
		add("-", variant)
	}
	for _, f := range []string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1", "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "1r1k2r1/8/8/8/8/8/8/4K3 w gb - 0 1",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K1KR w KQ - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +1+0", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+2 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+2 0 1 +1+0", "no position", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 7",
	} {
		add(f, "-")
		add(f, "Chess960")
	}
	return list
}

// tagValues is the vector of values parsed from tags.
func tagValues() *vectors.Vector {
	v := vectors.New("what is read of tags")
	v.Add("form", "tag values")
	orNone := func(known bool, s string, args ...any) string {
		if !known {
			return "none"
		}
		return fmt.Sprintf(s, args...)
	}
	for _, s := range []string{
		"2013.01.31", "2013.12.31", "2013.12.01", "2013.01.01", "2013.13.01", "2013.00.05", "2013.01.32", "2013.01.00", "2013.02.31", "2013-02-03", "2013/02/03", "2013 02 03",
		"2013", "2013.", "2013.1", "2013.1.2", "2013.01", "2013.01.", "2013.01.3", "2013.01.3?", "2013.01.?1", "2013.?1.01", "2013.??.07", "2013.01.31.12", "2013.01.311", "201", "20131", "20130131",
		"0000.01.01", "0001.01.01", "9999.12.31", "????.01.01", "x013.01.01", "", "31.01.2013", "2013.01x31", "2013x01", " 2013", "\xb2013.01.01",
	} {
		d := tagvalue.ParseDate([]byte(s))
		v.Add("date", "%s | %s", vectors.Quote([]byte(s)), orNone(d.Known(), "%d %d", d.First, d.Last))
	}
	for _, s := range []string{"5", "0", "00", "01", "2700", "99999", "00001", "100000", "000001", "", "-1", "+1", "1 ", "2700.0", "270O", "\xb2",
		" 2700\t", "2700?", "2700 ?!*", "1500P", "1500p12", "1500P1a", "1500/7", "1500/", "2500(R)", "2500 (a b) ", "2500()x)", "2500(", "2100 USCF", "12?", "1st", "~1900", "2700-"} {
		rating := "none"
		if n, ok := tagvalue.ParseRating([]byte(s)); ok {
			rating = strconv.Itoa(n)
		}
		v.Add("rating", "%s | %s", vectors.Quote([]byte(s)), rating)
	}
	for _, s := range []string{"1-0", "0-1", "1/2-1/2", "1/2", "*", "", "1:0", "0-0", "1-0 ", "1/2-1/2 *"} {
		v.Add("result", "%s | %d", vectors.Quote([]byte(s)), tagvalue.ParseAnyResult([]byte(s)))
	}
	for _, s := range []string{"A00", "A09", "A10", "A99", "B00", "C42", "D99", "E00", "E99", "E99a", "B90/01", "@00", "F00", "a00", "A0", "A", "", "A0x", "Ax0", "A:0", "A0:", "A/0", "A0/", " A00"} {
		n := tagvalue.ParseECO([]byte(s))
		v.Add("eco", "%s | %s", vectors.Quote([]byte(s)), orNone(n >= 0, "%d", n))
	}
	for _, s := range []string{"Morphy, Paul", "O'Kelly de Galway,A", "AZ@[az`{09/:", "a\x7f\x80\xffb", "\xc3\x89VA", "  x  y ", "..", "Zz9", "M\xfcller, Mueller", "L\u00e9k\u00f3 & HU\u0308BNER", "\u00c6r\u00f8 \u00de\u00f3r \u0110uri\u0107-Djokovi\u0107 Wei\u00df aas",
		"d\u2019Alb O\u02bcKelly\u2014x", "\u0418\u0432\u0430\u043d\u043e\u0432, \u041f\u0451\u0442\u0440 \u0438\u0306", "a\u200bb\u00adc\u00d7d\u3000e\uff0cf", "\u674e\u9023 \u1e9e\u0130", "\xc3", "\u01c5 \u03a3\u03c2"} {
		var words [][]byte
		playername.EachWord(nil, []byte(s), func(w []byte) { words = append(words, bytes.Clone(w)) })
		v.Add("words", "%s | %s", vectors.Quote([]byte(s)), orNone(len(words) > 0, "%s", vectors.Quote(bytes.Join(words, []byte(" ")))))
	}
	return v
}

// TestOpen checks vectors/layers/open.txt.
func TestOpen(t *testing.T) {
	list := slices.Concat(madeNumbers(t), spelled(t), madeLists(t), madeMoves(t), madeCodes(t), madeStarts(), []*vectors.Vector{tagValues()})
	golden.Equal(t, "../../../vectors/layers/open.txt", vectors.File(openHeading, list))
}
