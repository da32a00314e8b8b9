package remote

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Options are settings of Open and Get; nil and zero values mean defaults.
type Options struct {
	// Client makes the requests; nil stands for one that goes through the proxies of
	// the environment. Its rule for redirects is not used: at most five are followed,
	// none from https to http.
	Client *http.Client
	// Retries is how often a request is made again after a failure that may pass; 0
	// stands for 4, a negative number for none.
	Retries int
	// Wait is the time before the first of them, which doubles each time, up to 10
	// seconds; 0 stands for 200 ms. A server that names a time is waited for as long,
	// up to a minute.
	Wait time.Duration
	// Timeout is how long a server may send nothing, before its answer and in the
	// middle; 0 stands for 30 seconds.
	Timeout time.Duration
	// Cache is how many bytes a Reader keeps; 0 stands for 8 MiB.
	Cache int64

	pause func(context.Context, time.Duration) error // of tests
}

// Most of what is waited for.
const (
	mostWait  = 10 * time.Second
	mostAsked = time.Minute // by a server
)

func (o *Options) withDefaults() Options {
	s := Options{}
	if o != nil {
		s = *o
	}
	if s.Retries == 0 {
		s.Retries = 4
	}
	if s.Wait <= 0 {
		s.Wait = 200 * time.Millisecond
	}
	if s.Timeout <= 0 {
		s.Timeout = 30 * time.Second
	}
	if s.Cache <= 0 {
		s.Cache = 8 << 20
	}
	if s.pause == nil {
		s.pause = pause
	}
	return s
}

// pause waits, or returns why ctx has ended.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// source is an address, and what is known of the file there.
type source struct {
	ctx    context.Context
	opt    Options
	client *http.Client
	name   string // for messages
	url    *url.URL

	mu sync.Mutex
	at *url.URL // where redirects have led, nil for none

	// Known once the first answer has come; size -1 is not known.
	known          bool
	size           int64
	etag, modified string
}

func newSource(ctx context.Context, address string, o *Options) (*source, error) {
	s := &source{ctx: ctx, opt: o.withDefaults(), name: Redact(address), size: -1}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, s.named(errors.New("not an http or https address"))
	}
	s.url = u
	s.client = newClient(s.opt.Client)
	return s, nil
}

// named says of which address err is. The end of the context is no error of it.
func (s *source) named(err error) error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	var p *passingError
	if errors.As(err, &p) {
		err = p.error
	}
	return &Error{Address: s.name, Err: err}
}

// failures counts those of one read.
type failures struct{ n int }

// again waits before the next request after a failure, and returns the error if there
// is to be none.
func (s *source) again(f *failures, err error) error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	var p *passingError
	if err == nil || !errors.As(err, &p) {
		return err
	}
	f.n++
	if f.n > max(0, s.opt.Retries) {
		if f.n > 1 {
			return fmt.Errorf("%w, after %d requests", p.error, f.n)
		}
		return p.error
	}
	wait := min(s.opt.Wait, mostWait)
	for i := 1; i < f.n && wait < mostWait; i++ {
		wait = min(2*wait, mostWait)
	}
	if p.wait > mostAsked {
		return fmt.Errorf("%w, and asks to wait for %s", p.error, p.wait)
	}
	return s.opt.pause(s.ctx, max(wait, p.wait))
}

// get makes a request with some headers. Where a redirect of before leads nowhere any
// more, the address itself is asked.
func (s *source) get(header map[string]string) (*answer, error) {
	s.mu.Lock()
	at := s.at
	s.mu.Unlock()
	if at != nil {
		a, err := s.getAt(at, header)
		if err != nil || a.status < 400 || a.status >= 500 || a.status == http.StatusTooManyRequests || a.status == http.StatusRequestTimeout {
			return a, err
		}
		a.close()
	}
	return s.getAt(s.url, header)
}

func (s *source) getAt(at *url.URL, header map[string]string) (*answer, error) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	a := &answer{src: s, ctx: ctx, cancel: cancel, to: -1, size: -1}
	a.timer = time.AfterFunc(s.opt.Timeout, func() { cancel(errStalled) })
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		a.close()
		return nil, errors.New("not an http or https address")
	}
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("User-Agent", "chesszip")
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		a.close()
		if context.Cause(ctx) == errStalled {
			return nil, passing("the server does not answer")
		}
		return nil, cleaned(err)
	}
	a.timer.Stop()
	a.body, a.status, a.header = resp.Body, resp.StatusCode, resp.Header
	if resp.Request.URL.String() != at.String() {
		s.moved(resp.Request.URL)
	}
	return a, nil
}

// moved notes where redirects have led.
func (s *source) moved(to *url.URL) {
	u := *to
	if u.Host == s.url.Host && u.User == nil {
		u.User = s.url.User
	}
	s.mu.Lock()
	s.at = &u
	s.mu.Unlock()
}

// ranged returns the headers that ask for bytes, of the file that is known, if one is.
func (s *source) ranged(what string) map[string]string {
	h := map[string]string{"Range": "bytes=" + what}
	switch {
	case !s.known:
	case s.etag != "":
		h["If-Range"] = s.etag
	case s.modified != "":
		h["If-Range"] = s.modified
	}
	return h
}

// ask asks for a stretch. The answer begins with its first byte, and may end before its
// last one. With first, what the server says of the file becomes known.
func (s *source) ask(want span, first bool) (*answer, error) {
	a, err := s.get(s.ranged(fmt.Sprintf("%d-%d", want.from, want.to-1)))
	if err != nil {
		return nil, err
	}
	if err = a.partial(want, first); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

// askFrom asks for everything from a byte on.
func (s *source) askFrom(at int64) (*answer, error) {
	var header map[string]string
	if at > 0 {
		header = s.ranged(fmt.Sprintf("%d-", at))
	}
	a, err := s.get(header)
	if err != nil {
		return nil, err
	}
	if at > 0 {
		err = a.partial(span{at, s.size}, false)
		if errors.Is(err, ErrNoRanges) {
			err = fmt.Errorf("the connection broke at byte %d: %w", at, err)
		}
	} else {
		err = a.whole()
	}
	if err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

// strong returns an ETag if it is a strong one.
func strong(etag string) string {
	if strings.HasPrefix(etag, `"`) {
		return etag
	}
	return ""
}
