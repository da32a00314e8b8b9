//go:build race

package codec_test

// race says that the race detector is on, under which a sync.Pool forgets on
// purpose.
const race = true
