//go:build unix

package czipbeam

import (
	"fmt"
	"os"
	"syscall"
)

// lock locks a file until it is closed or the process ends.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%w: %s: %w", ErrBusy, path, err)
	}
	return f, nil
}
