package chesszip

// WithIndexRoom returns o with so many bytes for metas in an archive's index.
func WithIndexRoom(o Options, n int) *Options {
	o.indexRoom = n
	return &o
}
