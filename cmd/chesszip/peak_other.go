//go:build !unix

package main

import "os"

// peakMemory returns 0: it is not known here.
func peakMemory(*os.ProcessState) int64 { return 0 }
