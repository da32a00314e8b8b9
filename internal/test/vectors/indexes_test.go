package vectors_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/replay"
	"github.com/chesszip/chesszip/internal/index/signature"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

const indexesHeading = `What indexes hold, docs/spec/indexes.md.
form       statistics  of a frame; gives what is known of all games: ratings and half-moves as
                       least and greatest, dates as earliest last and latest first day, sets
                       of results and ECO as numbers, and of words whether a filter has them
           replay      the replay moves of one game; gives the FEN of each position
           signatures  gives for each game its count and, if that is not 17, its pieces and
                       squares, hexadecimal
           players     gives for each game the places of White's and Black's name, -1 for
                       none, and then the names
           values      gives for each tag that is said its number, the places of the games'
                       values, -1 for none, and then the values
           columns     the seven columns of numbers; gives a line for each
           spellings   how tags are written; gives for each game and tag that is said the
                       tag's number and the value, or none
           replay moves of a frame
                       gives for each game its replay moves, hexadecimal
           tag values  what the values of tags are read as, see below
           statistics in a frame
                       of which number it is; before it are frames with these checksums;
                       gives the metas
           table       a block of a table of openings; gives for each position its FEN (moves.md,
                       2, without counters and without files) and what was played, as
                       openings-1.table has it
tags       of a game: White, Black, WhiteElo, BlackElo, Date, UTCDate, Result, ECO as texts with | between
           them, and its half-moves; only of statistics: what they were made of
date       a value of Date | its first and last day, or none
rating     a value of WhiteElo | the rating, 0 for none
result     a value of Result | its bit
eco        a value of ECO | the number of the code, or none
words      a name | its words, or none
columns    stream 1028, hexadecimal
input      bytes of the frame's input
word       a word, and whether the filter of names has it
games      number of games
start      the FEN that a game begins with, where it is known
move       its moves
checksums  of the frames before, hexadecimal as in the container
whose      stream 1024
archive    number of the directory's frame, and how many games the archive has
directory  of the table
bytes      hexadecimal
gives      see above
refused    the class of refusal`

// indexForm parses a part of an index; games is the number of games.
type indexForm func(b []byte, games int) (lines []string, err error)

var indexForms = map[string]indexForm{
	"statistics": statisticsLines,
	"replay": func(b []byte, _ int) (lines []string, err error) {
		err = replay.Each(b, func(p *board.Position, _ board.Move) bool {
			lines = append(lines, p.String())
			return true
		})
		return lines, err
	},
	"signatures": signatureLines,
	"players":    playerLines,
	"values":     valueLines,
	"columns":    columnLines,
}

func statisticsLines(b []byte, _ int) ([]string, error) {
	s, err := index.ParseStatistics(b)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, r := range []struct {
		name string
		index.Range
	}{{"ratings", s.Ratings}, {"dates", s.Dates}, {"half-moves", s.Plies}} {
		if r.Known {
			lines = append(lines, fmt.Sprintf("%s %d %d", r.name, r.Min, r.Max))
		}
	}
	return append(lines, fmt.Sprintf("results %d", s.Results), fmt.Sprintf("ECO %d", s.ECO)), nil
}

func signatureLines(b []byte, games int) (lines []string, err error) {
	if _, err := signature.Decode(context.Background(), b, games); err != nil {
		return nil, err
	}
	all, err := text.Decode(b, 3, 1<<16, budget.New(1<<16))
	if err != nil {
		return nil, err
	}
	for _, n := range all[0] {
		line := fmt.Sprint(n)
		if n != 17 {
			half := int(n%32+1) / 2
			line += fmt.Sprintf(" %x %x", all[1][:5], all[2][:half])
			all[1], all[2] = all[1][5:], all[2][half:]
		}
		lines = append(lines, line)
	}
	return lines, nil
}

func playerLines(b []byte, games int) (lines []string, err error) {
	p, err := index.ParsePlayers(context.Background(), b, games)
	if err != nil {
		return nil, err
	}
	var sides [2][]uint64
	for k := range sides {
		if sides[k], err = p.Append(nil, k); err != nil {
			return nil, err
		}
	}
	for i := range games {
		lines = append(lines, fmt.Sprintf("%d %d", int(sides[0][i])-1, int(sides[1][i])-1))
	}
	for _, name := range p.Names {
		lines = append(lines, vectors.Quote(name))
	}
	return lines, nil
}

func valueLines(b []byte, games int) (lines []string, err error) {
	for k, tag := range []string{"Event", "Site", "TimeControl", "Termination", "Opening"} {
		values, err := index.ParseTexts(context.Background(), b, games, tag)
		if err != nil {
			return nil, err
		}
		if values == nil {
			continue
		}
		line := fmt.Sprint(k)
		for _, n := range values.Games {
			line += fmt.Sprintf(" %d", int(n)-1)
		}
		lines = append(lines, line)
		for _, v := range values.Values {
			lines = append(lines, vectors.Quote(v))
		}
	}
	return lines, nil
}

// spellings are spellings of tags with numeric columns.
func spellings(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	column := func(values ...string) []byte {
		all := make([][]byte, len(values))
		for i, v := range values {
			all[i] = []byte(v)
		}
		return binfmt.AppendBytes(nil, text.Append(nil, all, text.Quick, nil))
	}
	var made index.Builder
	made.Reset(index.Numbers)
	for _, g := range [][5]string{
		{"2700", "1", "2013.01.31", "1-0", "A00"}, {"99999", "", "2013.01.??", "0-1", "E99"}, {"", "2700", "2013.??.??", "1/2-1/2", "B07"},
		{"", "", "", "*", ""}, {"", "", "9999.12.31", "", ""}, {"", "", "0001.??.??", "1-0", "C42"}, {"", "", "2013.02.31", "1-0", "C42"},
	} {
		var tags []tagvalue.Tag
		for k, name := range spelledTags {
			tags = append(tags, tagvalue.Tag{Name: []byte(name), Value: []byte(g[k])})
		}
		made.Add(tags, tagvalue.Facts{Plies: 1, Result: tagvalue.OtherResult})
	}
	encoded, err := made.Frame(0)
	require.NoError(t, err)
	f, _, err := archive.DecodeFrame(encoded, nil)
	require.NoError(t, err)
	numbers, _ := f.Stream(index.KindNumbers)
	const games = 7
	usual := func(k int) []byte {
		return slices.Concat([]byte{1 << k}, column(), column("\x00\x00\x00\x00\x00\x00\x00"))
	}
	for k, name := range spelledTags {
		list = append(list, spellingVector(t, name+" as usual", games, numbers, usual(k)))
	}
	for _, c := range []struct {
		name   string
		games  int
		stream []byte
	}{
		{"ratings that are no numbers", games, slices.Concat([]byte{1}, column("?", "", "02700"), column("\x00\x00\x01\x02\x01\x03\x00"))},
		{"dates and codes", games, slices.Concat([]byte{0b10100}, column("????.??.??", "2013"), column("\x00\x00\x02\x01\x00\x00\x00"), column("B07/01"), column("\x00\x00\x01\x00\x00\x00\x00"))},
		{"spellings of no tag", games, []byte{0}},
		{"spellings of an unknown tag", games, []byte{32}},
		{"a spelling behind the last", games, slices.Concat([]byte{8}, column("1/2"), column("\x00\x00\x02\x00\x00\x00\x00"))},
		{"spellings of fewer games", games, slices.Concat([]byte{8}, column("1/2"), column("\x00\x00\x01\x00\x00\x00"))},
		{"spellings that are cut off", games, slices.Concat([]byte{8}, column("1/2"))},
		{"a byte behind spellings", games, append(usual(3), 0)},
	} {
		list = append(list, spellingVector(t, c.name, c.games, numbers, c.stream))
	}
	return list
}

// spelledTags are the tags of stream 1035.
var spelledTags = []string{"WhiteElo", "BlackElo", "Date", "Result", "ECO"}

// spellingVector returns the vector of a stream with its columns of numbers.
func spellingVector(t *testing.T, name string, games int, numbers, stream []byte) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s", name)
	v.Add("form", "spellings")
	v.Add("games", "%d", games)
	v.Add("columns", "%x", numbers)
	v.Add("bytes", "%x", stream)
	columns, err := index.ParseColumns(numbers, games)
	require.NoError(t, err)
	for k, tag := range spelledTags {
		values, err := index.ParseSpellings(t.Context(), stream, columns, games, tag)
		if err != nil {
			v.Add("refused", "%s", class(t, err))
			return v
		}
		for i := range values {
			line := fmt.Sprint(k)
			if values[i] != nil {
				line += " " + vectors.Quote(values[i])
			} else {
				line += " none"
			}
			v.Add("gives", "%s", line)
		}
	}
	return v
}

// indexVector returns the vector of bytes in a form.
func indexVector(t *testing.T, name, form string, games int, b []byte) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s", name)
	v.Add("form", "%s", form)
	if games > 0 {
		v.Add("games", "%d", games)
	}
	v.Add("bytes", "%x", b)
	lines, err := indexForms[form](b, games)
	if err != nil {
		v.Add("refused", "%s", class(t, err))
		return v
	}
	for _, line := range lines {
		v.Add("gives", "%s", line)
	}
	return v
}

// indexedGame is a game to be indexed.
type indexedGame struct {
	tags  []string // see indexedTags
	plies int
}

var indexedTags = []string{"White", "Black", "WhiteElo", "BlackElo", "Date", "UTCDate", "Result", "ECO"}

func (g *indexedGame) each() (all []tagvalue.Tag) {
	for i, name := range indexedTags {
		if g.tags[i] != "" {
			all = append(all, tagvalue.Tag{Name: []byte(name), Value: []byte(g.tags[i])})
		}
	}
	return all
}

// madeStatistics are statistics of games, and invalid ones.
func madeStatistics(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range []struct {
		name  string
		games []indexedGame
	}{
		{"statistics of one game", []indexedGame{{[]string{"Morphy, Paul", "Duke Karl", "", "", "1858.??.??", "", "1-0", "C41"}, 33}}},
		{"statistics of ratings that are none", []indexedGame{
			{[]string{"A1", "b-c", "0", "?", "2013.13.01", "", "1/2", "E99a"}, 0},
			{[]string{"", "", "00012", "100000", "2013/02", "", "0-1", "F00"}, 5},
			{[]string{"a1 a1", "", "2700", "99999", "????.??.??", "2012-12-31", "*", "A0"}, 300},
			{[]string{"\xc3\x89va", "X", "+12", "", "201", "2014.02.32", "1:0", "B90/01"}, 41},
		}},
	} {
		b := &index.Builder{}
		b.Reset(index.Players)
		for _, g := range c.games {
			g.addTo(b)
		}
		src := b.Statistics()
		v := indexVector(t, c.name, "statistics", 0, src)
		for _, g := range c.games {
			v.Add("tags", "%s | %d", vectors.Quote([]byte(strings.Join(g.tags, "|"))), g.plies)
		}
		s, err := index.ParseStatistics(src)
		require.NoError(t, err)
		for _, word := range []string{"morphy", "paul", "karl", "duke", "a1", "b", "c", "x", "eva", "\xc3\x89va", "va", "Morphy", "kasparov", "carlsen", "fischer"} {
			v.Add("word", "%s %v", vectors.Quote([]byte(word)), s.MayHaveName(index.HashName([]byte(word))))
		}
		list = append(list, v)
	}
	const example = "1f 880e ac02 c2da2d c2da2d 21 00 05 00004000000000"
	for _, c := range []struct{ name, bytes string }{
		{"the statistics of the example", example}, {"statistics that name nothing", "00"},
		{"dates alone, the first of which is the later", "02 c3da2d c2da2d"},
		{"statistics of no bytes", ""}, {"an unknown bit of has", "40"}, {"ratings that are cut off", "01 880e"},
		{"no results where there should be some", "08 00"}, {"ECO without codes", "10 00000000000000"},
		{"an ECO code behind the last", "10 00000000000004"}, {"a byte behind statistics", "08 01 00"},
		{"a filter without bits", "20 01"}, {"a filter of 17 probes", "20 11 ff"}, {"a filter of no probes", "20 00 ff"},
		{"ratings in a longer form", "01 8800 00"},
	} {
		list = append(list, indexVector(t, c.name, "statistics", 0, unhex(t, c.bytes)))
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

// madeReplay are games as replay moves, their signatures, and invalid ones.
func madeReplay(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	r := numbers(19)
	var all []signature.Signature
	add := func(v *vectors.Vector, start *board.Position, moves []board.Move) *vectors.Vector {
		if start != nil {
			v.Add("start", "%v", *start)
		}
		for _, m := range moves {
			v.Add("move", "%v", m)
		}
		return v
	}
	for i := range 18 {
		start, err := board.ParseFEN(playedStarts[i%len(playedStarts)])
		require.NoError(t, err)
		moves := playedGame(start, 10+40*(i/6), r)
		list = append(list, add(indexVector(t, fmt.Sprintf("replay moves %d", i+1), "replay", 0, replay.Append(nil, &start, moves)), &start, moves))
		s := signature.Of(&start, moves)
		all = append(all, s)
		list = append(list, add(indexVector(t, fmt.Sprintf("signature %d", i+1), "signatures", 1, signature.Append(nil, []signature.Signature{s})), &start, moves))
	}
	all = append(all, signature.Of(nil, nil))
	column := signature.Append(nil, all)
	list = append(list, indexVector(t, "signatures of many games", "signatures", len(all), column),
		indexVector(t, "signatures of more games", "signatures", len(all)-1, column),
		indexVector(t, "the signature of the example", "signatures", 1, unhex(t, "03 03 02 0a 2722712212 0a b4 0a")),
		indexVector(t, "a count of 18", "signatures", 1, unhex(t, "03 03 12 0a 2722712212 0a b4 0a")),
		indexVector(t, "a third side that promotes", "signatures", 1, unhex(t, "03 03 82 0a 2722712212 0a b4 0a")),
		indexVector(t, "a square too many", "signatures", 1, unhex(t, "03 03 02 0a 2722712212 0a b4b4 0a")))
	for _, c := range []struct{ name, bytes string }{
		{"replay moves of the example", "1e 1d 0f 67 15 81 59 d0 00 7b b1 0f 08"}, {"no replay moves", ""}, {"no moves", "20"},
		{"a null move", "20 fe 1d"}, {"another move, in three bytes", "20 ff 0c07 1d"}, {"another move that is cut off", "20 ff 0c"},
		{"a byte that is no move", "20 d2"}, {"the rearmost pawn of a file that has one", "20 38"}, {"castling without a right", "88 10 6b 33 2f 38 2f 38 2f 38 2f 38 2f 38 2f 38 d0"}, {"a knight that leaves the board", "20 5c"},
		{"a start that is no position", "a0 03 6b 2f 6b 00"}, {"a start that is cut off", "a0 40 6b"},
		{"a rook that stays", "20 88"},
	} {
		list = append(list, indexVector(t, c.name, "replay", 0, unhex(t, c.bytes)))
	}
	return list
}

// madeNames are names of players and values of tags.
func madeNames(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	column := func(values ...string) []byte {
		all := make([][]byte, len(values))
		for i, v := range values {
			all[i] = []byte(v)
		}
		return binfmt.AppendBytes(nil, text.Append(nil, all, text.Quick, nil))
	}
	two, many := column("Morphy, Paul", "Duke Karl"), make([]string, 300)
	for i := range many {
		many[i] = fmt.Sprint("event ", i)
	}
	low, high := make([]byte, len(many)), make([]byte, len(many))
	for i := range many {
		low[i], high[i] = byte(i+1), byte((i+1)>>8)
	}
	for _, c := range []struct {
		name, form string
		games      int
		bytes      []byte
	}{
		{"three games of two players", "players", 3, append(two, 1, 2, 0b100110, 1, 2, 0b000001)},
		{"a name behind the last", "players", 3, append(two[:len(two):len(two)], 1, 2, 0b110110, 1, 2, 0b000001)},
		{"bytes behind the names", "players", 3, append(two[:len(two):len(two)], 1, 2, 0b100110, 1, 2, 0b000001, 0)},
		{"more names than players", "players", 1, append(column("a", "b", "c"), 1, 1, 1, 1, 1, 1)},
		{"a column of numbers that is not filled up with zeros", "players", 3, append(two[:len(two):len(two)], 1, 2, 0b1100110, 1, 2, 0b000001)},
		{"events and openings", "values", 3, slices.Concat([]byte{0b10001}, column("open", "final"), column("\x01\x02\x01"), column("C41"), column("\x00\x01\x00"))},
		{"300 values", "values", 300, slices.Concat([]byte{1}, column(many...), column(string(low), string(high)))},
		{"values of no tag", "values", 2, []byte{0}},
		{"values of an unknown tag", "values", 2, []byte{32}},
		{"a value behind the last", "values", 3, slices.Concat([]byte{2}, column("open", "final"), column("\x01\x03\x01"))},
		{"values of fewer games", "values", 3, slices.Concat([]byte{2}, column("open", "final"), column("\x01\x02"))},
		{"more values than games", "values", 1, slices.Concat([]byte{4}, column("60+0", "180+0"), column("\x01"))},
		{"values that are cut off", "values", 3, slices.Concat([]byte{8}, column("Normal"))},
	} {
		list = append(list, indexVector(t, c.name, c.form, c.games, c.bytes))
	}
	return list
}

// TestIndexes checks vectors/layers/indexes.txt.
func TestIndexes(t *testing.T) {
	list := slices.Concat(madeStatistics(t), madeReplay(t), madeNames(t), spellings(t), madeOverflow(t), madeTables(t), moreTables(t), moreIndexes(t))
	golden.Equal(t, "../../../vectors/layers/indexes.txt", vectors.File(indexesHeading, list))
}
