package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/remote"
)

// onAddresses are the operations on answers of a server.
func onAddresses() []Operation {
	return []Operation{
		{Names: []string{"remote.Open", "remote.Reader.ReadAt"}, On: Archives, Do: func(src []byte) error {
			return errors.Join(atAddress(src, true), atAddress(src, false))
		}},
		{Names: []string{"remote.Get"}, On: Texts, Do: func(src []byte) error {
			body, _, err := remote.Get(context.Background(), "http://host/file", atOnce(server{src, false}))
			if err != nil {
				return err
			}
			defer body.Close()
			_, err = io.Copy(io.Discard, body)
			return err
		}},
	}
}

// atAddress reads an archive from a server.
func atAddress(src []byte, honest bool) error {
	r, err := remote.Open(context.Background(), "http://host/file", atOnce(server{src, honest}))
	if err != nil {
		return err
	}
	defer r.Close()
	a, err := chesszip.Open(context.Background(), r, r.Size(), one())
	if err != nil {
		return err
	}
	for _, err := range a.Games().Texts(context.Background()) {
		if err != nil {
			return err
		}
	}
	return nil
}

func atOnce(s server) *remote.Options {
	return &remote.Options{Client: &http.Client{Transport: s}, Retries: 2, Wait: time.Nanosecond}
}

// server answers every request with a file; its headers are honest, or made of bytes of
// the file.
type server struct {
	file   []byte
	honest bool
}

// RoundTrip implements http.RoundTripper.
func (s server) RoundTrip(r *http.Request) (*http.Response, error) {
	a := &http.Response{StatusCode: http.StatusPartialContent, Header: http.Header{}, Request: r, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
	var from, last int64
	size := int64(len(s.file))
	if n, _ := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &from, &last); n == 0 {
		a.StatusCode = http.StatusOK
	}
	to := min(size, last+1)
	from = min(from, to)
	body := s.file[from:to]
	if a.StatusCode == http.StatusOK {
		body = s.file
	}
	a.Header.Set("Content-Length", strconv.Itoa(len(body)))
	if !s.honest {
		// A different byte decides each header, so that most are right most of the time.
		lie := binary.LittleEndian.Uint64(append(bytes.Clone(s.file[:min(8, len(s.file))]), make([]byte, 8)...))
		switch lie >> 40 % 8 {
		case 0:
			size = int64(lie >> 2)
		case 1:
			from--
		case 2:
			to = size << 20
		case 3:
			a.Header.Set("Content-Length", strconv.FormatUint(lie, 10))
		case 4:
			a.StatusCode = int(lie % 600)
		case 5:
			a.Header.Set("Retry-After", "0")
			a.StatusCode = http.StatusServiceUnavailable
		case 6:
			body = body[:len(body)/2]
		}
	}
	a.Header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to-1, size))
	a.Body = io.NopCloser(bytes.NewReader(body))
	return a, nil
}
