package main

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile locks an open file until it is closed or this process ends. It does not wait:
// the error is errLocked if another process, or another open file of this one, has the
// lock. It locks a byte far after the end, since nobody could read a locked one.
func lockFile(f *os.File) error {
	at := &windows.Overlapped{Offset: 0, OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errLocked
	}
	return err
}
