package attack

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/attack/table"
)

// TestSeeds checks that a seed's parts are assembled to the same archive.
func TestSeeds(t *testing.T) {
	seeds, err := Seeds()
	require.NoError(t, err)
	for i := range seeds {
		s := &seeds[i]
		if s.Slow && testing.Short() {
			continue
		}
		src, err := s.archive()
		require.NoError(t, err, s.Name)
		c, err := open(src)
		require.NoError(t, err, s.Name)
		if s.Name == "parts end to end" || s.Name == "games one by one" {
			continue // an assembled archive has no appended frames
		}
		got, err := c.bytes()
		require.NoError(t, err, s.Name)
		require.Equal(t, src, got, s.Name)
		c.footer = append(c.footer, func(b []byte) []byte { return b })
		got, err = c.bytes()
		require.NoError(t, err, s.Name)
		require.Equal(t, src, got, "%s: the footer's checksum", s.Name)
		for _, op := range table.Operations() {
			if op.On == table.Archives && op.All {
				if err := op.Do(src); err != nil {
					t.Errorf("%s: %v: %v", s.Name, op.Names, err)
				}
			}
		}
	}
}
