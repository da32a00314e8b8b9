// Package remote reads files at http and https addresses, in pieces where a server has
// them, so that an archive of any size is looked into where it lies:
//
//	r, err := remote.Open(ctx, "https://example.org/games.czip", nil)
//	a, err := chesszip.Open(ctx, r, r.Size(), options)
//	game, err := a.Game(ctx, 17)
//
// # Requests
//
//	Open                   bytes 0 to 16,383
//	archive's end          the last 64 KiB
//	rest of a long index   what lies before them      only where 64 KiB are too few
//	a game                 its frame
//
// What is read at once is one request, of at least 16 KiB. Frames that Ahead names are
// asked for before they are needed, neighbours in one request of up to 1 MiB, six
// requests at a time. What has come stays in a cache of bounded size.
//
// Get is for what is read from front to back; it needs no ranges until a connection
// breaks.
//
// # What is held
//
// All pieces are of the same file: of the same ETag if the server gives a strong one,
// else of the same time and size. Requests carry If-Range; a file that has changed is
// ErrChanged. Broken connections, answers that do not come, and the statuses 408, 429
// and 5xx are tried again. A server that packs what it sends, or answers with other
// bytes than those asked for, is an error. Addresses in errors have no user, no
// password and no query.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// How much is asked for at once.
const (
	frontSize = 16 << 10 // of the front, to know what there is
	tailSize  = 64 << 10 // of the end, where archives have their index
	leastRead = 16 << 10
	joined    = 1 << 20 // of neighbours that are needed soon
	maxFlying = 6       // requests ahead of their use
)

// Reader reads a file at an address. Its methods may be called by several goroutines
// at once.
type Reader struct {
	src *source

	mu     sync.Mutex
	news   sync.Cond // bytes have come, or a piece has failed
	pieces []*piece
	queue  []span // what Ahead has named and is not asked for yet
	turn   int64
	broken error // ends all: the file has changed, or Close was called
	stop   context.CancelFunc
}

// Open asks for the first bytes of what lies at an http or https address. Requests end
// when ctx does, those of ReadAt, too. The error is an *Error; it is ErrNoRanges where
// the server gives no pieces of files.
func Open(ctx context.Context, address string, o *Options) (*Reader, error) {
	ctx, stop := context.WithCancel(ctx)
	src, err := newSource(ctx, address, o)
	if err != nil {
		stop()
		return nil, err
	}
	r := &Reader{src: src, stop: stop}
	r.news.L = &r.mu
	front := &piece{span: span{0, frontSize}, first: true, used: true}
	if err := r.fill(front); err != nil {
		defer stop()
		return nil, src.named(err)
	}
	front.to, front.done = front.have(), true
	r.pieces = append(r.pieces, front)
	return r, nil
}

// Size returns the number of bytes of the file.
func (r *Reader) Size() int64 { return r.src.size }

// Validator returns what tells this file from others that the address may stand for
// later: its strong ETag, else its time and size, else its size.
func (r *Reader) Validator() string {
	switch s := r.src; {
	case s.etag != "":
		return s.etag
	case s.modified != "":
		return fmt.Sprintf("%s, %d bytes", s.modified, s.size)
	default:
		return fmt.Sprintf("%d bytes", s.size)
	}
}

// ReadAt implements io.ReaderAt. The error is an *Error, or the cause for which the
// context of Open has ended.
func (r *Reader) ReadAt(b []byte, offset int64) (n int, err error) {
	if offset < 0 {
		return 0, r.src.named(errors.New("read before the first byte"))
	}
	size := r.src.size
	if offset >= size {
		return 0, io.EOF
	}
	want := b[:min(int64(len(b)), size-offset)]
	r.mu.Lock()
	defer r.mu.Unlock()
	for n < len(want) && err == nil {
		var k int
		k, err = r.some(want[n:], offset+int64(n))
		n += k
	}
	r.evict()
	r.launch()
	if err == nil && n < len(b) {
		err = io.EOF
	}
	return n, err
}

// Ahead says that so many bytes from offset on will be read soon, behind what it was
// told before. They are asked for while others are worked on, as far as the cache has
// room.
func (r *Reader) Ahead(offset, length int64) {
	s := span{max(0, offset), min(offset+length, r.src.size)}
	if offset > r.src.size || length <= 0 || s.from >= s.to {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) < mostQueued {
		r.queue = append(r.queue, s)
		r.launch()
	}
}

// Close ends all requests. What has come is forgotten.
func (r *Reader) Close() error {
	r.stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken == nil {
		r.broken = &Error{r.src.name, os.ErrClosed}
	}
	r.pieces, r.queue = nil, nil
	r.news.Broadcast()
	r.src.client.CloseIdleConnections()
	return nil
}
