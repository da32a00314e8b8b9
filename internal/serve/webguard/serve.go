package webguard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// goodbye is the time for requests in progress when the server ends.
	goodbye = 200 * time.Millisecond
	// maxConnections is the greatest number of open connections. Others wait.
	maxConnections = 1024
	// maxHeader is the greatest length of a request's headers, in bytes.
	maxHeader = 16 << 10
)

// Listen opens an address of a TCP port, such as 127.0.0.1:6464.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return &limited{Listener: l, free: make(chan struct{}, maxConnections), closed: make(chan struct{})}, nil
}

// Serve answers requests by h until ctx ends, then closes l and returns the cause of
// that end. Any other error is that of the listener. Clients that send a request or read
// an answer too slowly are disconnected: a handler whose answer may take longer than a
// minute moves its deadline, see http.ResponseController.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		// This includes the target; net/http adds a buffer. The guard checks the headers
		// alone.
		MaxHeaderBytes: 2 * maxHeader,
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		late, cancel := context.WithTimeout(context.Background(), goodbye)
		defer cancel()
		if s.Shutdown(late) != nil {
			_ = s.Close() // disconnects the rest
		}
	})
	err := s.Serve(l)
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended
	return context.Cause(ctx)
}

// limited is a listener with a limit of open connections.
type limited struct {
	net.Listener
	free   chan struct{}
	once   sync.Once
	closed chan struct{}
}

func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.free <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &counted{Conn: c, free: l.free}, nil
}

func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// counted is a connection that frees its slot when it closes.
type counted struct {
	net.Conn
	once sync.Once
	free chan struct{}
}

func (c *counted) Close() error {
	c.once.Do(func() { <-c.free })
	return c.Conn.Close()
}
