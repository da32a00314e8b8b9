//go:build unix

package main

import (
	"syscall"
	"time"
)

// now is the processor time that this program has taken: other programs do not
// count.
func now() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
