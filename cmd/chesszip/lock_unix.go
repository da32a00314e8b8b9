//go:build unix && !solaris && !illumos && !aix

package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile locks an open file until it is closed or this process ends. It does not
// wait: the error is errLocked if another process, or another open file of this one,
// has the lock.
func lockFile(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return errLocked
		default:
			return err
		}
	}
}
