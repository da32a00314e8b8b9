package chesszip

import (
	"encoding/binary"
	"errors"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/text"
)

// inside is what is known of a group while it is looked into: its frame and the
// one that indexes it, each read when it is first asked for.
type inside struct {
	a       *Archive
	group   group
	f       *archive.Frame
	indexed *archive.Frame // without streams if there is none
}

func (a *Archive) inside(g group) *inside { return &inside{a: a, group: g} }

// frame returns the frame of the games.
func (i *inside) frame() (*archive.Frame, error) {
	if i.f == nil {
		f, err := i.a.r.Frame(i.group.frame)
		if err != nil {
			return nil, err
		}
		i.f = &f
	}
	return i.f, nil
}

// stream returns a stream of the frame that indexes the games, nil if there is
// none, or a damaged one: the games themselves answer, too.
func (i *inside) stream(kind uint16) ([]byte, error) {
	if i.indexed == nil {
		var f archive.Frame
		if i.group.index >= 0 {
			var err error
			if f, err = i.a.r.Frame(i.group.index); err != nil && !errors.Is(err, ErrCorrupt) {
				return nil, err
			}
			sum, _ := f.Stream(kindIndexed)
			e := i.a.r.Entry(i.group.frame)
			if len(sum) != 8 || binary.LittleEndian.Uint32(sum) != e.Sum || e.Games > frameGames {
				f = archive.Frame{} // damaged, or the index of other frames
			}
		}
		i.indexed = &f
	}
	data, _ := i.indexed.Stream(kind)
	return data, nil
}

// decodeTracks returns the tracks of the games.
func (i *inside) decodeTracks(packed []byte) ([][]byte, error) {
	e := i.a.r.Entry(i.group.frame)
	return text.Decode(packed, int(e.Games), int(min(e.Input, frameBytes))*tracksBytes+int(e.Games)*tracksStart)
}
