package cache

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
)

// made is a part for tests.
type made struct{ games, size int }

func (m made) Games() int { return m.games }
func (m made) Size() int  { return m.size }

// TestParts checks that a part is kept if there is room for it, that more games take the
// place of fewer, and that what was used last stays.
func TestParts(t *testing.T) {
	of := func(number int) key { return key{number: number} }
	var p parts[made]
	put := func(k key, m made) { p.put(k, m.games, func() (made, bool) { return m, true }) }
	require.False(t, p.wants(of(3), 10))
	put(of(3), made{10, 50})
	require.Zero(t, p.of(of(3), 1), "there is no room")

	p.keep(100)
	put(of(3), made{10, 40})
	require.Equal(t, made{10, 40}, p.of(of(3), 10))
	require.Zero(t, p.of(of(3), 11))
	require.Zero(t, p.of(of(4), 1))
	require.Zero(t, p.of(key{3, 1}, 1), "of another input")
	require.True(t, p.wants(of(3), 11))
	require.False(t, p.wants(of(3), 10))
	require.True(t, p.wants(of(4), 10))

	put(of(3), made{20, 50})
	require.Equal(t, made{20, 50}, p.of(of(3), 20))
	put(of(3), made{10, 40})
	require.Equal(t, made{20, 50}, p.of(of(3), 20))
	require.Equal(t, 50, p.size)

	put(of(4), made{20, 50})
	require.NotZero(t, p.of(of(3), 1))
	put(of(5), made{20, 50})
	require.Zero(t, p.of(of(4), 1), "3 was used behind it")
	require.NotZero(t, p.of(of(3), 1))
	require.NotZero(t, p.of(of(5), 1))
	put(of(6), made{20, 101})
	require.Zero(t, p.of(of(6), 1), "larger than all room")
	require.False(t, p.wants(of(6), 30), "nor is it asked for again")
	require.NotZero(t, p.of(of(5), 1), "nothing else went for it")
	put(of(5), made{20, 50})
	require.LessOrEqual(t, p.size, 100)

	p.keep(0)
	require.Empty(t, p.list)
	require.Zero(t, p.size)
}

// TestTurn checks that one reads a frame at a time, that who waits goes on once it is
// read or when nobody waits for its answer any more, and that the turn counts for one
// frame.
func TestTurn(t *testing.T) {
	var none context.Context
	var frames Frames
	frames.Keep(1000)
	f := frames.Frame(3)
	done := f.Turn(none, 10)
	frames.Frame(4).Turn(none, 10)()

	stopped, stop := context.WithCancel(t.Context())
	stop()
	f.Turn(stopped, 10)()

	second := make(chan string, 1)
	go func() {
		f.Turn(t.Context(), 10)()
		second <- "read"
	}()
	require.Empty(t, second)
	f.PutTags(10, func() (*tagsection.Values, bool) { return nil, false })
	done()
	require.Equal(t, "read", <-second)
	require.Empty(t, frames.taken)
	f.Turn(none, 10)() // a turn after the end of another
	new(Frames).Frame(3).Turn(none, 10)()
	Frame{}.Turn(none, 10)()
}

// TestNothing checks that the zero values keep nothing, and make no copy for it.
func TestNothing(t *testing.T) {
	for _, f := range []Frame{{}, new(Frames).Frame(3)} {
		f = f.Of(7)
		f.PutFirst(1, func() *openings.Column { panic("made") })
		f.PutTags(1, func() (*tagsection.Values, bool) { panic("made") })
		require.Nil(t, f.First(1))
		require.Nil(t, f.Tags(1))
		require.False(t, f.Wants(1))
	}
	var frames Frames
	frames.Keep(1000)
	f := frames.Frame(3)
	f.PutTags(1, func() (*tagsection.Values, bool) { return new(tagsection.Values), true })
	require.NotNil(t, f.Tags(0))
	other := frames.Frame(5)
	require.True(t, other.Wants(1))
	other.PutTags(1, func() (*tagsection.Values, bool) { return nil, false })
	require.Nil(t, other.Tags(0))
	require.False(t, other.Wants(1), "it cannot be kept")
	f.PutFirst(0, func() *openings.Column { return new(openings.Column) })
	require.NotNil(t, f.First(0))
	require.Nil(t, frames.Frame(4).First(0))
}
