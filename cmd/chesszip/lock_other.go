//go:build !windows && (!unix || solaris || illumos || aix)

package main

import (
	"errors"
	"os"
)

// lockFile does nothing: this system has no such locks, and files left by killed runs
// stay.
func lockFile(*os.File) error { return errors.ErrUnsupported }
