package view

import (
	"errors"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
)

// Statistics returns the statistics of all items, nil if there are none.
func (v *View) Statistics() []byte { return v.file.Statistics(v.segment.Frame) }

// Filter returns the filter of the names of the items, nil if there is none.
func (v *View) Filter() []byte { return v.file.Filter(v.segment.Frame) }

// Open returns which columns of the frame are open, by what its archive says of it, or by
// the frame if it has been read.
func (v *View) Open() open.Set {
	if v.Huge() {
		return 0
	}
	if v.f != nil {
		return open.SetOf(v.f)
	}
	return v.file.Open(v.segment.Frame)
}

// Open returns which columns of a frame are open, by what its archive says of it.
func (f *File) Open(frame int) open.Set {
	s, err := index.ParseStatistics(f.Statistics(frame))
	if err != nil {
		return 0
	}
	return s.Open
}

// source returns the streams of open columns of the kinds that wanted reports, without
// reading the rest of the frame. ok is false if the frame has none.
func (v *View) source(set open.Set, wanted func(kind uint16) bool) (s open.Source, ok bool, err error) {
	if v.Open()&set == 0 {
		return s, false, nil
	}
	if err := v.checkGames(int64(v.Items())); err != nil {
		return s, false, err
	}
	s = open.Source{Frame: v.f, Budget: budget.New(v.input()).Until(v.ctx)}
	if v.f != nil {
		return s, true, nil
	}
	if v.parts == nil {
		v.parts = &archive.Frame{Games: int64(v.Items()), Input: int64(v.input())}
	}
	var missing []uint16
	for kind := range open.Kinds(set) {
		if _, has := v.parts.Stream(kind); !has && wanted(kind) && !v.read[kind] {
			missing = append(missing, kind)
		}
	}
	if s.Frame = v.parts; len(missing) == 0 {
		return s, true, nil
	}
	asked := map[uint16]bool{}
	for _, kind := range missing {
		asked[kind] = true
	}
	f, err := v.file.Blocks(v.ctx, v.segment.Frame, func(kind uint16) bool { return asked[kind] })
	if err != nil {
		return s, false, err // perhaps of reading
	}
	v.parts.Streams = append(v.parts.Streams, f.Streams...)
	if v.read == nil {
		v.read = map[uint16]bool{}
	}
	for kind := range asked {
		v.read[kind] = true
	}
	return s, true, nil
}

// Columns returns columns of numbers, or nil if they are not open.
func (v *View) Columns(columns ...open.Column) (*open.Columns, error) {
	s, ok, err := v.source(open.Numbers, func(kind uint16) bool {
		for _, c := range columns {
			if kind == open.KindNumbers+uint16(c) {
				return true
			}
		}
		return false
	})
	if err != nil || !ok {
		return nil, err
	}
	if v.numbers == nil || v.numbers.Of() != s.Frame {
		v.numbers = open.NewColumns(s)
	}
	return v.numbers, v.placed(v.numbers.Load(columns...))
}

// CheckItems is Check by a short open column, if there is one and the frame has not been
// read.
func (v *View) CheckItems() error {
	if v.f == nil {
		if columns, err := v.Columns(open.Result); err != nil || columns != nil {
			return err
		}
	}
	return v.Check()
}

// Values returns the list of a tag's values, and the side of the tag in it; nil if it is
// not open.
func (v *View) Values(tag string) (l *open.Listed, side int, err error) {
	kind := open.KindPlayers
	if tag != "White" && tag != "Black" {
		if kind = open.ListKind(tag); kind == 0 {
			return nil, 0, nil
		}
	}
	s, ok, err := v.source(open.Names, func(k uint16) bool { return k == kind })
	if err != nil || !ok {
		return nil, 0, err
	}
	l, side, err = open.ReadTag(s, tag)
	return l, side, v.placed(err)
}

// Players returns the names of the players, nil if they are not open.
func (v *View) Players() (*open.Listed, error) {
	l, _, err := v.Values("White")
	return l, err
}

// Signatures returns the signature of each item, or nil.
func (v *View) Signatures() ([]signature.Signature, error) {
	s, ok, err := v.source(open.Moves, func(k uint16) bool { return k == open.KindSignatures })
	if err != nil || !ok {
		return nil, err
	}
	all, err := open.ReadSignatures(s)
	return all, v.placed(err)
}

// input is the length of the texts of the items, up to that of a frame.
func (v *View) input() int {
	return int(min(v.file.Entry(v.segment.Frame).Input, game.MaxInput))
}

// Replay are the open moves of the items of a view.
type Replay struct {
	v      *View
	lines  *open.Lines
	starts map[int]board.Position // of the items that begin elsewhere, once one is asked for
}

// Replay returns the main lines, nil if the moves are not open.
func (v *View) Replay() (*Replay, error) {
	if v.replay != nil {
		return v.replay, nil
	}
	s, ok, err := v.source(open.Moves, func(k uint16) bool { return k == open.KindMoves })
	if err != nil || !ok {
		return nil, err
	}
	lines, err := open.ReadMoves(s)
	if err != nil || lines == nil {
		return nil, v.placed(err)
	}
	v.replay = &Replay{v: v, lines: lines}
	return v.replay, nil
}

// Games returns the number of items.
func (l *Replay) Games() int { return l.lines.Games() }

// Game returns where the main line of an item begins, and its moves as package replay has
// them; start is nil if that is not known. Both are valid until the next call.
func (l *Replay) Game(item int) (start *board.Position, codes []byte, err error) {
	codes, err = l.lines.Game(item)
	switch {
	case err != nil:
		return nil, nil, l.v.placed(err)
	case len(codes) > 0 && codes[0] == open.Unplayed:
		return nil, nil, nil
	case len(codes) == 0 || codes[0] != open.Elsewhere:
		return &usual, codes, nil
	}
	if l.starts == nil {
		if l.starts, err = l.v.starts(); err != nil {
			return nil, nil, err
		}
	}
	p, ok := l.starts[item]
	if !ok {
		return nil, nil, l.v.placed(errors.New("the start of a game is not known"))
	}
	return &p, codes[1:], nil
}

var usual = board.Start()

// starts returns the positions with which items begin, where they are others than usual.
func (v *View) starts() (map[int]board.Position, error) {
	all := map[int]board.Position{}
	var starts gametext.Starts
	err := v.Tags([]string{"FEN", "Variant"}, false, func(item int, tags []tagvalue.Tag, _ tagvalue.Facts) bool {
		if starts.Known(tags, false) && starts.Start() != usual {
			all[item] = starts.Start()
		}
		return true
	})
	return all, err
}

// Each goes through the main line of an item as replay.Each does.
func (l *Replay) Each(item int, yield func(p *board.Position, m board.Move) bool) error {
	start, codes, err := l.Game(item)
	if err != nil || start == nil {
		return err
	}
	return l.v.placed(replay.Each(start, codes, yield))
}

// Size returns about how many bytes of memory l takes.
func (l *Replay) Size() int { return l.lines.Size() }
