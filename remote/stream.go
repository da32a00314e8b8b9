package remote

import (
	"context"
	"io"
)

// Get reads what lies at an http or https address from front to back. Size is its
// number of bytes, -1 where the server does not say it. Where a connection breaks, the
// rest is asked for, which takes a server with ranges. Reading ends when ctx does. The
// errors are those of Open, and those of Read those of ReadAt.
func Get(ctx context.Context, address string, o *Options) (body io.ReadCloser, size int64, err error) {
	ctx, stop := context.WithCancel(ctx)
	src, err := newSource(ctx, address, o)
	if err != nil {
		stop()
		return nil, 0, err
	}
	s := &stream{src: src, stop: stop}
	for s.answer == nil {
		if err := s.open(); err != nil {
			defer stop()
			return nil, 0, src.named(err)
		}
	}
	return s, src.size, nil
}

// stream is what Get returns.
type stream struct {
	src    *source
	stop   context.CancelFunc
	answer *answer // nil where the next bytes are not asked for yet
	at     int64   // the next byte
	mark   int64   // where failures were forgotten last
	failed failures
	err    error
}

// steady is how many bytes without a failure let earlier failures be forgotten.
const steady = 1 << 20

// open asks for what is left; after a failure that may pass there is no answer.
func (s *stream) open() (err error) {
	s.answer, err = s.src.askFrom(s.at)
	if err != nil {
		return s.src.again(&s.failed, err)
	}
	return nil
}

// Read implements io.Reader.
func (s *stream) Read(b []byte) (int, error) {
	for s.err == nil {
		if s.answer == nil {
			if err := s.open(); err != nil {
				s.err = s.src.named(err)
			}
			continue
		}
		n, err := s.answer.Read(b)
		s.at += int64(n)
		if s.at-s.mark >= steady {
			s.mark, s.failed = s.at, failures{}
		}
		if err == io.EOF && s.src.size >= 0 && s.at < s.src.size {
			err = passing("the connection broke")
		}
		switch {
		case err == io.EOF:
			s.err = io.EOF
		case err != nil:
			s.answer.close()
			s.answer = nil
			if err := s.src.again(&s.failed, err); err != nil {
				s.err = s.src.named(err)
			}
		}
		if n > 0 || len(b) == 0 {
			return n, nil
		}
	}
	return 0, s.err
}

// Close implements io.Closer.
func (s *stream) Close() error {
	s.stop()
	if s.answer != nil {
		s.answer.close()
	}
	s.src.client.CloseIdleConnections()
	return nil
}
