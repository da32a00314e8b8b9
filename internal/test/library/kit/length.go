package kit

import "os"

// Long reports whether tests run at full length.
var Long = os.Getenv("CHESSZIP_LONG") != ""

// Several returns the amount of a test's work: less, or more if Long is set.
func Several(less, more int) int {
	if Long {
		return more
	}
	return less
}
