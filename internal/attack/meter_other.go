//go:build !unix

package attack

import "time"

// ProcessorTime returns 0: it is not known here.
func ProcessorTime() time.Duration { return 0 }

// ChildrenTime returns 0: it is not known here.
func ChildrenTime() time.Duration { return 0 }
