//go:build !unix

package usage

import (
	"os"
	"time"
)

var begun = time.Now()

// MaxResident returns 0: this system does not report it.
func MaxResident(*os.ProcessState) int64 { return 0 }

// ProcessorTime returns elapsed milliseconds: this system does not report processor
// time.
func ProcessorTime() float64 { return float64(time.Since(begun).Microseconds()) / 1000 }
