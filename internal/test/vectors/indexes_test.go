package vectors_test

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const indexesHeading = `What an archive says of its frames, docs/spec/indexes.md.
form       statistics  of a frame; gives what is known of all games: ratings and half-moves as
                       least and greatest, dates as earliest last and latest first day, sets
                       of results, ECO and open columns as numbers
           filters     stream 1029; gives the number of each frame that has a filter
           note        gives the frame of a directory, or -1; each frame with filters and the
                       first frame that they are of; how many frames lists and summary are of;
                       and of each list the front's frame and the number of blocks
           front       stream 1036; gives the numbers of names, whether some are left out; the
                       keys; and each of the most frequent names and its games
           names       stream 1037; gives each name and its games
           summary     gives the games of each result, and a line for each year, class of
                       ratings and code with its games
           table       a block of a table of openings; gives for each position its FEN (moves.md,
                       2, without counters and without files) and what was played, as
                       openings-1.table has it
tags       of a game: White, Black, WhiteElo, BlackElo, Date, UTCDate, Result, ECO as texts with | between
           them, and its half-moves: what statistics or a filter were made of
word       a word, and whether the first filter has it
frames     how many the footer lists
games      number of games
checksums  of the frames before, hexadecimal as in the container
whose      stream 1024
archive    number of the directory's frame, and how many games the archive has
directory  of the table
bytes      hexadecimal
gives      see above
refused    the class of refusal`

// indexForm parses a part of an index; n is the number of frames or of games.
type indexForm func(b []byte, n int) (lines []string, err error)

var indexForms = map[string]indexForm{
	"statistics": statisticsLines, "note": noteLines, "front": frontLines, "names": namesLines, "summary": summaryLines,
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
	return append(lines, fmt.Sprintf("results %d", s.Results), fmt.Sprintf("ECO %d", s.ECO), fmt.Sprintf("open %d", s.Open)), nil
}

func noteLines(b []byte, frames int) ([]string, error) {
	n, err := index.ParseNote(b, frames)
	if err != nil {
		return nil, err
	}
	lines := []string{fmt.Sprintf("directory %d", n.Openings)}
	for _, p := range n.Filters {
		lines = append(lines, fmt.Sprintf("filters %d %d", p.Frame, p.First))
	}
	if lines = append(lines, fmt.Sprintf("covers %d", n.Covers)); n.Covers > 0 {
		for _, l := range n.Lists {
			lines = append(lines, fmt.Sprintf("list %d %d", l.Front, l.Blocks))
		}
	}
	return lines, nil
}

func named(names []index.Named) (lines []string) {
	for _, n := range names {
		lines = append(lines, fmt.Sprintf("%s | %d", vectors.Quote([]byte(n.Name)), n.Games))
	}
	return lines
}

func frontLines(b []byte, _ int) ([]string, error) {
	l, err := index.ParseNameList(b, budget.New(1<<24))
	if err != nil {
		return nil, err
	}
	return append([]string{fmt.Sprintf("names %d %v", l.Names, l.Cut)}, named(l.Frequent)...), nil
}

func namesLines(b []byte, _ int) ([]string, error) {
	names, err := index.ParseNames(b, budget.New(1<<24))
	return named(names), err
}

func summaryLines(b []byte, games int) ([]string, error) {
	s, err := index.ParseSummary(b, int64(games))
	if err != nil {
		return nil, err
	}
	lines := []string{strings.Trim(fmt.Sprint("results ", s.Results), "[]")}
	lines[0] = strings.ReplaceAll(lines[0], "[", "")
	for k, m := range []map[int]int64{s.Years, s.Ratings, s.ECOs} {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			lines = append(lines, fmt.Sprintf("%s %d %d", []string{"year", "rating", "code"}[k], key, m[key]))
		}
	}
	return lines, nil
}

// indexVector returns the vector of bytes in a form, for n frames or games.
func indexVector(t *testing.T, name, form string, n int, b []byte) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s", name)
	v.Add("form", "%s", form)
	switch form {
	case "note":
		v.Add("frames", "%d", n)
	case "summary":
		v.Add("games", "%d", n)
	}
	v.Add("bytes", "%x", b)
	lines, err := indexForms[form](b, n)
	if err != nil {
		v.Add("refused", "%s", class(t, err))
		return v
	}
	for _, line := range lines {
		v.Add("gives", "%s", line)
	}
	return v
}

// indexedGame is a game that statistics are made of.
type indexedGame struct {
	tags  []string // see indexedTags
	plies int
}

var indexedTags = []string{"White", "Black", "WhiteElo", "BlackElo", "Date", "UTCDate", "Result", "ECO"}

// addTo adds the game, without a result at the end of its moves.
func (g *indexedGame) addTo(b *index.Builder) {
	var all []tagvalue.Tag
	for i, name := range indexedTags {
		if g.tags[i] != "" {
			all = append(all, tagvalue.Tag{Name: []byte(name), Value: []byte(g.tags[i])})
		}
	}
	b.Add(all, tagvalue.Facts{Plies: g.plies, Result: tagvalue.ParseAnyResult([]byte(g.tags[6]))})
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
		b.Reset(open.Names)
		for _, g := range c.games {
			g.addTo(b)
		}
		v := indexVector(t, c.name, "statistics", 0, b.Statistics())
		for _, g := range c.games {
			v.Add("tags", "%s | %d", vectors.Quote([]byte(strings.Join(g.tags, "|"))), g.plies)
		}
		list = append(list, v)
	}
	for _, c := range []struct{ name, bytes string }{
		{"the statistics of the example", "1f 880e ac02 c2da2d c2da2d 21 00 05 00004000000000"}, {"statistics that name nothing", "00"},
		{"dates alone, the first of which is the later", "02 c3da2d c2da2d"},
		{"statistics of no bytes", ""}, {"an unknown bit of has", "40"}, {"ratings that are cut off", "01 880e"},
		{"no results where there should be some", "08 00"}, {"ECO without codes", "10 00000000000000"},
		{"an ECO code behind the last", "10 00000000000004"}, {"a byte behind statistics", "08 01 00"},
		{"ratings in a longer form", "01 8800 00"},
		{"ratings alone", "01 880e ac02"}, {"dates alone", "02 c2da2d c2da2d"}, {"half-moves alone", "04 00 ac02"}, {"results alone", "08 1f"}, {"the last ECO codes alone", "10 00000000000002"},
		{"open columns alone", "20 07"}, {"no open columns", "20 00"}, {"open columns that are not known", "20 08"}, {"open columns that are cut off", "20"},
		{"ratings and results", "09 880e 00 10"}, {"half-moves and ECO", "14 01 00 01000000000000"}, {"dates that are cut off", "02 c2da2d"}, {"half-moves that are cut off", "04 01"}, {"ECO that is cut off", "10 000000000000"},
		{"an unknown bit of has beside others", "c1 880e ac02"},
	} {
		list = append(list, indexVector(t, c.name, "statistics", 0, unhex(t, c.bytes)))
	}
	return list
}

// before are frames of which only checksums are known, and the one with their filters.
type before struct {
	sums []uint32
	own  archive.Frame
}

func (b *before) Len() int { return len(b.sums) + 1 }

func (b *before) Entry(i int) archive.Entry {
	if i == len(b.sums) {
		return archive.Entry{}
	}
	return archive.Entry{Games: 1, Input: 1, Sum: b.sums[i]}
}

func (b *before) Frame(context.Context, int) (archive.Frame, error) { return b.own, nil }

func (b *before) Note() (note []byte, frames int) { return nil, b.Len() }

// checksumOf is the stream 1024 for frames.
func checksumOf(sums []uint32) (whose []byte) {
	all := make([]byte, 0, 4*len(sums))
	for _, s := range sums {
		all = append(all, uv32(s)...)
	}
	return binary.BigEndian.AppendUint64(nil, xxhash.Sum64(all))
}

// filterVector returns the vector of a stream of filters of frames from first on.
func filterVector(t *testing.T, name string, data []byte, first, count int, words ...string) *vectors.Vector {
	t.Helper()
	b := &before{sums: []uint32{0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210}}
	whose := checksumOf(b.sums[first : first+count])
	b.own.Streams = []archive.Stream{{Kind: 1024, Data: whose}, {Kind: 1029, Data: data}}
	v := vectors.New("%s", name)
	v.Add("form", "filters")
	for _, sum := range b.sums {
		v.Add("checksums", "%s", hex.EncodeToString(uv32(sum)))
	}
	v.Add("whose", "%x", whose)
	v.Add("bytes", "%x", data)
	if err := index.CheckFilters(b, len(b.sums), &b.own); err != nil {
		v.Add("refused", "%s", class(t, err))
		return v
	}
	note := index.Note{Filters: []index.Place{{Frame: len(b.sums), First: first}}, Openings: -1}
	d := index.NewDirectory(&noted{b, note.Append(nil)})
	for i := range b.sums {
		if d.Filter(i) != nil {
			v.Add("gives", "%d", i)
		}
	}
	for _, word := range words {
		s := index.Statistics{Names: d.Filter(first)}
		v.Add("word", "%s %v", vectors.Quote([]byte(word)), s.MayHaveName(index.HashName([]byte(word))))
	}
	return v
}

// noted are frames with a note.
type noted struct {
	*before
	note []byte
}

func (n *noted) Note() (note []byte, frames int) { return n.note, n.Len() }

// madeFilters are filters of names.
func madeFilters(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range []struct {
		name, bytes  string
		first, count int
	}{
		{"filters of three frames", "01 03 02 01ff 00 03 10ffff", 1, 3}, {"filters of another frame", "00 03 02 01ff 00 03 10ffff", 1, 3}, {"filters of frames that come later", "02 03 02 01ff 00 03 10ffff", 1, 3},
		{"a byte behind the filters", "01 03 02 01ff 00 03 10ffff 00", 1, 3}, {"filters that are cut off", "01 03 02 01ff 00 03 10ff", 1, 3}, {"no filters", "01 00", 1, 0}, {"the number of filters is missing", "01", 1, 0},
		{"filters without bits, of no probes, and of 17", "00 03 01 01 02 00ff 02 11ff", 0, 3},
	} {
		list = append(list, filterVector(t, c.name, unhex(t, c.bytes), c.first, c.count))
	}
	// The sums of the first two words' probes exceed 2^64.
	made := func(name string, games []indexedGame, probes byte, words ...string) {
		b := &index.Builder{}
		b.Reset(open.Names)
		for _, g := range games {
			g.addTo(b)
		}
		filter := b.Filter()
		if probes > 0 {
			filter[0] = probes
		}
		v := filterVector(t, name, binfmt.AppendBytes([]byte{2, 1}, filter), 2, 1, words...)
		for _, g := range games {
			if probes == 0 {
				v.Add("tags", "%s | %d", vectors.Quote([]byte(strings.Join(g.tags, "|"))), g.plies)
			}
		}
		list = append(list, v)
	}
	made("names whose probes go beyond 2^64", []indexedGame{{[]string{"nkiipao", "nh5vk1v", "", "", "", "", "", ""}, 0}}, 0, "nkiipao", "nh5vk1v", "nqe9565")
	made("names with accents and apostrophes", []indexedGame{{[]string{"Morphy, Paul", "O'Kelly", "", "", "", "", "", ""}, 0}, {[]string{"\xc3\x89va", "M\xfcller", "", "", "", "", "", ""}, 0}}, 0,
		"morphy", "paul", "okelly", "kelly", "o", "eva", "\xc3\x89va", "va", "Morphy", "muller", "kasparov", "carlsen", "fischer")
	r := numbers(3)
	for n, games := range []int{2, 5, 11, 40} {
		var all []indexedGame
		for range games {
			name := func() string {
				return strings.ReplaceAll(string([]byte{byte('a' + r(26)), byte('A' + r(26)), byte(' ' + r(96)), byte('0' + r(10)), byte(r(256)), 'x'}), "|", "-")
			}
			g := indexedGame{make([]string, len(indexedTags)), int(r(300))}
			g.tags[0], g.tags[1] = name(), name()
			all = append(all, g)
		}
		made(fmt.Sprintf("names of %d games", games), all, 0)
		var words []string
		for i := range 24 {
			words = append(words, fmt.Sprintf("%c%d", 'a'+i, n))
		}
		for probes := byte(1); probes <= 16; probes += 5 {
			made(fmt.Sprintf("names of %d games with %d probes", games, probes), all, probes, words...)
		}
	}
	return list
}

// madeNotes are notes, fronts and blocks of lists, and summaries.
func madeNotes(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range []struct {
		name, bytes string
		frames      int
	}{
		{"no note", "", 3}, {"a note that says nothing", "00 00 00", 3}, {"a note of a directory", "03 00 00", 3}, {"a note of a directory that is not there", "04 00 00", 3},
		{"a note of filters", "00 01 02 02 00", 3}, {"a note of two frames with filters", "00 02 02 02 03 02 00", 6}, {"a note of filters of later frames", "00 01 02 03 00", 3}, {"a note of filters of no frames", "00 01 02 00 00", 3}, {"a note of filters beyond the frames", "00 01 03 02 00", 3},
		{"a note of filters twice", "00 02 02 02 00 02 00", 6}, {"a note of filters that go back", "00 02 02 01 02 04 00", 6}, {"a note of filters of the same frames", "00 02 02 01 02 03 00", 6},
		{"a note of lists", "02 01 01 01 02 03 01 05 01", 7}, {"a note of a list that is not there", "02 01 01 01 02 03 01 05 02", 7}, {"a note of lists that is cut off", "02 01 01 01 02 03 01 05", 7},
		{"a note that is cut off", "02 01", 7}, {"a note without its last number", "02 00", 7}, {"a byte behind a note", "02 00 00 00", 7}, {"a note of a number in a longer form", "8200 00 00", 7},
	} {
		list = append(list, indexVector(t, c.name, "note", c.frames, unhex(t, c.bytes)))
	}
	counts := index.NewNameCounts()
	for i := range 2200 {
		counts.Add([]byte(fmt.Sprintf("Player%d, %c.", i*7%2200, 'A'+i%26)), int64(1+i%97))
	}
	front, blocks := counts.Streams(index.Players)
	require.Len(t, blocks, 2)
	list = append(list, indexVector(t, "2,200 players", "front", 0, front), indexVector(t, "the first 2,048 of 2,200 players", "names", 0, blocks[0]), indexVector(t, "the others of 2,200 players", "names", 0, blocks[1]))
	list = append(list, indexVector(t, "2,049 names in a block", "names", 0, append(binfmt.AppendBytes(nil, sameColumn(2049, 1)), make([]byte, 2049)...)))
	events := index.NewNameCounts()
	for i, name := range []string{"\xc3\x89v\xc3\xa9nement", "evenement", "Z\xfcrich", "?", "O'Kelly's", "a  b", "1st", strings.Repeat("long ", 20)} {
		events.Add([]byte(name), int64(1+i*i))
	}
	front, blocks = events.Streams(index.Events)
	list = append(list, indexVector(t, "eight events", "front", 0, front), indexVector(t, "the block of eight events", "names", 0, blocks[0]))
	for _, c := range []struct{ name, form, bytes string }{
		{"a list of no names", "front", "00 00 00 02 0300"}, {"a list of names that are left out", "front", "00 01 00 02 0300"}, {"a list that says neither", "front", "00 02 00 02 0300"}, {"a list with a block too many", "front", "00 00 01 00 02 0300"},
		{"a list of 400,001 names", "front", "81b518 00 c401"}, {"a key of 24 bytes", "front", "01 00 01 18" + strings.Repeat("61", 24) + "02 0300"}, {"a key of 25 bytes", "front", "01 00 01 19" + strings.Repeat("61", 25) + "02 0300"},
		{"keys that descend", "front", "8110 00 02 0162 0161 02 0300"}, {"equal keys", "front", "8110 00 02 0161 0161 02 0300"}, {"a byte behind a front", "front", "00 00 00 02 0300 00"}, {"a front that is cut off", "front", "01 00 01"},
		{"101 frequent names", "front", "00 00 00 03 006561" + strings.Repeat("01", 101)}, {"100 frequent names", "front", "00 00 00 03 006461" + strings.Repeat("01", 100)},
		{"two names", "names", "06 0302610a620a 01 8001"}, {"a name without games", "names", "06 0302610a620a 01"}, {"2^40 games of a name", "names", "04 0301610a 808080808020"}, {"2^40 + 1 games of a name", "names", "04 0301610a 818080808020"}, {"a byte behind names", "names", "04 0301610a 01 01"}, {"names that are predicted", "names", "03 050100 01"},
	} {
		list = append(list, indexVector(t, c.name, c.form, 0, unhex(t, c.bytes)))
	}
	var s index.Summary
	r := numbers(5)
	for range 300 {
		s.Add(&open.Values{open.WhiteElo: uint64(r(2) * (1 + r(3000))), open.BlackElo: uint64(r(3) * (1 + r(1500))), open.Day: uint64(r(2) * r(372*2030)), open.Result: uint64(1 + r(5)), open.ECO: uint64(r(501))}, int64(1+r(3)))
	}
	summary := s.Append(nil)
	list = append(list, indexVector(t, "a summary", "summary", int(s.Games), summary), indexVector(t, "a summary of more games than there are", "summary", int(s.Games)-1, summary),
		indexVector(t, "a summary that is cut off", "summary", int(s.Games), summary[:len(summary)-1]), indexVector(t, "a byte behind a summary", "summary", int(s.Games), append(slices.Clone(summary), 0)))
	for _, c := range []struct{ name, bytes string }{
		{"a summary of no games", "0000000000 00 00 00"}, {"a summary of one game", "0100000000 01 0001 01 0001 01 0001"}, {"a summary of the last keys", "0000000001 01 8f4e01 01 e70701 01 f40301"},
		{"a year behind the last", "0000000001 01 904e01 01 0001 01 0001"}, {"a class of ratings behind the last", "0000000001 01 0001 01 e80701 01 0001"}, {"a code behind the last", "0000000001 01 0001 01 0001 01 f50301"},
		{"a year of no games", "0000000001 02 00010100 01 0001 01 0001"}, {"a year twice", "0000000002 02 00010001 01 0002 01 0002"}, {"years of more games", "0000000001 01 0002 01 0001 01 0001"}, {"years of fewer games", "0000000002 01 0001 01 0002 01 0002"},
	} {
		list = append(list, indexVector(t, c.name, "summary", 2, unhex(t, c.bytes)))
	}
	return list
}

// TestIndexes checks vectors/layers/indexes.txt.
func TestIndexes(t *testing.T) {
	list := slices.Concat(madeStatistics(t), madeFilters(t), madeNotes(t), madeTables(t), moreTables(t))
	golden.Equal(t, "../../../vectors/layers/indexes.txt", vectors.File(indexesHeading, list))
}
