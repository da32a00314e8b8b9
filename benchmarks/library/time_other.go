//go:build !unix

package main

import "time"

var began = time.Now()

// now is the time since the program began: there is no processor time to be had.
func now() time.Duration { return time.Since(began) }
