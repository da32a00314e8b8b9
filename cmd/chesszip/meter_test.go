package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMeterText checks that a meter shows no speed before a second has passed, and then
// that of the input, unpacked if it is packed.
func TestMeterText(t *testing.T) {
	m := &meter{work: estimate{total: 10_000}}
	m.work.reach(900, 900*time.Millisecond)
	require.NotContains(t, m.text(900*time.Millisecond), "/s")
	m.work.reach(2000, 2*time.Second)
	require.Contains(t, m.text(2*time.Second), "1.00 kB/s")
	m.read, m.given = 3000, 12_000
	require.Contains(t, m.text(2*time.Second), "4.00 kB/s")
}
