package view

import (
	"math"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/index"
)

// What a File keeps of the frames that single items were asked of last, unless it is told
// otherwise: so many of them, and of all so many bytes at most, by what decoding has
// charged for them.
const (
	keptFrames = 2
	keptBytes  = 16 << 20
)

// kept is what is kept of a frame: its columns as a Decoder has them, which goes on
// where it was; or its text, where it is kept as text.
type kept struct {
	frame   int
	f       *archive.Frame
	index   *archive.Frame // nil if it was not read
	replay  *index.Replay  // nil if it was not asked for
	decoder *game.Decoder  // nil for text
	whole   bool           // text and ends are those of the items
	text    []byte
	ends    []int
}

// endBytes is what one of the ends takes.
const endBytes = 8

// size returns about how many bytes k takes.
func (k *kept) size() (n int) {
	for _, s := range k.f.Streams {
		n += len(s.Data)
	}
	if k.index != nil {
		for _, s := range k.index.Streams {
			n += len(s.Data)
		}
	}
	if k.replay != nil {
		n += k.replay.Size()
	}
	n += cap(k.text) + endBytes*cap(k.ends)
	if k.decoder != nil {
		n += k.decoder.Held()
	}
	return n
}

// cache keeps frames, those used last first. What is taken out belongs to who took
// it until it is put back.
type cache struct {
	mu   sync.Mutex
	list []*kept
	room int // in bytes; 0 stands for keptFrames frames in keptBytes
}

// keep lets c keep as many frames as take so many bytes together.
func (c *cache) keep(room int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room = max(room, 1)
}

// take returns what is kept of a frame, nil for nothing.
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

// put keeps k, and returns what is not kept any more for it.
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

// ListKind is what a frame without games is a list of.
type ListKind = whole.ListKind

// The kinds of lists.
const (
	Lines   = whole.Lines
	Records = whole.Records
)

// heads keeps what frames say of the lists that they are.
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
