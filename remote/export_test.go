package remote

import (
	"context"
	"time"
)

// Noting returns options that do not wait but note the waiting times.
func Noting(waits *[]time.Duration) *Options {
	return &Options{pause: func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}}
}
