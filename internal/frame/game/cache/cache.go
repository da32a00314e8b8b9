// Package cache holds what Decoders have read of the frames of an archive, for those that
// read them again: what a column of openings says, which takes longer to read than all
// else that a single game needs, and the values of tags. Both are small once they are
// read.
package cache

import (
	"context"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
)

// Frames keeps what was read of frames. Its zero value keeps nothing. Its methods, and
// those of a Frame, may be called from several goroutines.
type Frames struct {
	first parts[*openings.Column]
	tags  parts[*tagsection.Values]

	mu    sync.Mutex
	taken map[key]chan struct{} // frames that are being read; each is closed at the end
}

// Keep gives f room for so many bytes.
func (f *Frames) Keep(bytes int) {
	f.first.keep(bytes / 2)
	f.tags.keep(bytes - bytes/2)
}

// Frame is what is kept of one frame. Of its zero value nothing is, and nothing will be.
type Frame struct {
	frames *Frames
	key    key
}

// key names a frame: its number, and the checksum of its input, since an archive may
// become another one while it is read.
type key struct {
	number int
	check  uint32
}

// Frame returns the frame of a number.
func (f *Frames) Frame(number int) Frame { return Frame{f, key{number: number}} }

// Of returns the frame as that of an input with a checksum.
func (f Frame) Of(check uint32) Frame {
	f.key.check = check
	return f
}

// First returns what the column of openings says, nil unless it was read of at least so
// many games.
func (f Frame) First(games int) *openings.Column {
	if f.frames == nil {
		return nil
	}
	return f.frames.first.of(f.key, games)
}

// WantsFirst reports whether PutFirst would keep what the column says of so many games.
func (f Frame) WantsFirst(games int) bool {
	return f.frames != nil && f.frames.first.wants(f.key, games)
}

// PutFirst keeps what the column of openings says of so many games, of which make makes
// a copy if there is room.
func (f Frame) PutFirst(games int, make func() *openings.Column) {
	if f.frames != nil {
		f.frames.first.put(f.key, games, func() (*openings.Column, bool) { return make(), true })
	}
}

// Tags returns the values of all tags, nil unless they were read of at least so many
// games.
func (f Frame) Tags(games int) *tagsection.Values {
	if f.frames == nil {
		return nil
	}
	return f.frames.tags.of(f.key, games)
}

// PutTags keeps the values of all tags of so many games, of which make makes a copy if
// there is room, and says false if it cannot.
func (f Frame) PutTags(games int, make func() (*tagsection.Values, bool)) {
	if f.frames != nil {
		f.frames.tags.put(f.key, games, make)
	}
}

// Wants reports whether the values of tags of so many games would be kept: then what is
// read is better read of all games at once.
func (f Frame) Wants(games int) bool { return f.frames != nil && f.frames.tags.wants(f.key, games) }

// Turn waits while somebody else reads the frame, until ctx, which may be nil, is done:
// what two want at once is read once. Who has the turn says when it is over by done. If
// nothing would be kept, everybody has it.
func (f Frame) Turn(ctx context.Context, games int) (done func()) {
	var gone <-chan struct{}
	if ctx != nil {
		gone = ctx.Done()
	}
	for f.Wants(games) {
		over, mine := f.frames.take(f.key)
		if mine {
			return func() { f.frames.giveBack(f.key) }
		}
		select {
		case <-over:
		case <-gone:
			return func() {}
		}
	}
	return func() {}
}

// take takes the turn of a frame, unless it is taken until the channel is closed.
func (f *Frames) take(k key) (over <-chan struct{}, mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c, ok := f.taken[k]; ok {
		return c, false
	}
	if f.taken == nil {
		f.taken = map[key]chan struct{}{}
	}
	f.taken[k] = make(chan struct{})
	return nil, true
}

func (f *Frames) giveBack(k key) {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.taken[k])
	delete(f.taken, k)
}

// part is what was read of a frame, as far as it was.
type part interface {
	Games() int // of which it is
	Size() int  // in bytes
}

// parts keeps parts of frames, those that were used last.
type parts[P part] struct {
	mu      sync.Mutex
	list    []kept[P]        // the one used last first
	refused map[key]struct{} // frames of which nothing can be kept
	size    int              // of all
	room    int
}

type kept[P part] struct {
	key  key
	part P
}

func (p *parts[P]) keep(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.room = bytes
	p.drop()
}

// find returns the place of what is kept of a frame, -1 for nothing.
func (p *parts[P]) find(k key) int {
	return slices.IndexFunc(p.list, func(x kept[P]) bool { return x.key == k })
}

func (p *parts[P]) of(k key, games int) (found P) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.find(k)
	if i < 0 || p.list[i].part.Games() < games {
		return found
	}
	x := p.list[i]
	copy(p.list[1:], p.list[:i])
	p.list[0] = x
	return x.part
}

// wants reports whether put would keep a part of so many games, as far as that is known.
func (p *parts[P]) wants(k key, games int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.find(k)
	_, refused := p.refused[k]
	return p.room > 0 && !refused && (i < 0 || p.list[i].part.Games() < games)
}

// put keeps what make makes of so many games, if that is wanted. What cannot be made, or
// is larger than all room, is not wanted again.
func (p *parts[P]) put(k key, games int, make func() (P, bool)) {
	if !p.wants(k, games) {
		return
	}
	part, ok := make()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !ok || part.Size() > p.room {
		if p.refused == nil {
			p.refused = map[key]struct{}{}
		}
		p.refused[k] = struct{}{}
		return
	}
	if i := p.find(k); i >= 0 {
		p.size -= p.list[i].part.Size()
		p.list = slices.Delete(p.list, i, i+1)
	}
	p.list = slices.Insert(p.list, 0, kept[P]{k, part})
	p.size += part.Size()
	p.drop()
}

// drop drops what there is no room for.
func (p *parts[P]) drop() {
	for p.size > p.room {
		last := len(p.list) - 1
		p.size -= p.list[last].part.Size()
		p.list = slices.Delete(p.list, last, last+1)
	}
}
