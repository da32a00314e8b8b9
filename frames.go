package chesszip

import (
	"cmp"
	"fmt"
	"slices"
)

// FrameInfo says where games lie. A game that is larger than a frame has
// several; they count as one here.
type FrameInfo struct {
	First  int64 // number of the first game, from 0
	Games  int64
	Input  int64 // bytes of the games' texts
	Stored int64 // bytes of the frame in the archive
	Offset int64 // of the frame in the archive
	// Meta is what the index says to skip the frame by, Index what a frame
	// with positions takes; in bytes.
	Meta, Index int64
}

// Frames returns where the games lie.
func (a *Archive) Frames() []FrameInfo {
	all := make([]FrameInfo, len(a.groups))
	for i, g := range a.groups {
		e := a.r.Entry(g.frame)
		all[i] = FrameInfo{
			First: a.r.FirstGame(g.frame), Games: e.Games, Input: e.Input,
			Stored: e.Length, Offset: e.Offset, Meta: int64(len(a.meta(g.frame))),
		}
		for k := g.frame + 1; k <= g.frame+g.more; k++ {
			e := a.r.Entry(k)
			all[i].Input += e.Input
			all[i].Stored += e.Length
		}
		if g.index >= 0 {
			all[i].Index = a.r.Entry(g.index).Length
		}
	}
	return all
}

// StreamInfo says what one kind of stream takes in all frames together.
type StreamInfo struct {
	Name  string // what it holds, such as "moves"
	Bytes int64
}

// Streams returns what the streams of an archive take, the largest first, tags
// by their names in brackets. It reads all frames, and decodes only which tags
// there are.
func (a *Archive) Streams() ([]StreamInfo, error) {
	sizes := map[string]int64{}
	d := a.decoder()
	defer a.decoders.Put(d)
	count := func(n int) error {
		f, err := a.r.Frame(n)
		if err != nil {
			return err
		}
		names, err := d.StreamNames(&f)
		if err != nil {
			return frameError(n, err)
		}
		for i, s := range f.Streams {
			if names[i] == "" {
				names[i] = streamName(s.Kind)
			}
			sizes[names[i]] += int64(len(s.Data))
		}
		return nil
	}
	indexes := map[int]bool{}
	for _, g := range a.groups {
		for n := g.frame; n <= g.frame+g.more; n++ {
			if err := count(n); err != nil {
				return nil, err
			}
		}
		if g.index >= 0 {
			indexes[g.index] = true
			if err := count(g.index); err != nil {
				return nil, err
			}
		}
	}
	for n := a.summaries.load(a.r); n >= 0 && !a.part && !indexes[n]; n = -1 {
		if err := count(n); err != nil {
			return nil, err
		}
	}
	var all []StreamInfo
	for name, n := range sizes {
		all = append(all, StreamInfo{name, n})
	}
	slices.SortFunc(all, func(x, y StreamInfo) int {
		return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(x.Name, y.Name))
	})
	return all, nil
}

// streamName names the streams of frames that index others.
func streamName(kind uint16) string {
	switch kind {
	case kindIndexed:
		return "index: whose"
	case kindTracks:
		return "index: moves"
	case kindNumbers:
		return "index: numbers"
	case kindMetas:
		return "index: summaries"
	}
	return fmt.Sprintf("stream %d", kind)
}
