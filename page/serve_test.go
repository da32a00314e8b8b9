package page_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/page"
)

// TestServe asks over a connection, then ends the server by its context.
func TestServe(t *testing.T) {
	l, err := page.Listen(0)
	require.NoError(t, err)
	if ip := l.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		t.Errorf("Listen(0) is at %v, want a loopback address", ip)
	}
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- page.Serve(ctx, l, site()) }()

	r, err := http.Get("http://" + l.Addr().String() + "/shared/pieces.svg")
	require.NoError(t, err)
	_, err = io.ReadAll(r.Body)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	if r.StatusCode != http.StatusOK {
		t.Errorf("status %d, want 200", r.StatusCode)
	}

	stop(cause)
	select {
	case err := <-ended:
		require.ErrorIs(t, err, cause)
	case <-time.After(10 * time.Second):
		t.Fatal("Serve does not end with its context")
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("the port is still open")
	}
}

func TestServeLargeHeader(t *testing.T) {
	l, err := page.Listen(0)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { _ = page.Serve(ctx, l, site()) }()
	c, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Write(append([]byte("GET / HTTP/1.1\r\nHost: localhost\r\nX: "), bytes.Repeat([]byte("x"), 24<<10)...))
	require.NoError(t, err)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	if r.StatusCode < 400 {
		t.Errorf("a header of 24 KiB: status %d, want an error", r.StatusCode)
	}
}

func TestServeListenerError(t *testing.T) {
	l, err := page.Listen(0)
	require.NoError(t, err)
	require.NoError(t, l.Close())
	require.ErrorIs(t, page.Serve(t.Context(), l, site()), net.ErrClosed)
}

func TestListenTaken(t *testing.T) {
	l, err := page.Listen(0)
	require.NoError(t, err)
	defer l.Close()
	if _, err := page.Listen(l.Addr().(*net.TCPAddr).Port); err == nil {
		t.Error("Listen took a port that is taken")
	}
}
