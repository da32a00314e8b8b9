package chesszip

import (
	"fmt"
	"io"
	"sort"

	"github.com/chesszip/chesszip/archive"
)

// OpenPGN reads a PGN file of size bytes as if it were an archive, so that
// what can be asked of one can be asked of the other. It reads all of r once,
// to find where its games are, and parts of it again when they are asked for.
// Of the options, Threads counts. The error is that of r.
func OpenPGN(r io.ReaderAt, size int64, o *Options) (*Archive, error) {
	opt, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	p := &plainGames{r: r, size: size, first: []int64{0}}
	cut := cutter{r: io.NewSectionReader(r, 0, size)}
	for pos := int64(0); ; {
		piece, err := cut.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("chesszip: read: %w", err)
		}
		n := int64(len(piece.text))
		games := int64(len(piece.ends))
		p.pieces = append(p.pieces, archive.Entry{Offset: pos, Length: n, Games: games, Input: n})
		p.first = append(p.first, p.first[len(p.first)-1]+games)
		pos += n
	}
	return newArchive(p, opt, nil), nil
}

// plainGames is a container of PGN, cut into the inputs of frames.
type plainGames struct {
	r      io.ReaderAt
	size   int64
	pieces []archive.Entry
	first  []int64 // number of the first game of each piece, and the total
}

func (p *plainGames) Len() int                  { return len(p.pieces) }
func (p *plainGames) Entry(i int) archive.Entry { return p.pieces[i] }
func (p *plainGames) FirstGame(i int) int64     { return p.first[i] }
func (p *plainGames) Games() int64              { return p.first[len(p.first)-1] }
func (p *plainGames) Input() int64              { return p.size }
func (p *plainGames) Size() int64               { return p.size }

func (p *plainGames) Find(game int64) (piece int, within int64, ok bool) {
	if game < 0 || game >= p.Games() {
		return 0, 0, false
	}
	i := sort.Search(len(p.first), func(i int) bool { return p.first[i] > game }) - 1
	return i, game - p.first[i], true
}

// Frame returns the frame that a piece would be if it were stored as it is.
func (p *plainGames) Frame(i int) (archive.Frame, error) {
	e := &p.pieces[i]
	text := make([]byte, e.Length)
	if _, err := p.r.ReadAt(text, e.Offset); err != nil {
		return archive.Frame{}, fmt.Errorf("chesszip: read at byte %d: %w", e.Offset, err)
	}
	return archive.Frame{
		Games:   e.Games,
		Input:   e.Input,
		Streams: []archive.Stream{{Kind: kindStored, Data: text}},
	}, nil
}
