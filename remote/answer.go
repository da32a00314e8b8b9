package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer is a server's response to one request. Read returns its body.
type answer struct {
	src    *source
	ctx    context.Context // of the request
	cancel context.CancelCauseFunc
	timer  *time.Timer // ends the request when nothing arrives
	body   io.ReadCloser
	status int
	header http.Header
	to     int64 // offset after the last byte of the body
	size   int64 // of the file, -1 if the server does not give it
}

// errStalled ends a request when no more bytes arrive.
var errStalled = errors.New("stalled")

// Read implements io.Reader. A failure that may be temporary is a *passingError.
func (a *answer) Read(b []byte) (int, error) {
	a.timer.Reset(a.src.opt.Timeout)
	n, err := a.body.Read(b)
	a.timer.Stop()
	if err != nil && context.Cause(a.ctx) == errStalled {
		return n, passing("the server stopped sending")
	}
	if err != nil && err != io.EOF {
		return n, passing("the connection broke")
	}
	return n, err
}

func (a *answer) close() {
	a.timer.Stop()
	a.cancel(nil)
	if a.body != nil {
		a.body.Close()
	}
}

// partial checks the answer to a request for a range.
func (a *answer) partial(want span, first bool) error {
	s := a.src
	switch {
	case a.status == http.StatusPartialContent:
		if err := a.encoding(); err != nil {
			return err
		}
		if err := a.contentRange(want); err != nil {
			return err
		}
	case a.status == http.StatusOK:
		if n, err := strconv.ParseInt(a.header.Get("Content-Length"), 10, 64); err == nil {
			a.size = n
		}
		if first {
			return ErrNoRanges
		}
		if err := a.same(); err != nil {
			return err
		}
		return ErrNoRanges
	case a.status == http.StatusRequestedRangeNotSatisfiable && first && strings.TrimSpace(a.header.Get("Content-Range")) == "bytes */0":
		a.size, a.to = 0, 0
	case a.status == http.StatusRequestedRangeNotSatisfiable || a.status == http.StatusPreconditionFailed:
		if first {
			return a.refused()
		}
		return ErrChanged
	default:
		return a.refused()
	}
	if !first {
		return a.same()
	}
	s.learn(a)
	return nil
}

// whole checks the answer to a request for a whole file.
func (a *answer) whole() error {
	if a.status != http.StatusOK {
		return a.refused()
	}
	if err := a.encoding(); err != nil {
		return err
	}
	if n, err := strconv.ParseInt(a.header.Get("Content-Length"), 10, 64); err == nil && n >= 0 {
		a.size = n
	}
	if a.src.known {
		return a.same() // repeated, before the first byte arrived
	}
	a.src.learn(a)
	return nil
}

// learn stores the size and the validators of the file from an answer.
func (s *source) learn(a *answer) {
	s.known, s.size = true, a.size
	s.etag, s.modified = strong(a.header.Get("ETag")), a.header.Get("Last-Modified")
}

// same returns ErrChanged if the answer is for another file than the known one.
func (a *answer) same() error {
	s := a.src
	etag := strong(a.header.Get("ETag"))
	modified := a.header.Get("Last-Modified")
	switch {
	case s.etag != "" && etag != "":
		if etag != s.etag {
			return ErrChanged
		}
	case s.modified != "" && modified != "" && modified != s.modified:
		return ErrChanged
	}
	if s.size >= 0 && a.size >= 0 && a.size != s.size {
		return ErrChanged
	}
	return nil
}

// encoding refuses a compressed body: its bytes are not those of the file.
func (a *answer) encoding() error {
	if e := a.header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return errors.New("the server packs what it sends, though it was asked not to")
	}
	return nil
}

// contentRange parses the range that the server sends, which must begin at the start of
// want and lie within it.
func (a *answer) contentRange(want span) error {
	text, ok := strings.CutPrefix(strings.TrimSpace(a.header.Get("Content-Range")), "bytes ")
	bounds, size, ok2 := strings.Cut(text, "/")
	from, to, ok3 := strings.Cut(bounds, "-")
	first, err1 := parseByte(from)
	last, err2 := parseByte(to)
	if !ok || !ok2 || !ok3 || err1 != nil || err2 != nil {
		return errors.New("the server does not say which bytes it sends")
	}
	a.to = last + 1
	if size == "*" && a.src.size >= 0 {
		a.size = a.src.size
	} else if n, err := parseByte(size); err != nil {
		return errors.New("the server does not say how many bytes there are")
	} else {
		a.size = n
	}
	end := want.to
	if end < 0 {
		end = a.size
	}
	if first != want.from || a.to <= first || a.to > end || a.to > a.size {
		if a.src.known && a.size != a.src.size {
			return ErrChanged
		}
		return fmt.Errorf("the server sends other bytes than those asked for")
	}
	return nil
}

// parseByte parses a number of bytes, digits only.
func parseByte(text string) (int64, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 62)
	return int64(n), err
}

// refused returns the error for a status.
func (a *answer) refused() error {
	text := strings.ToLower(http.StatusText(a.status))
	if text == "" {
		text = "no status that is known"
	}
	err := fmt.Errorf("the server says %d, %s", a.status, text)
	switch {
	case a.status == http.StatusTooManyRequests || a.status == http.StatusRequestTimeout || a.status >= 500:
		return &passingError{err, retryAfter(a.header.Get("Retry-After"))}
	}
	return err
}

// retryAfter parses the time for which the server wants no request.
func retryAfter(text string) time.Duration {
	if n, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at).Round(time.Second))
	}
	return 0
}
