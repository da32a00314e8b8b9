package main

// isArchive reports whether a file that begins with head is an archive.
func isArchive(head []byte) bool { return false }

// decodeError explains why the archive of the given name could not be decoded
// although all of it was read and everything could be written: it is damaged,
// or from a later version.
func decodeError(name string, err error) error {
	return corrupt("", "%s: %w", name, err)
}
