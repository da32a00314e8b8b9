package chesszip

import (
	"cmp"
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
	// Statistics is what the index says to pass over the frame, Index what its
	// index frame takes; in bytes.
	Statistics, Index int64
}

// Frames returns where the games lie.
func (a *Archive) Frames() []FrameInfo {
	all := make([]FrameInfo, len(a.segments))
	for i, s := range a.segments {
		e := a.frames.Entry(s.Frame)
		all[i] = FrameInfo{
			First: a.frames.FirstGame(s.Frame), Games: e.Games, Input: e.Input,
			Stored: e.Length, Offset: e.Offset, Statistics: int64(len(a.frames.Statistics(s.Frame))),
		}
		for n := s.Frame + 1; n <= s.Frame+s.More; n++ {
			e := a.frames.Entry(n)
			all[i].Input += e.Input
			all[i].Stored += e.Length
		}
		if s.Index >= 0 {
			all[i].Index = a.frames.Entry(s.Index).Length
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
	last := a.frames.Overflow()
	for _, s := range a.segments {
		for n := range s.Frames {
			if err := a.frames.StreamSizes(n, sizes); err != nil {
				return nil, err
			}
		}
		if s.Index == last {
			last = -1
		}
	}
	if last >= 0 && !a.part {
		if err := a.frames.StreamSizes(last, sizes); err != nil {
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
