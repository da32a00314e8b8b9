// Package remote gives random access to files at http and https addresses, so that an
// archive of any size can be read without downloading it:
//
//	r, err := remote.Open(ctx, "https://example.org/games.czip", nil)
//	a, err := chesszip.Open(ctx, r, r.Size(), options)
//	game, err := a.Game(ctx, 17)
//
// # Requests
//
//	Open                   bytes 0 to 16,383
//	end of the archive     the last 64 KiB
//	rest of a long index   the bytes before them      only if 64 KiB are too few
//	a game                 its frame
//
// Each read is one request, of at least 16 KiB. Ranges given to Ahead are requested
// before they are needed, neighbouring ranges in one request of up to 1 MiB, six
// requests at a time. A cache of bounded size keeps what was received.
//
// Get reads a file in order. It needs no ranges unless a connection breaks.
//
// # Guarantees
//
// All bytes come from the same file: one with the same ETag if the server gives a strong
// ETag, otherwise with the same time and size. Requests carry If-Range; a changed file
// is ErrChanged. Broken connections, missing answers and the statuses 408, 429 and 5xx
// are retried. It is an error if the server compresses the body, or sends other bytes
// than those requested. Addresses in errors have no user, no password and no query.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Sizes of requests.
const (
	frontSize = 16 << 10 // first bytes, read by Open
	tailSize  = 64 << 10 // last bytes, where archives have their index
	leastRead = 16 << 10
	joined    = 1 << 20 // of neighbouring ranges that are needed soon
	maxFlying = 6       // requests made before they are needed
)

// Reader reads a file at an address. Several goroutines may use it at once.
type Reader struct {
	src *source

	mu     sync.Mutex
	news   sync.Cond // bytes have arrived, or a piece has failed
	pieces []*piece
	queue  []span // ranges given to Ahead that are not yet requested
	turn   int64
	broken error // error of all reads: the file has changed, or Close was called
	stop   context.CancelFunc
}

// Open requests the first bytes of the file at an http or https address. Ctx ends all
// requests, including those of ReadAt. The error is an *Error, which wraps ErrNoRanges
// if the server does not send ranges.
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

// Validator returns a text that changes when the file at the address does: its strong
// ETag, otherwise its time and size, otherwise its size.
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

// ReadAt implements io.ReaderAt. The error is an *Error, or the cause of the end of the
// context of Open.
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

// Ahead announces that length bytes from offset on will be read soon, after those
// announced earlier. They are requested in the background, as far as the cache has
// space.
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

// Close ends all requests and empties the cache.
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
