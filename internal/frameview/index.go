package frameview

import (
	"errors"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/gameframe"
	gamekept "github.com/chesszip/chesszip/internal/gameframe/kept"
	"github.com/chesszip/chesszip/internal/signature"
)

// Statistics returns what the index says of all items, nil if it says nothing.
func (v *View) Statistics() []byte { return v.file.Statistics(v.segment.Frame) }

// indexStream returns a stream of the index frame; nil if there is none or if it
// is damaged: the items themselves answer, too.
func (v *View) indexStream(kind uint16) ([]byte, error) {
	if v.index == nil {
		var f archive.Frame
		if v.segment.Index >= 0 {
			var err error
			if f, err = v.file.Frame(v.ctx, v.segment.Index); err != nil && !errors.Is(err, archive.ErrCorrupt) {
				return nil, err
			}
			e := v.file.Entry(v.segment.Frame)
			if !frameindex.IsOf(&f, e.Sum) || e.Games > frameindex.MaxGames {
				f = archive.Frame{} // damaged, or the index of other frames
			}
		}
		v.index = &f
	}
	data, _ := v.index.Stream(kind)
	return data, nil
}

// Content returns what the index frame holds.
func (v *View) Content() (frameindex.Content, error) {
	_, err := v.indexStream(0)
	if err != nil {
		return 0, err
	}
	return frameindex.ContentOf(v.index), nil
}

// Columns returns the numeric columns of the index, nil if there are none.
func (v *View) Columns() (*frameindex.Columns, error) {
	src, err := v.indexStream(frameindex.KindNumbers)
	if err != nil || src == nil {
		return nil, err
	}
	c, err := frameindex.ParseColumns(src, v.Items())
	return c, placed(v.segment.Index, err)
}

// Players returns the names of the players from the index, nil if it has none.
func (v *View) Players() (*frameindex.PlayerNames, error) {
	src, err := v.indexStream(frameindex.KindPlayers)
	if err != nil || src == nil {
		return nil, err
	}
	names, err := frameindex.ParsePlayers(v.ctx, src, v.Items())
	return names, placed(v.segment.Index, err)
}

// TagTexts returns the values of a tag from the index, nil if it does not say them.
func (v *View) TagTexts(tag string) (*frameindex.TagTexts, error) {
	src, err := v.indexStream(frameindex.KindTexts)
	if err != nil || src == nil {
		return nil, err
	}
	t, err := frameindex.ParseTexts(v.ctx, src, v.Items(), tag)
	return t, placed(v.segment.Index, err)
}

// ReplayMoves returns the replay moves of the items, nil if the index has none.
func (v *View) ReplayMoves() (*frameindex.Replay, error) {
	if v.replay != nil {
		return v.replay, nil
	}
	src, err := v.indexStream(frameindex.KindMoves)
	if err != nil || src == nil {
		return nil, err
	}
	input := min(v.file.Entry(v.segment.Frame).Input, gameframe.MaxInput)
	games, err := frameindex.ParseReplay(v.ctx, src, v.Items(), int(input))
	if err == nil {
		v.replay = games
	}
	return games, placed(v.segment.Index, err)
}

// Alone makes the View read frames without what their indexes know of them, which is
// slower where they know the moves.
func (v *View) Alone() { v.alone = true }

// told is what the index knows of moves and tags, as decoders ask for it.
type told struct{ v *View }

// Line returns the first moves of the main line of an item, nil if the index does not
// know them, or is damaged: the frame itself has them.
func (t told) Line(item, plies int) []board.Move {
	games, err := t.v.ReplayMoves()
	if err != nil || games == nil {
		return nil
	}
	return games.Line(item, plies)
}

// Knows reports whether the index knows the main line of an item.
func (t told) Knows(item int) bool {
	games, err := t.v.ReplayMoves()
	return err == nil && games != nil && games.Knows(item)
}

// Values returns the values of a tag, nil if the index does not say them.
func (t told) Values(tag string) [][]byte {
	if _, err := t.v.indexStream(0); err != nil {
		return nil
	}
	return frameindex.Values(t.v.ctx, t.v.index, t.v.Items(), tag)
}

// tell makes d ask the index, unless that is not to be asked. Alone, it
// takes nothing from other decoders either, which may have asked.
func (v *View) tell(d *gameframe.Decoder) {
	switch {
	case v.alone:
		d.Share(gamekept.Frame{})
		d.Tell(nil)
	case v.file.sparing || v.segment.Index < 0 || v.Huge():
		d.Tell(nil)
	default:
		d.Tell(told{v})
	}
}

// Signatures returns the signature of each item, nil if the index has none.
func (v *View) Signatures() ([]signature.Signature, error) {
	src, err := v.indexStream(frameindex.KindSignatures)
	if err != nil || src == nil {
		return nil, err
	}
	all, err := signature.Decode(v.ctx, src, v.Items())
	return all, placed(v.segment.Index, err)
}
