package main

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// TestDamagedText checks that a long list is cut short, and that the rest is counted.
func TestDamagedText(t *testing.T) {
	list := make([]chesszip.Damage, 20)
	for i := range list {
		list[i] = chesszip.Damage{Frame: i, First: int64(i), Games: 1, Err: errors.New("wrong")}
	}
	require.Equal(t, "frame 1 (game 1) is damaged", damagedText(list[:1]))
	require.Contains(t, damagedText(list[:9]), "8 (game 8) and 9 (game 9) are damaged")
	require.Contains(t, damagedText(list[:10]), "8 (game 8) and 2 more are damaged")
	list[19].More = 5000
	require.Equal(t, 5020, framesOf(list))
	require.Contains(t, damagedText(list), "8 (game 8) and 5,012 more are damaged")
}

// TestDamageLines checks that verify names the first 100 damaged frames.
func TestDamageLines(t *testing.T) {
	list := make([]chesszip.Damage, 1000)
	for i := range list {
		list[i] = chesszip.Damage{Frame: i, First: 2 * int64(i), Games: 2, Err: errors.New("wrong")}
	}
	require.Len(t, damageLines("a.czip", list[:100]), 100)
	require.Equal(t, "a.czip: frame 101, games 201-202, wrong", damageLines("a.czip", list[:101])[100])
	list[999].More = 157_000
	lines := damageLines("a.czip", list)
	require.Len(t, lines, 101)
	require.Equal(t, "a.czip: 157,900 more frames are damaged", lines[100])
}
