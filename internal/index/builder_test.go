package index

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/replay"
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
func built(content Content) *Builder {
	var b Builder
	b.Reset(content)
	start := board.Start()
	add(&b, tags("White", "Carlsen, Magnus", "Black", "Anand", "WhiteElo", "2870", "BlackElo", "?", "Date", "2013.11.??", "ECO", "B90", "Result", "1-0"), 2)
	b.AddMoves(&start, []board.Move{board.NewMove(12, 28, board.NoKind), board.NewMove(52, 36, board.NoKind)})
	add(&b, tags("UTCDate", "2014.01.31", "Date", "????.??.??", "Result", "1/2"), 0)
	b.AddMoves(nil, nil)
	add(&b, nil, 40)
	b.AddMoves(&start, nil)
	return &b
}

func TestBuilderStatistics(t *testing.T) {
	s, err := ParseStatistics(built(Players).Statistics())
	require.NoError(t, err)
	require.Equal(t, Range{2870, 2870, true}, s.Ratings)
	require.Equal(t, Range{0, 40, true}, s.Plies)
	require.Equal(t, Range{tagvalue.Day(2013, 11, 31), tagvalue.Day(2014, 1, 31), true}, s.Dates)
	require.Equal(t, uint64(1)<<19, s.ECO)
	require.Equal(t, ResultBit(tagvalue.WhiteWins)|ResultBit(tagvalue.Draw)|ResultBit(tagvalue.OtherResult), s.Results)
	for _, name := range []string{"carlsen", "magnus", "anand"} {
		require.True(t, s.MayHaveName(HashName([]byte(name))), name)
	}
	require.False(t, s.MayHaveName(HashName([]byte("nobody"))))
	require.Nil(t, built(0).Statistics(), "three games are too few, unless asked for")
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
		require.LessOrEqual(t, len(got), games*statisticsHundredths/100, "%d games", games)
	}
	require.True(t, Worthwhile(1, Numbers))
}

func TestBuilderFrame(t *testing.T) {
	none, err := built(0).Frame(7)
	require.NoError(t, err)
	require.Nil(t, none)
	b := built(Positions | Numbers | Players)
	encoded, err := b.Frame(0x1234567890abcdef)
	require.NoError(t, err)
	f, rest, err := archive.DecodeFrame(encoded, nil)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.True(t, IsIndex(&f) && IsOf(&f, 0x90abcdef) && !IsOf(&f, 1) && !IsOverflow(&f))
	require.Equal(t, Positions|Numbers|Players, ContentOf(&f))
	numbers, _ := f.Stream(KindNumbers)
	c, err := ParseColumns(numbers, 3)
	require.NoError(t, err)
	for column, want := range map[Column][]uint64{
		WhiteElo: {2871, 0, 0}, BlackElo: {0, 0, 0}, Day: {tagvalue.Day(2013, 11, 1), tagvalue.Day(2014, 1, 31), 0},
		Days: {31, 1, 0}, Result: {1, 3, 5}, ECO: {191, 0, 0}, Plies: {3, 1, 41},
	} {
		require.Equal(t, want, c.Append(nil, column), "column %d", column)
	}
	moves, _ := f.Stream(KindMoves)
	games, err := ParseReplay(t.Context(), moves, 3, 100)
	require.NoError(t, err)
	require.Equal(t, 3, games.Games())
	for i, want := range []int{3, 0, 1} {
		n := 0
		game, err := games.Game(i)
		require.NoError(t, err)
		require.NoError(t, replay.Each(game, func(*board.Position, board.Move) bool { n++; return true }))
		require.Equal(t, want, n, "positions of game %d", i)
	}
}

// TestPlayers checks the players in an index: names as written in the text, including
// missing and empty ones.
func TestPlayers(t *testing.T) {
	var b Builder
	b.Reset(Players)
	for _, names := range [][]string{{"White", "A, b", "Black", "C"}, {"Black", "A, b"}, {"White", "C", "Black", ""}, nil} {
		add(&b, tags(names...), 1)
	}
	streams := b.streams(7)
	require.Equal(t, uint16(KindPlayers), streams[1].Kind)
	p, err := ParsePlayers(t.Context(), streams[1].Data, 4)
	require.NoError(t, err)
	require.Equal(t, []string{"A, b", "C", ""}, []string{string(p.Names[0]), string(p.Names[1]), string(p.Names[2])})
	for black, want := range [][]uint64{{1, 0, 2, 0}, {2, 1, 3, 0}} {
		got, err := p.Append(nil, black)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for name, src := range map[string][]byte{
		"nothing": nil, "cut": streams[1].Data[:len(streams[1].Data)-1], "more": append(bytes.Clone(streams[1].Data), 0),
	} {
		_, err := ParsePlayers(t.Context(), src, 4)
		require.ErrorIs(t, err, corrupt.Err, name)
	}
	_, err = ParsePlayers(t.Context(), streams[1].Data, 1)
	require.ErrorIs(t, err, corrupt.Err, "more names than players")

	short := *p
	short.Names = p.Names[:2]
	_, err = short.Append(nil, 1)
	require.ErrorIs(t, err, corrupt.Err, "a name that is not there")

	b.Reset(Players)
	add(&b, tags("White", strings.Repeat("x", nameBytes+1)), 1)
	for _, s := range b.streams(7) {
		require.NotEqual(t, uint16(KindPlayers), s.Kind, "a name that is too long")
	}
}

// TestDamaged checks that each way of damage is an error.
func TestDamaged(t *testing.T) {
	b := built(Players | Positions | Numbers)
	numbers := b.streams(7)[2].Data
	for name, src := range map[string][]byte{"nothing": nil, "cut": numbers[:len(numbers)-1], "more": append(bytes.Clone(numbers), 0)} {
		_, err := ParseColumns(src, 3)
		require.ErrorIs(t, err, corrupt.Err, "columns, %s", name)
	}
	s := b.Statistics()
	for name, src := range map[string][]byte{"nothing": {}, "cut": s[:3], "unknown bit": {1 << 6}, "no probes": {hasNames, 0, 1}, "empty set": {hasResults, 0}} {
		_, err := ParseStatistics(src)
		require.ErrorIs(t, err, corrupt.Err, "statistics, %s", name)
	}
	require.NoError(t, b.CheckStatistics(s))
	other := bytes.Clone(s)
	other[1]++
	require.ErrorIs(t, b.CheckStatistics(other), corrupt.Err)
	noNames := bytes.Clone(s)
	clear(noNames[len(noNames)-2:])
	require.ErrorContains(t, b.CheckStatistics(noNames), "name of a player")
	encoded, err := b.Frame(7)
	require.NoError(t, err)
	f, _, err := archive.DecodeFrame(encoded, nil)
	require.NoError(t, err)
	require.NoError(t, b.CheckFrame(&f, 7))
	require.ErrorIs(t, b.CheckFrame(&f, 8), corrupt.Err)
	f.Streams = f.Streams[:2]
	require.ErrorIs(t, b.CheckFrame(&f, 7), corrupt.Err)
}

func TestStreamNames(t *testing.T) {
	for kind, want := range map[uint16]string{
		kindChecksum: "index: whose", KindMoves: "index: moves", KindNumbers: "index: numbers", kindOverflow: "index: statistics",
		KindSignatures: "index: signatures", KindPlayers: "index: players", KindTexts: "index: values of tags", 99: "stream 99",
	} {
		require.Equal(t, want, StreamName(kind))
	}
}
