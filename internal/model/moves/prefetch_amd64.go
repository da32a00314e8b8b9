package moves

// prefetch tells the processor that the bytes of table at the indexes in list will be
// needed soon; n, the length of list, is a multiple of 4, and not 0.
//
//go:noescape
func prefetch(table *byte, list *uint32, n int)
