package scid_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/scid"
)

func fileOf(b []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b)))
}

// files returns the bytes of the database that comes with the package.
func files(t testing.TB) (index, names, games []byte) {
	t.Helper()
	read := func(end string) []byte {
		b, err := os.ReadFile("testdata/games" + end)
		require.NoError(t, err)
		return b
	}
	return read(".si4"), read(".sn4"), read(".sg4")
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(index, names *[]byte)
		want  error
		says  string
	}{
		{"empty index", func(i, _ *[]byte) { *i = nil }, scid.ErrCorrupt, "index, byte 0: no index of SCID 4"},
		{"other index", func(i, _ *[]byte) { (*i)[0]++ }, scid.ErrCorrupt, "no index of SCID 4"},
		{"version", func(i, _ *[]byte) { (*i)[9]++ }, scid.ErrVersion, "version 401, not 400"},
		{"too many games", func(i, _ *[]byte) { (*i)[14] = 255 }, scid.ErrCorrupt, "16711692 games, of which the file has room for 12"},
		{"no names", func(_, n *[]byte) { *n = nil }, scid.ErrCorrupt, "no file of SCID's names"},
		{"too many names", func(_, n *[]byte) { (*n)[12] = 255 }, scid.ErrCorrupt, "names, of which the file has no room"},
		{"names cut", func(_, n *[]byte) { *n = (*n)[:len(*n)-1] }, scid.ErrCorrupt, "the names end too early"},
		{"number of a name", func(_, n *[]byte) { (*n)[36] = 255 }, scid.ErrCorrupt, "repeats"},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, names, games := files(t)
			c.alter(&index, &names)
			_, err := scid.Open(fileOf(index), fileOf(names), fileOf(games))
			require.ErrorIs(t, err, c.want)
			require.ErrorContains(t, err, c.says)
		})
	}
}

// files5 returns the bytes of a database of SCID 5, of 30 games.
func files5(t testing.TB) (index, names, games []byte) {
	t.Helper()
	var all [3][]byte
	for i, part := range []string{".si5", ".sn5", ".sg5"} {
		b, err := os.ReadFile("testdata/scid5/6-flags" + part)
		require.NoError(t, err)
		all[i] = b
	}
	return all[0], all[1], all[2]
}

func TestOpenRefuses5(t *testing.T) {
	long := []byte{0, 0, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1}
	for _, c := range []struct {
		name  string
		alter func(index, names *[]byte)
		says  string
	}{
		{"index cut", func(i, _ *[]byte) { *i = (*i)[:len(*i)-1] }, "index, byte 1624: no index of SCID 5: 1679 bytes are not whole entries of 56"},
		{"names cut", func(_, n *[]byte) { *n = (*n)[:len(*n)-1] }, "the names end too early"},
		{"size cut", func(_, n *[]byte) { *n = []byte{0x88} }, "names, byte 0: the names end too early"},
		{"size beyond the file", func(_, n *[]byte) { *n = []byte{0xf8, 0xff, 0x7f} }, "names, byte 0: the names end too early"},
		{"a great size", func(_, n *[]byte) { *n = append([]byte{0x80, 0x80, 0x80, 4}, make([]byte, 1<<20)...) }, "names, byte 0: a name of kind 0 with 1048576 bytes"},
		{"no size", func(_, n *[]byte) { *n = long }, "names, byte 4: a name of kind"},
		{"kind of name", func(_, n *[]byte) { (*n)[0] |= 7 }, "names, byte 0: a name of kind 7"},
		{"names of SCID 4", func(_, n *[]byte) { _, *n, _ = files(t) }, "index, byte 0: no index of SCID 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, names, games := files5(t)
			c.alter(&index, &names)
			_, err := scid.Open(fileOf(index), fileOf(names), fileOf(games))
			require.ErrorIs(t, err, scid.ErrCorrupt)
			require.ErrorContains(t, err, c.says)
		})
	}
}

// Damage is reported for the game of SCID 5 in which it is.
func TestDamagedGames5(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(entry []byte) // of game 2
		says  string
	}{
		{"offset", func(e []byte) { e[39] = 255 }, "game 2, byte 0 of its block: the file of games ends in it"},
		{"great offset", func(e []byte) { e[32] = 255 }, "game 2, byte 0 of its block: the file of games ends in it"},
		{"length", func(e []byte) { e[33] -= 128 }, "game 2, byte"},
		{"no length", func(e []byte) { e[33], e[34], e[35] = 0, 0, 0 }, "game 2, byte 0 of its block: it ends too early"},
		{"length 1 more", func(e []byte) { e[33] += 128 }, "1 bytes after the last comment"},
		{"White", func(e []byte) { e[2] = 1 }, "game 2, its entry in the index: White is name 65538 of 50"},
		{"site", func(e []byte) { e[15] = 255 }, "Site is name 4278190081 of 30"},
		{"round", func(e []byte) { e[19] = 127 }, "Round is name 2130706432 of 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, names, games := files5(t)
			c.alter(index[56:112])
			base, err := scid.Open(fileOf(index), fileOf(names), fileOf(games))
			require.NoError(t, err)
			_, err = base.Game(1)
			require.ErrorIs(t, err, scid.ErrCorrupt)
			require.ErrorContains(t, err, c.says)
			_, err = base.Game(2)
			require.NoError(t, err)
		})
	}
}

// Damage is reported for the game in which it is; the other games are read.
func TestDamagedGames(t *testing.T) {
	const entry, head = 47, 182
	for _, c := range []struct {
		name  string
		alter func(index, block []byte) // the entry and the block of game 2
		says  string
	}{
		{"no end", func(i, _ []byte) { i[5]-- }, "byte 52 of its block: it ends too early"},
		{"behind the file", func(i, _ []byte) { i[0] = 1 }, "the file of games ends in it"},
		{"a name", func(i, _ []byte) { i[9] = 255 }, "name 983042 of 5"},
		{"a tag", func(_, b []byte) { b[0] = 254 }, "a tag of kind 254"},
		{"a FEN", func(_, b []byte) { b[1] = 1 }, "a text has no end"},
		{"a piece that is none", func(_, b []byte) { copy(b[2:], []byte{0xcf, 0xcf, 0xbf, 0x9f, 0x8f, 0x8f, 0xc2}) }, "game 2, byte"},
		{"an illegal move", func(_, b []byte) { b[2] = 0x11 }, "illegal move"},
		{"no such move of a knight", func(_, b []byte) { b[2] = 0x20 }, "no move of a N"},
		{"off the board", func(_, b []byte) { b[2] = 0x22 }, "no move of a N"},
		{"a variation of no move", func(_, b []byte) { b[2] = 13 }, "a variation of no move"},
		{"the end of no variation", func(_, b []byte) { b[2] = 14 }, "the end of no variation"},
		{"no comment", func(_, b []byte) { b[len(b)-2] = 12 }, "a text has no end"},
		{"a variation without end", func(_, b []byte) { b[len(b)-2] = 13 }, "1 variations have no end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, names, games := files(t)
			e := index[head+entry:][:entry]
			from := binary.BigEndian.Uint32(e)
			block := games[from:][:binary.BigEndian.Uint16(e[4:])]
			c.alter(e, block)
			base, err := scid.Open(fileOf(index), fileOf(names), fileOf(games))
			require.NoError(t, err)
			_, err = base.Game(1)
			require.ErrorIs(t, err, scid.ErrCorrupt)
			require.ErrorContains(t, err, c.says)
			whole, broken := 0, 0
			for _, err := range base.Games(t.Context()) {
				if err != nil {
					require.ErrorIs(t, err, scid.ErrCorrupt)
					broken++
				} else {
					whole++
				}
			}
			require.Equal(t, []int{9, 1}, []int{whole, broken})
			text, err := io.ReadAll(base.Reader(t.Context()))
			require.ErrorContains(t, err, "game 2")
			require.Equal(t, 9, bytes.Count(text, []byte("[Event ")))
		})
	}
}

// The errors of a file end reading.
func TestFileErrors(t *testing.T) {
	index, names, games := files(t)
	bad := errors.New("bad disk")
	base, err := scid.Open(fileOf(index), fileOf(names), failing(len(games), bad))
	require.NoError(t, err)
	n := 0
	for _, err := range base.Games(t.Context()) {
		require.ErrorIs(t, err, bad)
		n++
	}
	require.Equal(t, 1, n)
	_, err = io.ReadAll(base.Reader(t.Context()))
	require.ErrorIs(t, err, bad)
	_, err = scid.Open(failing(len(index), bad), fileOf(names), fileOf(games))
	require.ErrorIs(t, err, bad)
	_, err = scid.Open(fileOf(index), failing(len(names), bad), fileOf(games))
	require.ErrorIs(t, err, bad)
	_, err = base.Game(base.Len())
	require.ErrorContains(t, err, "there is no game 12 of 12")
	_, err = base.Flags(base.Len())
	require.ErrorContains(t, err, "there is no game 12 of 12")
	index, names, games = files5(t)
	_, err = scid.Open(fileOf(index), failing(len(names), bad), fileOf(games))
	require.ErrorIs(t, err, bad)
	_, err = base.Game(-1)
	require.Error(t, err)
}

// failing returns a file of a size that cannot be read.
func failing(size int, err error) *io.SectionReader {
	return io.NewSectionReader(failingFile{err}, 0, int64(size))
}

type failingFile struct{ err error }

func (f failingFile) ReadAt([]byte, int64) (int, error) { return 0, f.err }

// FuzzBase opens a database of any bytes, reads all games and writes them: what it gives
// as known can be played, and reads back as it was.
func FuzzBase(f *testing.F) {
	index, names, games := files(f)
	f.Add(index, names, games)
	index, names, games = files5(f)
	f.Add(index, names, games)
	f.Fuzz(func(t *testing.T, index, names, games []byte) {
		base, err := scid.Open(fileOf(index), fileOf(names), fileOf(games))
		if err != nil {
			return
		}
		for g, err := range base.Games(t.Context()) {
			if err != nil {
				require.True(t, errors.Is(err, scid.ErrCorrupt), err)
				continue
			}
			text := pgn.AppendGame(nil, g)
			back := pgn.ParseGame(string(text))
			require.NotNil(t, back)
			want, _ := g.MainLine()
			got, _ := back.MainLine()
			require.Equal(t, want, got, "%s", text)
		}
	})
}
