package chesszip

import (
	"encoding/binary"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/skip"
)

// What the metas of frames take at most: in the archive's index, which is read
// whatever is asked for, and in each frame that holds those for which there is
// no room there.
const (
	indexedMetas = 64 << 10
	framedMetas  = 1 << 20
)

// summaries writes frames and puts their metas where they belong.
type summaries struct {
	w     *archive.Writer
	room  int // bytes for metas in the index
	full  bool
	held  skip.Metas
	sums  *xxhash.Digest // of the frames of held
	size  int            // of held
	count int            // of frames so far
}

func newSummaries(w *archive.Writer, room int) *summaries {
	return &summaries{w: w, room: room, sums: xxhash.New()}
}

// continued goes on behind the frames of an archive.
func (s *summaries) continued(a *Archive) {
	s.count = a.r.Len()
	for i := range s.count {
		s.room -= len(a.r.Entry(i).Meta)
	}
	s.held.First = s.count
	if last := a.summaries.load(a.r); last >= 0 {
		s.held.Before, s.full = last+1, true
	}
}

// write writes a frame that archive.AppendFrame built, with its meta.
func (s *summaries) write(frame, meta []byte) error {
	if s.full = s.full || len(meta) > s.room; !s.full {
		s.room -= len(meta)
		s.count++
		s.held.First = s.count
		return s.w.WriteEncoded(frame, meta)
	}
	// A frame's index follows it at once, and so do the other pieces of a game:
	// these have no meta.
	if len(meta) > 0 && s.size >= framedMetas {
		if err := s.flush(); err != nil {
			return err
		}
	}
	if err := s.w.WriteEncoded(frame, nil); err != nil {
		return err
	}
	s.count++
	s.held.Each = append(s.held.Each, meta)
	addSum(s.sums, binary.LittleEndian.Uint32(frame[len(frame)-8:]))
	s.size += len(meta)
	return nil
}

// writeFrame writes a frame with its meta.
func (s *summaries) writeFrame(f *archive.Frame, meta []byte) error {
	b, err := archive.AppendFrame(nil, f)
	if err != nil {
		return err
	}
	return s.write(b, meta)
}

// flush writes the metas that are held.
func (s *summaries) flush() error {
	if s.size == 0 {
		return nil
	}
	b, err := archive.AppendFrame(nil, &archive.Frame{Streams: []archive.Stream{
		{Kind: kindIndexed, Data: s.sums.Sum(nil)},
		{Kind: kindMetas, Data: s.held.Append(nil)},
	}})
	if err != nil {
		return err
	}
	s.count++
	s.held = skip.Metas{First: s.count, Before: s.count}
	s.size = 0
	s.sums.Reset()
	return s.w.WriteEncoded(b, nil)
}

// close ends the archive.
func (s *summaries) close(summary []byte) error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.w.Close(summary)
}

// addSum adds the checksum of a frame to those of others.
func addSum(d *xxhash.Digest, sum uint32) {
	_, _ = d.Write(binary.LittleEndian.AppendUint32(nil, sum)) // cannot fail
}

// summarized are the metas of an archive that do not stand in its index, read
// when they are first asked for.
type summarized struct {
	once  sync.Once
	metas [][]byte // of each frame
	last  int      // number of the last frame that holds some, -1 for none
}

// meta returns what is known of a frame, nil if nothing is.
func (a *Archive) meta(n int) []byte {
	if m := a.r.Entry(n).Meta; len(m) > 0 {
		return m
	}
	if a.summaries.load(a.r); n < len(a.summaries.metas) {
		return a.summaries.metas[n]
	}
	return nil
}

// load reads the metas, from the last frame back, and returns the number of the
// last frame that holds some, -1 for none. What is damaged or of other frames
// says nothing, and nothing is passed over for it.
func (s *summarized) load(r container) int {
	s.once.Do(func() {
		s.last = -1
		for n := r.Len() - 1; n >= 0; {
			e := r.Entry(n)
			if e.Games > 0 || e.Input > 0 {
				return
			}
			f, err := r.Frame(n)
			if err != nil {
				return
			}
			m, ok := metasOf(r, n, &f)
			if !ok {
				return
			}
			if s.last < 0 {
				s.last = n
				s.metas = make([][]byte, n)
			}
			copy(s.metas[m.First:], m.Each)
			n = m.Before - 1
		}
	})
	return s.last
}

// metasOf returns the metas that frame n of r holds, if it holds those of
// frames of r before it.
func metasOf(r container, n int, f *archive.Frame) (m skip.Metas, ok bool) {
	data, ok := f.Stream(kindMetas)
	if !ok {
		return m, false
	}
	m, err := skip.ParseMetas(data, n)
	if err != nil {
		return m, false
	}
	d := xxhash.New()
	for i := range m.Each {
		addSum(d, r.Entry(m.First+i).Sum)
	}
	sum, _ := f.Stream(kindIndexed)
	return m, string(sum) == string(d.Sum(nil))
}
