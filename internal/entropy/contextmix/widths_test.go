//go:build checkwidths

package contextmix

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

func TestWidths(t *testing.T) {
	c := Coder{Enc: rangecoder.NewEncoder(nil)}
	m := (*Memory)(nil).New(&c, twoChoices, 10, 255)
	require.NotPanics(t, func() { m.Use(1, 7) })
	require.Panics(t, func() { m.Use(1, 8) })
}
