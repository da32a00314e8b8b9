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
	// Client makes the requests; nil means one that uses the proxies of the environment.
	// Its rule for redirects is not used: at most five are followed, none from https to
	// http.
	Client *http.Client
	// Retries is how often a request is repeated after a failure that may be temporary;
	// default 4, negative means never.
	Retries int
	// Wait is the time before the first retry. It doubles each time, up to 10 seconds;
	// default 200 ms. If the server names a time, that is used instead, up to a minute.
	Wait time.Duration
	// Timeout is how long the server may send nothing, before or during its answer;
	// default 30 seconds.
	Timeout time.Duration
	// Cache is the size of a Reader's cache in bytes; default 8 MiB.
	Cache int64

	pause func(context.Context, time.Duration) error // for tests
}

// Longest waiting times.
const (
	mostWait  = 10 * time.Second
	mostAsked = time.Minute // requested by a server
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

// source is an address, and what is known about its file.
type source struct {
	ctx    context.Context
	opt    Options
	client *http.Client
	name   string // for error messages
	url    *url.URL

	mu sync.Mutex
	at *url.URL // target of redirects, or nil

	// These are set after the first answer; size is -1 if not known.
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

// named adds the address to err. If the context has ended, it returns its cause.
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

// failures counts the failures of one read.
type failures struct{ n int }

// again waits before the next request after a failure, or returns the error if there is
// to be none.
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

// get makes a request with some headers. If the target of an earlier redirect fails, it
// asks the address itself.
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

// moved stores the target of redirects.
func (s *source) moved(to *url.URL) {
	u := *to
	if u.Host == s.url.Host && u.User == nil {
		u.User = s.url.User
	}
	s.mu.Lock()
	s.at = &u
	s.mu.Unlock()
}

// ranged returns the headers that request bytes, of the known file if there is one.
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

// ask requests a range. The answer begins with its first byte, and may end before its
// last one. If first is set, the source learns the file's size and validators.
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

// askFrom requests everything from offset at on.
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
