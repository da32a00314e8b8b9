package webguard

import (
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLimited checks the limit of open connections, that closing one admits another, and
// that waiting ends with the listener.
func TestLimited(t *testing.T) {
	under, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := &limited{Listener: under, free: make(chan struct{}, 1), closed: make(chan struct{})}
	dial := func() net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		return c
	}
	defer dial().Close()
	defer dial().Close()
	first, err := l.Accept()
	require.NoError(t, err)
	accepted := make(chan net.Conn, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		c, err := l.Accept()
		if err != nil {
			t.Error(err)
		}
		accepted <- c
	})
	select {
	case <-accepted:
		t.Error("two connections are open")
	default:
	}
	require.NoError(t, first.Close())
	_ = first.Close() // closing twice frees one slot
	second := <-accepted
	wg.Wait()
	if len(l.free) != 1 {
		t.Errorf("%d connections are open, want 1", len(l.free))
	}
	wg.Go(func() {
		if _, err := l.Accept(); err == nil {
			t.Error("a closed listener accepts")
		}
	})
	require.NoError(t, l.Close())
	wg.Wait()
	require.NoError(t, second.Close())
}
