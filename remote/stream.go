package remote

import (
	"context"
	"io"
)

// Get reads the file at an http or https address in order. Size is its number of bytes,
// -1 if the server does not give it. If a connection breaks, the rest is requested, for
// which the server needs ranges. Ctx ends the reading. The errors are those of Open, and
// those of Read are those of ReadAt.
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

// stream is the body that Get returns.
type stream struct {
	src    *source
	stop   context.CancelFunc
	answer *answer // nil before the next request
	at     int64   // offset of the next byte
	mark   int64   // offset at which failures were last reset
	failed failures
	err    error
}

// steady is the number of bytes without a failure after which earlier failures no longer
// count.
const steady = 1 << 20

// open requests the rest; after a failure that may be temporary there is no answer.
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
