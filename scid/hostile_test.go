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
		{"empty index", func(i, _ *[]byte) { *i = nil }, scid.ErrCorrupt, "Export all filter games"},
		{"other index", func(i, _ *[]byte) { (*i)[0]++ }, scid.ErrCorrupt, "no index of SCID"},
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
	f.Fuzz(func(t *testing.T, index, names, games []byte) {
		base, err := scid.Open(fileOf(index), fileOf(names), fileOf(games))
		if err != nil {
			return
		}
		for g, err := range base.Games(t.Context()) {
			if err != nil {
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
