//go:build !amd64

package moves

// prefetch does nothing here.
func prefetch(*byte, *uint32, int) {}
