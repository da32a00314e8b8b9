package view

import (
	"errors"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/signature"
)

// Statistics returns the statistics of all items, nil if there are none.
func (v *View) Statistics() []byte { return v.file.Statistics(v.segment.Frame) }

// indexStream returns a stream of the index frame; nil if there is none or if it is
// damaged, since the items themselves have the data too.
func (v *View) indexStream(kind uint16) ([]byte, error) {
	if v.index == nil {
		var f archive.Frame
		if v.segment.Index >= 0 {
			var err error
			if f, err = v.file.Frame(v.ctx, v.segment.Index); err != nil && !errors.Is(err, archive.ErrCorrupt) {
				return nil, err
			}
			e := v.file.Entry(v.segment.Frame)
			if !index.IsOf(&f, e.Sum) || e.Games > index.MaxGames {
				f = archive.Frame{} // damaged, or the index of other frames
			}
		}
		v.index = &f
	}
	data, _ := v.index.Stream(kind)
	return data, nil
}

// Content returns the content of the index frame.
func (v *View) Content() (index.Content, error) {
	_, err := v.indexStream(0)
	if err != nil {
		return 0, err
	}
	return index.ContentOf(v.index), nil
}

// Columns returns the numeric columns of the index, or nil.
func (v *View) Columns() (*index.Columns, error) {
	src, err := v.indexStream(index.KindNumbers)
	if err != nil || src == nil {
		return nil, err
	}
	c, err := index.ParseColumns(src, v.Items())
	return c, placed(v.segment.Index, err)
}

// Players returns the names of the players from the index, or nil.
func (v *View) Players() (*index.PlayerNames, error) {
	src, err := v.indexStream(index.KindPlayers)
	if err != nil || src == nil {
		return nil, err
	}
	names, err := index.ParsePlayers(v.ctx, src, v.Items())
	return names, placed(v.segment.Index, err)
}

// TagTexts returns the values of a tag from the index, or nil.
func (v *View) TagTexts(tag string) (*index.TagTexts, error) {
	src, err := v.indexStream(index.KindTexts)
	if err != nil || src == nil {
		return nil, err
	}
	t, err := index.ParseTexts(v.ctx, src, v.Items(), tag)
	return t, placed(v.segment.Index, err)
}

// ReplayMoves returns the replay moves of the items from the index, or nil.
func (v *View) ReplayMoves() (*index.Replay, error) {
	if v.replay != nil {
		return v.replay, nil
	}
	src, err := v.indexStream(index.KindMoves)
	if err != nil || src == nil {
		return nil, err
	}
	games, err := index.ParseReplay(v.ctx, src, v.Items(), v.input())
	if err == nil {
		v.replay = games
	}
	return games, placed(v.segment.Index, err)
}

// Alone makes the View decode frames without their indexes, which is slower if these
// have the moves.
func (v *View) Alone() { v.alone = true }

// input is the length of the texts of the items, up to that of a frame.
func (v *View) input() int {
	return int(min(v.file.Entry(v.segment.Frame).Input, game.MaxInput))
}

// Signatures returns the signature of each item from the index, or nil.
func (v *View) Signatures() ([]signature.Signature, error) {
	src, err := v.indexStream(index.KindSignatures)
	if err != nil || src == nil {
		return nil, err
	}
	all, err := signature.Decode(v.ctx, src, v.Items())
	return all, placed(v.segment.Index, err)
}
