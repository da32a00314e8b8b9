package view

import (
	"math"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/whole"
)

// The default limits of a File's cache of frames for single items: number of frames, and
// bytes of all, as charged by decoding.
const (
	keptFrames = 2
	keptBytes  = 16 << 20
)

// kept is a cached frame: its columns in a Decoder, which can continue, or its text.
type kept struct {
	frame   int
	f       *archive.Frame
	decoder *game.Decoder // nil for text
	whole   bool          // text and ends are set
	text    []byte
	ends    []int
}

// endBytes is the size of one of the ends.
const endBytes = 8

// size returns about the size of k in bytes.
func (k *kept) size() (n int) {
	for _, s := range k.f.Streams {
		n += len(s.Data)
	}
	n += cap(k.text) + endBytes*cap(k.ends)
	if k.decoder != nil {
		n += k.decoder.Held()
	}
	return n
}

// cache caches frames, in the order of last use. A caller that takes one out owns it
// until it puts it back.
type cache struct {
	mu   sync.Mutex
	list []*kept
	room int // in bytes; 0 means keptFrames frames in keptBytes
}

// keep sets the size of c in bytes.
func (c *cache) keep(room int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room = max(room, 1)
}

// take returns the cached frame, or nil.
func (c *cache) take(frame int) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.list, func(k *kept) bool { return k.frame == frame })
	if i < 0 {
		return nil
	}
	k := c.list[i]
	c.list = slices.Delete(c.list, i, i+1)
	return k
}

// put caches k, and returns what it evicts.
func (c *cache) put(k *kept) (dropped []*kept) {
	if k.decoder != nil {
		k.decoder.Trim()
	}
	size := k.size()
	c.mu.Lock()
	defer c.mu.Unlock()
	room, most := c.room, math.MaxInt
	if room == 0 {
		room, most = keptBytes, keptFrames
	}
	if size > room {
		return []*kept{k}
	}
	list := []*kept{k}
	for _, old := range c.list {
		size += old.size()
		if old.frame == k.frame || len(list) == most || size > room {
			size -= old.size()
			dropped = append(dropped, old)
			continue
		}
		list = append(list, old)
	}
	c.list = list
	return dropped
}

// ListKind is the kind of a list in a frame without games.
type ListKind = whole.ListKind

// The kinds of lists.
const (
	Lines   = whole.Lines
	Records = whole.Records
)

// heads caches the heads of lists.
type heads struct {
	mu    sync.Mutex
	known map[int]whole.ListHead
}

func (h *heads) of(frame int) (head whole.ListHead, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	head, ok = h.known[frame]
	return head, ok
}

func (h *heads) keep(frame int, head whole.ListHead) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.known == nil {
		h.known = map[int]whole.ListHead{}
	}
	h.known[frame] = head
}
