package polyglot

// SetMost sets how many moves wait in memory.
func (b *Builder) SetMost(n int) { b.most = n }

// Runs returns how many times moves were spilled.
func (b *Builder) Runs() int { return len(b.runs) }
