//go:build !unix

package main

import "time"

var begun = time.Now()

// processorTime returns milliseconds that have passed, where processor time is not
// told.
func processorTime() float64 { return float64(time.Since(begun).Microseconds()) / 1000 }
