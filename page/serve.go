package page

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// goodbye is how long requests in progress have to end when the server does.
const goodbye = 200 * time.Millisecond

// Listen opens a port of the loopback interface, from 1 to 65535; 0 takes any
// that is free.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return l, nil
}

// Serve answers requests by h until ctx ends, then closes l and returns the
// cause of that end. Any other error is that of the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      time.Minute, // the first probe may have a table to unpack
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		late, cancel := context.WithTimeout(context.Background(), goodbye)
		defer cancel()
		if s.Shutdown(late) != nil {
			_ = s.Close() // who has not ended by now is cut off
		}
	})
	err := s.Serve(l)
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("page: %w", err)
	}
	<-ended
	return context.Cause(ctx)
}
