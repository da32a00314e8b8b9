package kit

import "os"

// Long says that tests run at full length.
var Long = os.Getenv("CHESSZIP_LONG") != ""

// Several returns how much of something a test does: less, or more where Long is set.
func Several(less, more int) int {
	if Long {
		return more
	}
	return less
}
