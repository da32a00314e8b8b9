package page

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"

	"github.com/chesszip/chesszip/internal/webguard"
)

// Listen opens a port of the loopback interface, from 1 to 65535; 0 takes any
// that is free.
func Listen(port int) (net.Listener, error) {
	l, err := webguard.Listen(net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return l, nil
}

// Serve answers requests by h until ctx ends, then closes l and returns the
// cause of that end. Any other error is that of the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	err := webguard.Serve(ctx, l, h)
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return err
	}
	return fmt.Errorf("page: %w", err)
}
