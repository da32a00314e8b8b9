package main

import (
	"fmt"
	"sync"

	"github.com/chesszip/chesszip/contrib/python/door"
)

// handles maps integers, which C uses, to values. No number is used twice.
type handles struct {
	mu   sync.Mutex
	last int64
	all  map[int64]any
}

// open is the table of the process, since C can hold nothing else. The zero table is
// ready.
var open handles

func (h *handles) add(v any) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[int64]any{}
	}
	h.last++
	h.all[h.last] = v
	return h.last
}

// take returns the value of a handle, and removes it.
func (h *handles) take(n int64) (any, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v, ok := h.all[n]
	if !ok {
		return nil, fmt.Errorf("%w: %d is not open", errHandle, n)
	}
	delete(h.all, n)
	return v, nil
}

// of returns the value of a handle of a type.
func of[T any](h *handles, n int64) (T, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v, ok := h.all[n]
	t, fits := v.(T)
	if !ok {
		return t, fmt.Errorf("%w: %d is not open", errHandle, n)
	}
	if !fits {
		return t, fmt.Errorf("%w: %d is a %T, want a %T", errHandle, n, v, t)
	}
	return t, nil
}

// closeAny closes the value of a handle.
func closeAny(n int64) error {
	v, err := open.take(n)
	if err != nil {
		return err
	}
	switch v := v.(type) {
	case *door.Archive:
		v.Close()
	case *door.Task:
		v.Close()
	}
	return nil
}
