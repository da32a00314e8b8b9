package vectors_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

// tableCase is a table of one block.
type tableCase struct {
	name      string
	frame     int // of the directory
	games     int64
	directory []byte
	block     []byte
}

// directoryOf returns the directory of a table of one block.
func directoryOf(threshold int, games int64, year int, left ...int) []byte {
	d := openingtable.Directory{Threshold: threshold, Covers: 3, Games: games, LastYear: year, Left: left}
	d.Blocks = []openingtable.Block{{First: openingtable.Key{31: 1}, Rows: 1}}
	return d.Append(nil)
}

// tableKey returns the key of a position.
func tableKey(t *testing.T, fen string) openingtable.Key {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return openingtable.KeyOf(&p)
}

const kingsAndPawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

// lonePosition is a position with a number of games without moves, all with another
// result.
func lonePosition(k openingtable.Key, games int64) tableRow {
	r := tableRow{key: k, own: true, differs: [8]int64{3: games}}
	for i := range min(games, 2) {
		r.samples = append(r.samples, tableSample{game: i})
	}
	return r
}

// plainMove is a move of games with known winners and nothing else.
func plainMove(index, games int64) tableMove {
	m := tableMove{index: index, games: games, unrated: [2]int64{games, games}, white: games}
	if games > 1 {
		m.secondGame = 1
	}
	return m
}

// ratedMove is a move of games in which White has one rating, and Black another.
func ratedMove(index, games, white, black int64) tableMove {
	m := plainMove(index, games)
	m.unrated, m.sum = [2]int64{}, [2]int64{games * white, games * black}
	m.best = (white + black) / 2
	m.second = m.best
	return m
}

// directoriesOfTables are directories of tables of one position, which is mostly valid.
func directoriesOfTables(t *testing.T) (list []tableCase) {
	t.Helper()
	row := lonePosition(tableKey(t, kingsAndPawn), 1)
	add := func(name string, frame int, of int64, directory []byte, games int64) {
		list = append(list, tableCase{name, frame, of, directory, tableBlock(games, 0, row)})
	}
	add("a table of one game", 4, 1, directoryOf(1, 1, 0), 1)
	add("a table of no games, which says one", 4, 0, directoryOf(1, 0, 0), 0)
	two := row
	two.differs[3], two.samples = 2, []tableSample{{rating: 5}, {rating: 3}}
	list = append(list, tableCase{"a table of no games, which says two", 4, 0, directoryOf(1, 0, 0), tableBlock(0, 0, two)})
	add("a table of 257 games", 4, 300, directoryOf(1, 257, 0), 257)
	add("a table of 131,073 games", 4, 131073, directoryOf(1, 131073, 0), 131073)
	add("a table of more games than the archive has", 4, 131072, directoryOf(1, 131073, 0), 131073)
	add("a table of other frames than those before it", 5, 400, directoryOf(1, 1, 0), 1)
	add("a table until the year 9999", 4, 1, directoryOf(1, 1, 9999), 1)
	add("a table until the year 10,000", 4, 1, directoryOf(1, 1, 10000), 1)
	add("a table that leaves out all of its frames", 4, 1, directoryOf(1, 1, 0, 0, 1, 2), 1)
	add("a table that leaves out the last frame alone", 4, 1, directoryOf(1, 1, 0, 2), 1)
	add("a table that leaves out a frame behind the last", 4, 1, directoryOf(1, 1, 0, 3), 1)
	add("a table that leaves out the first frame, and one behind the last", 4, 1, directoryOf(1, 1, 0, 0, 3), 1)
	front := directoryOf(1, 1, 0)[:6]
	key := func(positions uint64, same byte, rest ...byte) []byte {
		return append(append(uv(nil, positions), same), rest...)
	}
	whole := func(low byte) []byte { return append(make([]byte, 35), low) }
	add("a block of 4,096 positions in the directory", 4, 1, slices.Concat(front, key(4096, 0, append([]byte{1}, make([]byte, 35)...)...)), 1)
	add("a block of 4,097 positions in the directory", 4, 1, slices.Concat(front, key(4097, 0, append([]byte{1}, make([]byte, 35)...)...)), 1)
	add("a block of no positions in the directory", 4, 1, slices.Concat(front, key(0, 0, append([]byte{1}, make([]byte, 35)...)...)), 1)
	add("a first key whose last byte alone is not 0", 4, 1, slices.Concat(front, key(1, 35, 1)), 1)
	add("a first key that is 0", 4, 1, slices.Concat(front, key(1, 36)), 1)
	add("a first key that is 0, with all of its bytes", 4, 1, slices.Concat(front, key(1, 0, whole(0)...)), 1)
	add("a first key that has more of the one before than it says", 4, 1, slices.Concat(front, key(1, 0, whole(1)...)), 1)
	twice := slices.Clone(front)
	twice[1], twice[5] = 2, 2
	first := key(7, 0, append([]byte{1}, make([]byte, 35)...)...)
	add("two blocks", 4, 1, slices.Concat(twice, first, key(9, 32, 1, 0, 0, 0)), 1)
	add("two blocks, the second of which has more of the first key than it says", 4, 1, slices.Concat(twice, first, key(9, 31, 0, 1, 0, 0, 0)), 1)
	add("two blocks of one key", 4, 1, slices.Concat(twice, first, key(9, 36)), 1)
	add("two blocks in the wrong order", 4, 1, slices.Concat(twice, first, key(9, 0, append(make([]byte, 35), 1)...)), 1)
	add("a byte behind a directory", 4, 1, append(directoryOf(1, 1, 0), 0), 1)
	return list
}

// positionsOfTables are blocks of positions with odd keys.
func positionsOfTables(t *testing.T) (list []tableCase) {
	t.Helper()
	add := func(name string, threshold int, rows ...tableRow) {
		list = append(list, tableCase{name, 4, 2, directoryOf(threshold, 2, 0), tableBlock(2, 0, rows...)})
	}
	k := tableKey(t, kingsAndPawn)
	with := func(k openingtable.Key, at int, b byte) openingtable.Key { k[at] = b; return k }
	var rows []tableRow
	for _, tail := range []uint32{0, 16, 47, 1 << 8, 2 << 8, 8 << 8, 1 << 12, 8 << 12, 1 << 16, 5 << 16, 8 << 16, 1 << 20, 8<<20 | 63, 8<<20 | 7<<16, 1 << 24, 1<<24 | 8, 1<<24 | 8<<20 | 8<<16 | 8<<12 | 8<<8} {
		other := k
		binary.BigEndian.PutUint32(other[32:], tail)
		rows = append(rows, lonePosition(other, 1))
	}
	add("positions that differ in the side to move, rights and en passant squares", 1, rows...)
	for i := range len(rows) - 1 {
		add(fmt.Sprintf("the positions %d and %d of these, exchanged", i, i+1), 1, rows[i+1], rows[i])
	}
	add("a position twice", 1, rows[0], rows[0])
	add("a piece of number 13", 1, lonePosition(with(k, 10, 13<<4), 1))
	add("a piece of number 13 on the second of two squares", 1, lonePosition(with(k, 10, 13), 1))
	add("a right of the ninth file", 1, lonePosition(with(k, 33, 9<<4), 1))
	add("2^20 games, all of which are needed", 1<<20, lonePosition(k, 1<<20))
	add("2^20 + 1 games, all of which are needed", 1<<20+1, lonePosition(k, 1<<20+1))
	add("a game fewer than are needed", 3, lonePosition(k, 2))
	list = append(list, tableCase{"a block of 4,097 positions", 4, 2, directoryOf(1, 2, 0), manyPositions(4097)})
	return list
}

// manyPositions returns a block of so many positions.
func manyPositions(n int) []byte {
	m := newTableMaker(2, 0)
	for i := range n {
		r := lonePosition(openingtable.Key{28: byte(i >> 12 & 1), 29: byte(i>>11&1<<4 | i>>9&3), 30: byte(i>>6&7<<4 | i>>3&7), 31: byte(i & 7)}, 1)
		m.add(&r)
	}
	return m.finish()
}

// movesOfTables are blocks of positions with odd moves.
func movesOfTables(t *testing.T) (list []tableCase) {
	t.Helper()
	add := func(name string, row ...tableRow) {
		list = append(list, tableCase{name, 4, 300, directoryOf(1, 257, 2030), tableBlock(257, 2030, row...)})
	}
	k := tableKey(t, kingsAndPawn)
	of := func(moves ...tableMove) tableRow { return tableRow{key: k, moves: moves} }
	changed := func(m tableMove, change func(m *tableMove)) tableMove { change(&m); return m }
	by := byNumber(t, k)
	add("moves of equally many games", of(plainMove(by[0], 3), plainMove(by[1], 3), plainMove(by[4], 3), plainMove(by[2], 1), plainMove(by[3], 1)))
	add("moves of equally many games in the wrong order", of(plainMove(by[1], 3), plainMove(by[0], 3)))
	add("moves of equally many games, two of which are in the wrong order", of(plainMove(by[3], 4), plainMove(by[0], 3), plainMove(by[2], 3), plainMove(by[1], 3)))
	add("a move twice, of fewer games", of(plainMove(1, 3), plainMove(1, 2)))
	add("a move twice, of equally many games", of(plainMove(1, 1), plainMove(1, 1)))
	add("a move behind the last", of(plainMove(6, 3)))
	add("a move of no games", of(plainMove(0, 3), plainMove(1, 0)))
	add("a move of 2^40 games", of(plainMove(0, 1<<40)))
	add("a move of 2^40 + 1 games", of(plainMove(0, 1<<40+1)))
	add("a move whose players all have 99,999", of(ratedMove(0, 3, 99_999, 99_999)))
	add("a move whose White has more than 99,999", of(ratedMove(0, 3, 100_000, 2000)))
	add("a move whose Black has more than 99,999", of(ratedMove(0, 3, 2000, 100_000)))
	add("ratings of 2^56 in all", of(ratedMove(0, 1<<39, 1<<16, 1<<16), ratedMove(1, 1<<39, 1<<16, 1<<16)))
	add("ratings of White of more than 2^56", of(ratedMove(0, 1<<39, 1<<16+1, 1<<16), ratedMove(1, 1<<39, 1<<16, 1<<16)))
	add("ratings of Black of more than 2^56", of(ratedMove(0, 1<<39, 1<<16, 1<<16), ratedMove(1, 1<<39, 1<<16, 1<<16+1)))
	for _, c := range []struct {
		name   string
		change func(m *tableMove)
	}{
		{"more games won by White than there are", func(m *tableMove) { m.white++ }},
		{"more games without a rating of White than there are", func(m *tableMove) { m.unrated[0]++ }},
		{"more games without a rating of Black than there are", func(m *tableMove) { m.unrated[1]++ }},
		{"a sum of White's ratings below their number", func(m *tableMove) { m.unrated[0], m.sum[0] = 0, m.games-1 }},
		{"a sum of Black's ratings below their number", func(m *tableMove) { m.unrated[1], m.sum[1] = 0, m.games-1 }},
		{"sums of ratings that are their numbers", func(m *tableMove) { m.unrated, m.sum = [2]int64{}, [2]int64{m.games, m.games} }},
		{"a year below 0", func(m *tableMove) { m.year = -1 }},
		{"a sample below 0", func(m *tableMove) { m.best, m.second = -1, -1 }},
		{"a second sample below 0", func(m *tableMove) { m.best, m.second = 0, -1 }},
		{"a sample of 2^31 - 1", func(m *tableMove) { m.best = 1<<31 - 1 }},
		{"a sample of 2^31", func(m *tableMove) { m.best = 1 << 31 }},
		{"samples of one game", func(m *tableMove) { m.secondGame = m.bestGame }},
		{"samples of one rating in the wrong order", func(m *tableMove) { m.bestGame, m.secondGame = 256, 255 }},
		{"samples in the order of their ratings", func(m *tableMove) { m.bestGame, m.secondGame, m.best = 256, 0, 1 }},
	} {
		for _, games := range []int64{3, 2} {
			if c.name == "a sample below 0" && games == 2 || c.name == "a second sample below 0" && games == 2 {
				continue
			}
			move := changed(plainMove(0, games), c.change)
			if games == 2 {
				move.best = max(move.best, (move.sum[0]+move.sum[1]+2)/4)
				move.second = (move.sum[0]+move.sum[1])/2 - move.best
			}
			add(fmt.Sprintf("%s, of %d games", c.name, games), of(move))
		}
	}
	add("a first sample above the sum of both", of(changed(plainMove(0, 2), func(m *tableMove) { m.best = 1 })))
	add("odd ratings of two games", of(changed(ratedMove(0, 2, 1001, 1000), func(m *tableMove) { m.second-- }), ratedMove(1, 1, 1001, 1000)))
	many := of()
	for i := range int64(513) {
		many.moves = append(many.moves, plainMove(0, 600-i))
	}
	add("513 moves of a position", many)
	list = append(list, tableCase{"16,897 moves of a block", 4, 2, directoryOf(1, 2, 0), manyMoves(t, 16897)}, tableCase{"tallies of all sizes", 4, 1 << 17, directoryOf(1, 1<<17, 2030), talliesOfAllSizes(t)})
	return list
}

// byNumber returns the indexes of the legal moves of a position, by their numbers.
func byNumber(t *testing.T, k openingtable.Key) (places []int64) {
	t.Helper()
	p, ok := k.Position()
	require.True(t, ok)
	legal := movegen.AppendLegal(nil, &p)
	for i := range legal {
		places = append(places, int64(i))
	}
	slices.SortFunc(places, func(a, b int64) int { return int(legal[a]) - int(legal[b]) })
	return places
}

// manyMoves returns a block of so many moves.
func manyMoves(t *testing.T, n int) []byte {
	t.Helper()
	m := newTableMaker(2, 0)
	for i := 0; n > 0; i++ {
		k := tableKey(t, kingsAndPawn)
		k[31] = byte(i/13<<4 | i%13)
		r := tableRow{key: k}
		for games := min(n, 512); games > 0; games-- {
			r.moves = append(r.moves, ratedMove(0, int64(games), 1, 1))
			r.moves[len(r.moves)-1].white, n = 0, n-1
		}
		m.add(&r)
	}
	return m.finish()
}

// talliesOfAllSizes returns a block of tallies of all sizes.
func talliesOfAllSizes(t *testing.T) []byte {
	t.Helper()
	r := numbers(31)
	m := newTableMaker(1<<17, 2030)
	var keys []openingtable.Key
	for _, fen := range playedStarts {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		for range 4 {
			keys = append(keys, openingtable.KeyOf(&p))
			legal := movegen.AppendLegal(nil, &p)
			movegen.Make(&p, legal[r(uint32(len(legal)))])
		}
	}
	slices.SortFunc(keys, func(a, b openingtable.Key) int { return a.Compare(&b) })
	for i, k := range slices.Compact(keys) {
		row := tableRow{key: k}
		places := byNumber(t, k)
		games := int64(1+r(7)) << (i * 38 / len(keys))
		for at := 0; at < min(len(places), 8) && games > 0; at += 1 + int(r(3)) {
			part := func() int64 { return games / 4 * int64(r(4)) / 3 }
			move := tableMove{index: places[at], games: games, other: part(), drawn: part(), white: part(), unrated: [2]int64{part(), part()}, year: int64(2031 - r(40))}
			for side := range 2 {
				if r(5) == 0 {
					move.unrated[side] = games
				}
				rating := int64(1 + r(3000))
				move.sum[side] = (games-move.unrated[side])*rating + games/int64(2+r(9))*int64(min(r(2), uint32(games-move.unrated[side])))
			}
			total := move.sum[0] + move.sum[1]
			move.bestGame, move.secondGame = int64(r(1<<16)), 1<<16+int64(r(1<<16))
			move.best = int64(r(1 << 12))
			move.second = move.best / int64(1+r(4))
			if games == 2 {
				both := total/2 - (total+1)%2*int64(r(2))
				move.second = max(both, 0) / 2
				move.best = both - move.second
			}
			row.moves = append(row.moves, move)
			games -= int64(r(3)) * (games / 5)
		}
		m.add(&row)
	}
	return m.finish()
}

// sumsOfTables are blocks of positions that are not the sum of their moves.
func sumsOfTables(t *testing.T) (list []tableCase) {
	t.Helper()
	k := tableKey(t, kingsAndPawn)
	moves := []tableMove{ratedMove(0, 3, 2000, 1000), plainMove(1, 2)}
	moves[0].year = 2000
	add := func(name string, row tableRow) {
		row.key, row.own = k, true
		list = append(list, tableCase{name, 4, 300, directoryOf(1, 257, 2030), tableBlock(257, 2030, row)})
	}
	both := []tableSample{{merged: true}, {merged: true}}
	add("a position that has more than its moves", tableRow{moves: moves, differs: [8]int64{1, 2, 3, 4, 5, 6, 7, 8}, years: 9, samples: []tableSample{{rating: 3000, game: 256}, {merged: true}}})
	add("a position that has fewer than its moves", tableRow{moves: moves, differs: [8]int64{-1, 0, 0, 0, -1, -2, -2000, -1000}, years: -2000, samples: []tableSample{{merged: true}, {rating: 0, game: 4}}})
	add("a position of one game with ratings", tableRow{differs: [8]int64{1, 0, 0, 0, 1, 1, 2000, 1000}, samples: []tableSample{{rating: 1500, game: 2}}})
	add("a position of a year below 0", tableRow{moves: moves, years: -2001, samples: both})
	add("a position of a sample below 0", tableRow{moves: moves, samples: []tableSample{{merged: true}, {rating: -1, game: 4}}})
	add("a position of a sample that its moves do not have", tableRow{differs: [8]int64{1}, samples: []tableSample{{merged: true}}})
	add("a position of a second sample that its only game does not have", tableRow{moves: []tableMove{plainMove(0, 1)}, differs: [8]int64{1}, samples: both})
	for i := range 8 {
		sum := [8]int64{5, 0, 0, 0, 3, 3, 6000, 3000}[i]
		for _, c := range []struct {
			name string
			v    int64
		}{{"-1", -1}, {"2^56", 1 << 56}, {"2^56 + 1", 1<<56 + 1}} {
			row := tableRow{moves: moves, samples: both}
			row.differs[i] = c.v - sum
			if i > 0 && c.v == 1<<56 {
				continue
			}
			add(fmt.Sprintf("a position whose field %d is %s", i, c.name), row)
		}
	}
	for _, v := range []int64{1<<30 - 1, 1 << 30, 1<<30 + 1, 1<<31 - 1, 1<<45 + 12345} {
		add(fmt.Sprintf("a position that has %d games more than its moves", v), tableRow{moves: moves, differs: [8]int64{2: v}, samples: both})
	}
	return list
}

// moreTables are hand-made blocks and directories.
func moreTables(t *testing.T) []*vectors.Vector {
	t.Helper()
	return tableVectors(t, slices.Concat(directoriesOfTables(t), positionsOfTables(t), movesOfTables(t), sumsOfTables(t)))
}

// tableVectors returns the vectors of tables of one block.
func tableVectors(t *testing.T, cases []tableCase) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range cases {
		v := vectors.New("%s", c.name)
		v.Add("form", "table")
		v.Add("archive", "%d %d", c.frame, c.games)
		v.Add("directory", "%x", c.directory)
		v.Add("bytes", "%x", c.block)
		lines, err := tableLines(c.directory, c.block, c.frame, c.games)
		if err != nil {
			v.Add("refused", "%s", class(t, err))
			lines = nil
		}
		for _, line := range lines {
			v.Add("gives", "%s", line)
		}
		list = append(list, v)
	}
	return list
}
