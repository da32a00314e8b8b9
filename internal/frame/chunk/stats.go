package chunk

// Stats are the statistics of what was compressed or decompressed. MoveBits, TextFrames
// and Content are as in chesszip.Stats; what follows Sorted is of compression only.
type Stats struct {
	In, Out         int64 // bytes
	Games, Frames   int64
	Sorted          bool
	Copied          int64 // copied frames
	Plies, MoveBits int64
	TextFrames      int64
	Content         Content
}

// Report calls progress, unless it is nil.
func (s *Stats) Report(progress func(*Stats)) {
	if progress != nil {
		progress(s)
	}
}
