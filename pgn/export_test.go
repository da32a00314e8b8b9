package pgn

// Looked returns how many bytes s searched for the ends of comments and tags.
func (s *Scanner) Looked() int { return s.looked }

// Looked is the same for all games that s has split.
func (s *Splitter) Looked() int { return s.looked }
