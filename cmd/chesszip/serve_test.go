package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMateServe requests the page that mate --serve opens, then interrupts it.
func TestMateServe(t *testing.T) {
	cause := errors.New("interrupted")
	ctx, stop := context.WithCancelCause(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, []string{"mate", "--serve", "--port", "0", "-q", "8/8/8/2k5/8/8/1Q6/2K5", "w", "-", "-"}, strings.NewReader(""), in, io.Discard)
		_ = in.CloseWithError(io.ErrUnexpectedEOF)
		ended <- err
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	address, fen, ok := strings.Cut(strings.TrimSpace(line), "#")
	if !ok || !strings.HasPrefix(address, "http://127.0.0.1:") || fen != "8/8/8/2k5/8/8/1Q6/2K5_w_-_-_0_1" {
		t.Errorf("mate --serve prints %q", line)
	}
	r, err := http.Get(address + "probe?fen=7k/6Q1/6K1/8/8/8/8/8+b+-+-")
	require.NoError(t, err)
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	if r.StatusCode != http.StatusOK || !strings.Contains(string(body), `"result":"lost"`) {
		t.Errorf("the page answers %d, %s", r.StatusCode, body)
	}
	stop(cause)
	require.ErrorIs(t, <-ended, cause)
}
