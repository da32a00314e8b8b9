//go:build !unix

package usage

import (
	"os"
	"time"
)

var begun = time.Now()

// MaxResident returns 0, where it is not told.
func MaxResident(*os.ProcessState) int64 { return 0 }

// ProcessorTime returns milliseconds that have passed, where processor time is not
// told.
func ProcessorTime() float64 { return float64(time.Since(begun).Microseconds()) / 1000 }
