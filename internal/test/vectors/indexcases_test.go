package vectors_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/replay"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// columnLines are the seven columns of numbers.
func columnLines(b []byte, games int) (lines []string, err error) {
	c, err := index.ParseColumns(b, games)
	if err != nil {
		return nil, err
	}
	for k := range index.NumColumns {
		lines = append(lines, strings.Trim(fmt.Sprint(c.Append(nil, k)), "[]"))
	}
	return lines, nil
}

// replayLines are the texts of replay moves of the games of a frame.
func replayLines(b []byte, games, input int) (lines []string, err error) {
	r, err := index.ParseReplay(context.Background(), b, games, input)
	if err != nil {
		return nil, err
	}
	for i := range games {
		game, err := r.Game(i)
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%x", game))
	}
	return lines, nil
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

// moreStatistics are statistics with a single item, and filters of names of all sizes.
func moreStatistics(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range []struct{ name, bytes string }{
		{"ratings alone", "01 880e ac02"}, {"dates alone", "02 c2da2d c2da2d"}, {"half-moves alone", "04 00 ac02"}, {"results alone", "08 1f"}, {"the last ECO codes alone", "10 00000000000002"},
		{"a filter of one probe alone", "20 01 ff"}, {"a filter of 16 probes alone", "20 10 ffffff"},
		{"ratings and results", "09 880e 00 10"}, {"half-moves and ECO", "14 01 00 01000000000000"}, {"dates that are cut off", "02 c2da2d"}, {"half-moves that are cut off", "04 01"}, {"ECO that is cut off", "10 000000000000"},
		{"an unknown bit of has beside others", "c1 880e ac02"},
	} {
		list = append(list, indexVector(t, c.name, "statistics", 0, unhex(t, c.bytes)))
	}
	// The sums of the first two words' probes exceed 2^64.
	b := &index.Builder{}
	b.Reset(index.Players)
	g := indexedGame{[]string{"nkiipao", "nh5vk1v", "", "", "", "", "", ""}, 0}
	g.addTo(b)
	v := indexVector(t, "names whose probes go beyond 2^64", "statistics", 0, b.Statistics())
	s, err := index.ParseStatistics(b.Statistics())
	require.NoError(t, err)
	for _, word := range []string{"nkiipao", "nh5vk1v", "nqe9565"} {
		v.Add("word", "%s %v", word, s.MayHaveName(index.HashName([]byte(word))))
	}
	list = append(list, v)
	r := numbers(3)
	for n, games := range []int{2, 5, 11, 40} {
		b := &index.Builder{}
		b.Reset(index.Players)
		var all []indexedGame
		for range games {
			name := func() string {
				return string([]byte{byte('a' + r(26)), byte('A' + r(26)), byte(' ' + r(96)), byte('0' + r(10)), byte(r(256)), 'x'})
			}
			g := indexedGame{make([]string, len(indexedTags)), int(r(300))}
			g.tags[0], g.tags[1] = strings.ReplaceAll(name(), "|", "-"), strings.ReplaceAll(name(), "|", "-")
			all = append(all, g)
			g.addTo(b)
		}
		src := b.Statistics()
		v := indexVector(t, fmt.Sprintf("names of %d games", games), "statistics", 0, src)
		for _, g := range all {
			v.Add("tags", "%s | %d", vectors.Quote([]byte(strings.Join(g.tags, "|"))), g.plies)
		}
		for probes := byte(1); probes <= 16; probes += 5 {
			at := len(src) - 1
			for !bytes.HasPrefix(src[at:], filterOf(src)) {
				at--
			}
			changed := slices.Clone(src)
			changed[at-1] = probes
			w := indexVector(t, fmt.Sprintf("names of %d games with %d probes", games, probes), "statistics", 0, changed)
			s, err := index.ParseStatistics(changed)
			require.NoError(t, err)
			for i := range 24 {
				word := fmt.Sprintf("%c%d", 'a'+i, n)
				w.Add("word", "%s %v", word, s.MayHaveName(index.HashName([]byte(word))))
			}
			list = append(list, w)
		}
		list = append(list, v)
	}
	return list
}

// filterOf returns the filter at the end of statistics that have only results,
// half-moves and names.
func filterOf(src []byte) []byte {
	rest := src[1:]
	for range 2 {
		_, after, _ := binfmt.Uvarint(rest)
		rest = after
	}
	return rest[2:]
}

// moreReplay are replay moves with every first byte of a move, and those of frames.
func moreReplay(t *testing.T) (list []*vectors.Vector) {
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
		from := 1
		if b[0]&128 != 0 {
			from += 1 + int(b[1])
		}
		fresh := map[byte]bool{}
		for at := from; at < len(b); at++ {
			if !seen[b[at]] {
				fresh[b[at]] = true
			}
			if b[at] == 255 {
				at += 2
			}
		}
		if len(fresh) > 9-i/400 {
			maps.Copy(seen, fresh)
			list = append(list, indexVector(t, fmt.Sprintf("more replay moves %d", len(list)+1), "replay", 0, b))
		}
	}
	require.Greater(t, len(seen), 200) // of the 212 first bytes of a replay move
	for _, c := range []struct{ name, start, bytes string }{
		{"the byte behind castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "d2"}, {"castling to the queen's side", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "d1"},
		{"a king that leaves the board", "7k/8/8/8/8/8/8/7K w - - 0 1", "ca"}, {"a bishop that leaves the board", "7k/8/8/8/8/8/8/B6K w - - 0 1", "7f"}, {"a pawn that leaves the board", "7k/8/8/7P/8/8/8/7K w - - 0 1", "34"},
		{"a queen that is not there", "7k/8/8/8/8/8/8/7K w - - 0 1", "b0"}, {"a second knight that is not there", "7k/8/8/8/8/8/8/1N5K w - - 0 1", "60"}, {"a second pawn of a file", "7k/8/8/P7/8/8/P7/7K w - - 0 1", "39"},
	} {
		b := append(binfmt.AppendBytes([]byte{0x83}, []byte(c.start)), unhex(t, c.bytes)...)
		list = append(list, indexVector(t, c.name, "replay", 0, b))
	}
	return append(list, replayOfFrames(t)...)
}

// replayOfFrames are streams of replay moves.
func replayOfFrames(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	column := func(games [][]byte) []byte {
		return binfmt.AppendBytes(nil, text.Append(nil, games, text.Quick, nil))
	}
	games := make([][]byte, 600)
	for i := range games {
		games[i] = []byte{32, byte(i % 50), byte(i / 50)}
	}
	long := func(n int) []byte { return binfmt.AppendBytes(nil, append([]byte{0, 1}, make([]byte, n)...)) }
	for _, c := range []struct {
		name         string
		games, input int
		bytes        []byte
	}{
		{"replay moves of 600 games", 600, 10000, slices.Concat(column(games[:256]), column(games[256:512]), column(games[512:]))},
		{"replay moves of 256 games", 256, 10000, column(games[:256])},
		{"replay moves of 257 games in one column", 257, 10000, column(games[:257])},
		{"replay moves of 257 games", 257, 10000, slices.Concat(column(games[:256]), column(games[:1]))},
		{"replay moves of 257 games, and a column of none", 256, 10000, slices.Concat(column(games[:256]), column(nil))},
		{"replay moves of 202 bytes, of one byte of input", 1, 1, long(202)},
		{"replay moves of 203 bytes, of one byte of input", 1, 1, long(203)},
		{"replay moves of 204 bytes, of two bytes of input", 1, 2, long(204)},
		{"replay moves of 205 bytes, of two bytes of input", 1, 2, long(205)},
		{"replay moves that are cut off", 2, 10, column(games[:2])[:5]},
	} {
		v := vectors.New("%s", c.name)
		v.Add("form", "replay moves of a frame")
		v.Add("games", "%d", c.games)
		v.Add("input", "%d", c.input)
		v.Add("bytes", "%x", c.bytes)
		lines, err := replayLines(c.bytes, c.games, c.input)
		if err != nil {
			v.Add("refused", "%s", class(t, err))
		} else {
			for _, line := range lines {
				v.Add("gives", "%s", line)
			}
		}
		list = append(list, v)
	}
	return list
}

// moreColumns are columns of numbers, signatures, names and values at their limits.
func moreColumns(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	same := func(count, length int) []byte { // a column of equal values
		return binfmt.AppendBytes(nil, append(uv([]byte{0}, uint64(count)), bytes.Repeat([]byte("x"), length)...))
	}
	rest := " 0000 0000 0000 0000 0000 0000"
	for _, c := range []struct {
		name, form string
		games      int
		bytes      []byte
	}{
		{"the largest number", "columns", 1, unhex(t, "feffffffffff3f 00"+rest)}, {"a number too large", "columns", 1, unhex(t, "ffffffffffff3f 00"+rest)},
		{"a width of 48 bits", "columns", 2, unhex(t, "01 30 ffffffffffff 010000000000"+rest)}, {"a width of 49 bits", "columns", 8, unhex(t, "01 31"+strings.Repeat("00", 49)+rest)},
		{"a width of one bit, 8 games", "columns", 8, unhex(t, "05 01 a5"+rest)}, {"a width of one bit, 9 games", "columns", 9, unhex(t, "05 01 a501"+rest)}, {"a width of one bit, a bit too many", "columns", 9, unhex(t, "05 01 a502"+rest)},
		{"a width of one bit, a byte too few", "columns", 9, unhex(t, "05 01 a5")}, {"a width without a least number", "columns", 8, unhex(t, "00 01 a5"+rest)}, {"a width of 3 bits", "columns", 5, unhex(t, "01 03 8846"+rest)}, {"seven columns of many bits", "columns", 2, unhex(t, "01 04 21 02 05 6100 03 04 21 04 06 8300 05 07 0502 06 03 11 07 02 06")},
		{"no columns of numbers", "columns", 3, nil}, {"six columns of numbers", "columns", 3, unhex(t, rest)},
		{"17 squares, with promotions", "signatures", 1, unhex(t, "03 03 31 0a 2722712212 0a 10325476981032547698 0a")}, {"17 squares, with promotions, in 9 bytes", "signatures", 1, unhex(t, "03 03 31 0a 2722712212 0a 103254769811325406 0a")},
		{"16 squares, with promotions", "signatures", 1, unhex(t, "03 03 30 0a 2722712212 0a 1032547698badcfe 0a")}, {"a count of 128", "signatures", 1, unhex(t, "03 03 80 0a 2722712212 0a 0a")}, {"a count of 127", "signatures", 1, unhex(t, "03 03 7f 0a 2722712212 0a 1032547698badcfe 0a")}, {"a count of 96", "signatures", 1, unhex(t, "03 03 60 0a 2722712212 0a 0a")},
		{"one square and bits behind it", "signatures", 1, unhex(t, "03 03 01 0a 2722712212 0a 14 0a")}, {"one square", "signatures", 1, unhex(t, "03 03 01 0a 2722712212 0a 04 0a")}, {"pieces that are missing", "signatures", 1, unhex(t, "03 03 01 0a 27227122 0a 04 0a")}, {"pieces that are left over", "signatures", 1, unhex(t, "03 03 11 0a 2722712212 0a 0a")},
		{"names of 128 bytes of one game", "players", 1, append(same(1, 128), 1, 0, 0, 0)}, {"names of 129 bytes of one game", "players", 1, append(same(1, 129), 1, 0, 0, 0)}, {"two names of one game", "players", 1, append(same(2, 64), 1, 0, 2, 0)}, {"three names of one game", "players", 1, append(same(3, 4), 1, 0, 2, 0)}, {"games without players", "players", 2, append(same(0, 0), 0, 0, 0, 0)},
		{"a value of 1,024 bytes of one game", "values", 1, slices.Concat([]byte{1}, same(1, 1024), []byte{3, 0, 1, 1})}, {"a value of 1,025 bytes of one game", "values", 1, slices.Concat([]byte{1}, same(1, 1025), []byte{3, 0, 1, 1})},
		{"values of 262,145 bytes", "values", 300, slices.Concat([]byte{1}, same(185, 1417), binfmt.AppendBytes(nil, append([]byte{0, 1}, make([]byte, 300)...)))},
		{"255 values", "values", 255, slices.Concat([]byte{2}, same(255, 1), binfmt.AppendBytes(nil, append([]byte{0, 1}, bytes.Repeat([]byte{255}, 255)...)))},
		{"256 values", "values", 256, slices.Concat([]byte{2}, same(256, 1), binfmt.AppendBytes(nil, append([]byte{0, 2}, bytes.Repeat([]byte{1}, 256)...)))},
		{"256 values, with one text of places", "values", 256, slices.Concat([]byte{2}, same(256, 1), binfmt.AppendBytes(nil, append([]byte{0, 1}, bytes.Repeat([]byte{1}, 256)...)))},
		{"values of all five tags, one of which no game has", "values", 2, slices.Concat([]byte{31}, same(1, 1), []byte{4, 0, 1, 1, 0}, same(1, 2), []byte{4, 0, 1, 0, 1}, same(1, 3), []byte{4, 0, 1, 1, 1}, same(2, 4), []byte{4, 0, 1, 2, 1}, same(0, 0), []byte{4, 0, 1, 0, 0})},
		{"a byte behind values", "values", 1, slices.Concat([]byte{1}, same(1, 1), []byte{3, 0, 1, 1, 0})},
	} {
		list = append(list, indexVector(t, c.name, c.form, c.games, c.bytes))
	}
	return list
}

// moreIndexes are values of indexes at their limits, and values parsed from tags.
func moreIndexes(t *testing.T) []*vectors.Vector {
	t.Helper()
	return slices.Concat(moreStatistics(t), moreReplay(t), moreColumns(t), []*vectors.Vector{tagValues()})
}

// addTo adds the game, without a result at the end of its moves.
func (g *indexedGame) addTo(b *index.Builder) {
	b.Add(g.each(), tagvalue.Facts{Plies: g.plies, Result: tagvalue.ParseAnyResult([]byte(g.tags[6]))})
}
