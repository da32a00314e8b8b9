package remote

import (
	"errors"
	"io"
	"slices"
)

// span is a range of bytes of a file, without the byte at to.
type span struct{ from, to int64 }

func (s span) size() int64 { return s.to - s.from }

// piece is a range that was requested.
type piece struct {
	span
	data  []byte // received so far
	first bool   // request the file's size and validators with it
	used  bool   // a caller has read it, or waits for it
	done  bool
	err   error
	turn  int64 // time of the last read
}

// have returns the offset after the last byte received.
func (p *piece) have() int64 { return p.from + int64(len(p.data)) }

// mostQueued is the greatest number of ranges in the queue.
const mostQueued = 1 << 10

// firstRoom is the memory taken for a piece before any of it has arrived.
const firstRoom = 256 << 10

// some copies bytes from offset on, at least one unless there is an error. It waits for
// them without holding the lock.
func (r *Reader) some(b []byte, offset int64) (int, error) {
	if r.broken != nil {
		return 0, r.broken
	}
	p := r.at(offset)
	if p == nil {
		p = r.begin(r.around(span{offset, offset + int64(len(b))}))
	}
	p.used = true
	r.turn++
	p.turn = r.turn
	for p.have() <= offset && p.err == nil {
		r.news.Wait()
	}
	if p.have() <= offset {
		return 0, p.err
	}
	return copy(b, p.data[offset-p.from:]), nil
}

// at returns the piece that has the byte at offset, or nil.
func (r *Reader) at(offset int64) *piece {
	for _, p := range r.pieces {
		if p.from <= offset && offset < p.to {
			return p
		}
	}
	return nil
}

// around returns the range to request for reading want, whose first byte is in no piece.
// It excludes other pieces, includes what is queued after it, and is enlarged if it is
// short.
func (r *Reader) around(want span) span {
	low, high := int64(0), r.src.size // between the neighbouring pieces
	for _, p := range r.pieces {
		if p.to <= want.from {
			low = max(low, p.to)
		} else {
			high = min(high, p.from)
		}
	}
	s := span{want.from, min(want.to, high)}
	for i := 0; i < len(r.queue); i++ {
		if q := r.queue[i]; q.from <= s.to && q.to > s.to && q.to-s.from <= joined {
			s.to, i = min(q.to, high), -1
			if s.to == high {
				break
			}
		}
	}
	if s.to == r.src.size && s.size() < tailSize {
		s.from = max(low, s.to-tailSize)
	}
	s.to = min(max(s.to, s.from+leastRead), high)
	r.queue = slices.DeleteFunc(r.queue, func(q span) bool { return q.from >= s.from && q.to <= s.to })
	return s
}

// begin requests a range.
func (r *Reader) begin(s span) *piece {
	p := &piece{span: s}
	r.pieces = append(r.pieces, p)
	go func() {
		err := r.fill(p)
		r.mu.Lock()
		defer r.mu.Unlock()
		p.done = true
		if err != nil {
			p.err = r.src.named(err)
			r.pieces = slices.DeleteFunc(r.pieces, func(q *piece) bool { return q == p })
			if errors.Is(err, ErrChanged) && r.broken == nil {
				r.broken = p.err
			}
		}
		r.evict()
		r.launch()
		r.news.Broadcast()
	}()
	return p
}

// launch requests what is queued, as far as the cache has space for it.
func (r *Reader) launch() {
	flying, unused := 0, int64(0)
	for _, p := range r.pieces {
		if !p.done {
			flying++
		}
		if !p.used {
			unused += p.size()
		}
	}
	for len(r.queue) > 0 && flying < maxFlying && r.broken == nil {
		s := r.queue[0]
		for p := r.at(s.from); p != nil && s.from < s.to; p = r.at(s.from) {
			s.from = p.to
		}
		if s.from >= s.to {
			r.queue = r.queue[1:]
			continue
		}
		if unused > 0 && unused+s.size() > r.src.opt.Cache/2 {
			return
		}
		k := 1
		for k < len(r.queue) && r.queue[k].from == s.to && r.queue[k].to-s.from <= joined {
			s.to = r.queue[k].to
			k++
		}
		if (flying > 0 || unused > 0) && k == len(r.queue) && s.size() < joined/2 {
			return // a neighbour may be added before the pieces received are used
		}
		r.queue = r.queue[k:]
		for _, p := range r.pieces {
			if p.from > s.from {
				s.to = min(s.to, p.from)
			}
		}
		unused += r.begin(s).size()
		flying++
	}
}

// evict removes the pieces that were read longest ago until the rest fits in the cache;
// pieces that were read go before unread ones.
func (r *Reader) evict() {
	total := int64(0)
	for _, p := range r.pieces {
		total += p.size()
	}
	for total > r.src.opt.Cache {
		oldest := -1
		for i, p := range r.pieces {
			if p.done && (oldest < 0 || older(p, r.pieces[oldest])) {
				oldest = i
			}
		}
		if oldest < 0 {
			return
		}
		total -= r.pieces[oldest].size()
		r.pieces = slices.Delete(r.pieces, oldest, oldest+1)
	}
}

func older(p, q *piece) bool {
	if p.used != q.used {
		return p.used
	}
	return p.turn < q.turn
}

// fill requests the missing bytes of a piece until it is complete.
func (r *Reader) fill(p *piece) error {
	var failed failures
	for {
		err := r.fillSome(p)
		if err == nil && (p.first || p.have() == p.to) {
			return nil
		}
		if err = r.src.again(&failed, err); err != nil {
			return err
		}
	}
}

// fillSome makes one request for the missing bytes of a piece.
func (r *Reader) fillSome(p *piece) error {
	p2 := span{p.have(), p.to}
	if p.first {
		p.data = nil
		p2.from = 0
	}
	a, err := r.src.ask(p2, p.first)
	if err != nil {
		return err
	}
	defer a.close()
	b := make([]byte, min(p2.size(), firstRoom/8))
	for left := a.to - p2.from; left > 0; {
		n, err := a.Read(b[:min(left, int64(len(b)))])
		r.mu.Lock()
		if p.data == nil {
			p.data = make([]byte, 0, min(p2.size(), firstRoom))
		}
		p.data = append(p.data, b[:n]...)
		r.news.Broadcast()
		r.mu.Unlock()
		left -= int64(n)
		if left > 0 && err != nil {
			if err == io.EOF {
				return passing("the connection broke")
			}
			return err
		}
	}
	if p.have() < p.to && !p.first {
		return passing("the server sent less than was asked for")
	}
	return nil
}
