package index

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
)

func tags(pairs ...string) (all []tagvalue.Tag) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, tagvalue.Tag{Name: []byte(pairs[i]), Value: []byte(pairs[i+1])})
	}
	return all
}

// add adds a game without a result at the end of its moves.
func add(b *Builder, tags []tagvalue.Tag, plies int) {
	b.Add(tags, tagvalue.Facts{Plies: plies, Result: tagvalue.ParseAnyResult(tagvalue.First(tags, "Result"))})
}

// built returns a Builder of three games.
func built(set open.Set) *Builder {
	var b Builder
	b.Reset(set)
	add(&b, tags("White", "Carlsen, Magnus", "Black", "Anand", "WhiteElo", "2870", "BlackElo", "?", "Date", "2013.11.??", "ECO", "B90", "Result", "1-0"), 2)
	add(&b, tags("UTCDate", "2014.01.31", "Date", "????.??.??", "Result", "1/2"), 0)
	add(&b, nil, 40)
	return &b
}

func TestBuilderStatistics(t *testing.T) {
	s, err := ParseStatistics(built(open.Names).Statistics())
	require.NoError(t, err)
	require.Equal(t, Range{2870, 2870, true}, s.Ratings)
	require.Equal(t, Range{0, 40, true}, s.Plies)
	require.Equal(t, Range{tagvalue.Day(2013, 11, 31), tagvalue.Day(2014, 1, 31), true}, s.Dates)
	require.Equal(t, uint64(1)<<19, s.ECO)
	require.Equal(t, ResultBit(tagvalue.WhiteWins)|ResultBit(tagvalue.Draw)|ResultBit(tagvalue.OtherResult), s.Results)
	require.Equal(t, open.Names, s.Open)
	require.Nil(t, s.Names)
	s.Names = built(open.Names).Filter()
	for _, name := range []string{"carlsen", "magnus", "anand"} {
		require.True(t, s.MayHaveName(HashName([]byte(name))), name)
	}
	require.False(t, s.MayHaveName(HashName([]byte("nobody"))))
	require.Nil(t, built(0).Statistics(), "three games are too few, unless columns are open")
	require.Nil(t, built(0).Filter())
	require.Nil(t, built(open.Numbers).Filter(), "names are not open")
}

// TestStatisticsRoom checks the least number of games with statistics.
func TestStatisticsRoom(t *testing.T) {
	for games, want := range map[int]bool{133: false, 134: true, 4000: true} {
		var b Builder
		b.Reset(0)
		for i := range games {
			add(&b, tags("White", fmt.Sprint("w", i)), 1)
		}
		got := b.Statistics()
		require.Equal(t, want, got != nil, "%d games", games)
		require.Equal(t, want, Worthwhile(int64(games), 0), "%d games", games)
		filter := b.Filter()
		require.LessOrEqual(t, len(got), games*statisticsHundredths/100, "%d games", games)
		require.LessOrEqual(t, len(filter), games*statisticsHundredths/100, "%d games", games)
		require.False(t, KeepsNames(int64(games), filter))
	}
	require.True(t, Worthwhile(1, open.Numbers))
}

// TestDamaged checks that each way of damage is an error.
func TestDamaged(t *testing.T) {
	b := built(open.Names | open.Moves | open.Numbers)
	s := b.Statistics()
	for name, src := range map[string][]byte{"nothing": {}, "cut": s[:3], "unknown bit": {1 << 6}, "empty set": {hasResults, 0}} {
		_, err := ParseStatistics(src)
		require.ErrorIs(t, err, corrupt.Err, "statistics, %s", name)
	}
	require.NoError(t, b.CheckStatistics(s))
	for i := range s {
		other := bytes.Clone(s)
		other[i]++
		require.ErrorIs(t, b.CheckStatistics(other), corrupt.Err)
	}
	filter := b.Filter()
	require.NoError(t, b.CheckFilter(filter))
	noNames := bytes.Clone(filter)
	clear(noNames[len(noNames)-2:])
	require.ErrorContains(t, b.CheckFilter(noNames), "lacks a player")
}

func TestStreamNames(t *testing.T) {
	for _, kind := range []uint16{kindChecksum, kindFilters, KindFront, KindNames, KindOpenings, KindDirectory} {
		require.Contains(t, StreamName(kind), "index: ")
	}
	require.Equal(t, "stream 99", StreamName(99))
}

func drawRange(t *rapid.T, name string) Range {
	r := Range{Known: rapid.Bool().Draw(t, name+" known")}
	if r.Known {
		r.Min = rapid.Uint64Range(0, 1<<40).Draw(t, name)
		r.Max = r.Min + rapid.Uint64Range(0, 1<<20).Draw(t, name+" width")
	}
	return r
}

func TestStatistics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Statistics{
			Ratings: drawRange(t, "ratings"),
			Dates:   drawRange(t, "dates"),
			Plies:   drawRange(t, "plies"),
			Results: rapid.Uint8().Draw(t, "results"),
			ECO:     rapid.Uint64Range(0, 1<<50-1).Draw(t, "ECO"),
			Open:    open.Set(rapid.Uint8Range(0, 7).Draw(t, "open")),
		}
		b := m.Append(nil)
		got, err := ParseStatistics(b)
		require.NoError(t, err)
		require.Equal(t, m, got)
		names := map[uint64]struct{}{}
		for _, h := range rapid.SliceOfN(rapid.Uint64(), 0, 50).Draw(t, "names") {
			names[h] = struct{}{}
		}
		m.Names = filterNames(names, 4, 10, 40)
		for h := range names {
			if !m.MayHaveName(h) {
				t.Errorf("MayHaveName(%#x) = false, and it was put in", h)
			}
		}
	})
}

func FuzzParseStatistics(f *testing.F) {
	m := Statistics{Ratings: Range{Min: 1000, Max: 2000, Known: true}, Results: 3, ECO: 5, Open: open.Names}
	f.Add(m.Append(nil))
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := ParseStatistics(src)
		if err != nil {
			return
		}
		m.MayHaveName(7)
		if got := m.Append(nil); !bytes.Equal(got, src) {
			t.Errorf("Parse took %x, which is written %x", src, got)
		}
	})
}

func FuzzParseFilters(f *testing.F) {
	f.Add((&filters{1, [][]byte{{1}, nil, {2, 3}}}).append(nil), 9)
	f.Fuzz(func(t *testing.T, src []byte, frame int) {
		m, err := parseFilters(src, frame&1023)
		if err != nil {
			return
		}
		if got := m.append(nil); !bytes.Equal(got, src) {
			t.Errorf("parseFilters took %x, which is written %x", src, got)
		}
		if m.first+len(m.each) > frame&1023 {
			t.Errorf("parseFilters(%x, %d) = %+v: beyond the last frame", src, frame&1023, m)
		}
	})
}

func FuzzParseNote(f *testing.F) {
	f.Add((&Note{Filters: []Place{{3, 0}, {7, 3}}, Openings: 8}).Append(nil), 9)
	f.Add((&Note{Openings: -1, Covers: 5, Summary: []byte("x")}).Append(nil), 9)
	f.Fuzz(func(t *testing.T, src []byte, frames int) {
		n, err := ParseNote(src, frames&1023)
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err)
			return
		}
		again, err := ParseNote(n.Append(nil), frames&1023)
		require.NoError(t, err)
		require.Equal(t, n.Append(nil), again.Append(nil))
	})
}

func TestFilterNames(t *testing.T) {
	names := map[uint64]struct{}{}
	for i := range 1000 {
		names[HashName([]byte{byte(i), byte(i >> 8)})] = struct{}{}
	}
	if f := filterNames(names, 4, 10, 499); f != nil {
		t.Errorf("FilterNames of 1000 names in 499 bytes gave %d bytes, want none: that is less than 4 bits a name", len(f))
	}
	m := Statistics{Names: filterNames(names, 4, 10, 5000)}
	if len(m.Names) != 1251 {
		t.Errorf("FilterNames of 1000 names took %d bytes, want 1251", len(m.Names))
	}
	wrong := 0
	for i := range 10_000 {
		if m.MayHaveName(HashName([]byte{byte(i), byte(i >> 8), 1})) {
			wrong++
		}
	}
	if wrong > 200 {
		t.Errorf("%d of 10000 other names are said to be there, want about 100", wrong)
	}
}

// TestDump checks the example of docs/spec/indexes.md.
func TestDump(t *testing.T) {
	m := Statistics{Results: ResultBit(tagvalue.WhiteWins) | ResultBit(tagvalue.Draw), ECO: 1 << 22}
	m.Ratings.Add(2100)
	m.Ratings.Add(1800)
	m.Dates.Add(tagvalue.Day(2013, 1, 31))
	m.Plies.Add(33)
	if got, want := hex.EncodeToString(m.Append(nil)), "1f880eac02c2da2dc2da2d21000500004000000000"; got != want {
		t.Errorf("statistics = %s, want %s", got, want)
	}
}
