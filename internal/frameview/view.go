// Package frameview reads what frames hold: games as columns, text, lists of
// positions, training records, and plain PGN alike. It alone answers how many
// items there are, which tags they have, how many half-moves, which moves, and
// what their exact text is; whoever looks into a file asks a View.
//
// Files, from top to bottom: check.go, tags.go, text.go, index.go, view.go, file.go,
// source.go.
package frameview

import (
	"errors"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe"
)

// errFewer is damage.
var errFewer = errors.New("the frame has fewer games than it claims")

// View is a segment of a file. It reads a frame when it is first asked for what
// is in it. It is not for several goroutines at once.
type View struct {
	file    *File
	segment Segment
	keep    bool // the frame is likely to be asked for again
	f       *archive.Frame
	index   *archive.Frame // without streams if there is none

	whole bool // text and ends are those of the items
	text  []byte
	ends  []int
}

// View returns a View of a segment.
func (f *File) View(s Segment) *View { return &View{file: f, segment: s} }

// ViewOf returns a View of the segment of a game, and the number of the game
// there; false if there is no such game.
func (f *File) ViewOf(game int64) (v *View, item int, ok bool) {
	n, within, ok := f.find(game)
	if !ok {
		return nil, 0, false
	}
	s := Segment{n, 0, -1}
	if f.Entry(n).Games == 1 {
		end := f.Starts(f.MemberOf(n) + 1)
		for k := n + 1; k < end && f.Entry(k).Games == 0 && f.Entry(k).Input > 0; k++ {
			s.More++
		}
	}
	v = f.View(s)
	v.keep = true
	return v, int(within), true
}

// Segment returns the segment of the view.
func (v *View) Segment() Segment { return v.segment }

// Items returns the number of items: games, 0 where the frame holds no games.
func (v *View) Items() int { return int(v.file.Entry(v.segment.Frame).Games) }

// First returns the number of the first item in the file.
func (v *View) First() int64 { return v.file.FirstGame(v.segment.Frame) }

// Huge reports whether the view's only item is larger than a frame.
func (v *View) Huge() bool { return v.segment.More > 0 }

// frame returns the frame of the items.
func (v *View) frame() (*archive.Frame, error) {
	if v.f == nil {
		read := v.file.Frame
		if v.keep {
			read = v.file.frame
		}
		f, err := read(v.segment.Frame)
		if err != nil {
			return nil, err
		}
		v.f = &f
	}
	return v.f, nil
}

// Check reads the frame of the items, and returns an error unless it has as many
// as the index claims, and no more than a frame holds.
func (v *View) Check() error {
	f, err := v.frame()
	if err != nil {
		return err
	}
	if f.Games > gameframe.MaxGames {
		return v.placed(corrupt.Newf("the frame claims %d games, a frame holds at most %d", f.Games, gameframe.MaxGames))
	}
	return nil
}

// IndexError says that err is damage of the index frame.
func (v *View) IndexError(err error) error { return placed(v.segment.Index, err) }

// placed says that err is damage of the frame of the items.
func (v *View) placed(err error) error { return placed(v.segment.Frame, err) }
