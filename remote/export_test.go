package remote

import (
	"context"
	"time"
)

// Noting returns options that wait for nothing and note how long they were to.
func Noting(waits *[]time.Duration) *Options {
	return &Options{pause: func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}}
}
