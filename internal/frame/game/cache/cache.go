// Package cache holds data that Decoders have read of the frames of an archive, for
// later reads: the content of a column of openings, which takes longer to read than
// everything else that a single game needs, and the values of tags. Both are small
// once they are read.
package cache

import (
	"context"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
)

// Frames caches data read of frames. Its zero value caches nothing. Several
// goroutines may call its methods, and those of a Frame.
type Frames struct {
	first parts[*openings.Column]
	tags  parts[*tagsection.Values]

	mu    sync.Mutex
	taken map[key]chan struct{} // frames being read; each channel is closed at the end
}

// Keep sets the size of the cache in bytes.
func (f *Frames) Keep(bytes int) {
	f.first.keep(bytes / 2)
	f.tags.keep(bytes - bytes/2)
}

// Frame is the cached data of one frame. The zero Frame never caches anything.
type Frame struct {
	frames *Frames
	key    key
}

// key names a frame: its number, and the checksum of its input, since an archive may
// change while it is read.
type key struct {
	number int
	check  uint32
}

// Frame returns the frame of a number.
func (f *Frames) Frame(number int) Frame { return Frame{f, key{number: number}} }

// Of returns the frame with the checksum of its input.
func (f Frame) Of(check uint32) Frame {
	f.key.check = check
	return f
}

// First returns the content of the column of openings, or nil unless it was read for
// at least so many games.
func (f Frame) First(games int) *openings.Column {
	if f.frames == nil {
		return nil
	}
	return f.frames.first.of(f.key, games)
}

// WantsFirst reports whether PutFirst would cache the column of so many games.
func (f Frame) WantsFirst(games int) bool {
	return f.frames != nil && f.frames.first.wants(f.key, games)
}

// PutFirst caches the content of the column of openings for so many games; make
// returns a copy if there is room.
func (f Frame) PutFirst(games int, make func() *openings.Column) {
	if f.frames != nil {
		f.frames.first.put(f.key, games, func() (*openings.Column, bool) { return make(), true })
	}
}

// Tags returns the values of all tags, or nil unless they were read for at least so
// many games.
func (f Frame) Tags(games int) *tagsection.Values {
	if f.frames == nil {
		return nil
	}
	return f.frames.tags.of(f.key, games)
}

// PutTags caches the values of all tags of so many games; make returns a copy if
// there is room, or false if it cannot.
func (f Frame) PutTags(games int, make func() (*tagsection.Values, bool)) {
	if f.frames != nil {
		f.frames.tags.put(f.key, games, make)
	}
}

// Wants reports whether the values of tags of so many games would be cached: then it
// is better to read all games at once.
func (f Frame) Wants(games int) bool { return f.frames != nil && f.frames.tags.wants(f.key, games) }

// Turn waits while another goroutine reads the frame, until ctx, which may be nil, is
// done, so that equal requests read it only once. The caller ends its turn with done.
// If nothing would be cached, Turn does not wait.
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

// part is a cached part of a frame.
type part interface {
	Games() int // number of games in it
	Size() int  // in bytes
}

// parts caches parts of frames, those used last.
type parts[P part] struct {
	mu      sync.Mutex
	list    []kept[P]        // the last used first
	refused map[key]struct{} // frames that cannot be cached
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

// find returns the index of a frame's part, or -1.
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

// wants reports whether put would cache a part of so many games, as far as known.
func (p *parts[P]) wants(k key, games int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.find(k)
	_, refused := p.refused[k]
	return p.room > 0 && !refused && (i < 0 || p.list[i].part.Games() < games)
}

// put caches the result of make for so many games, if wanted. A part that cannot be
// made, or is larger than all room, is not wanted again.
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

// drop drops parts until there is room.
func (p *parts[P]) drop() {
	for p.size > p.room {
		last := len(p.list) - 1
		p.size -= p.list[last].part.Size()
		p.list = slices.Delete(p.list, last, last+1)
	}
}
