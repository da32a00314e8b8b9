package main

func (b *bench) blobs() error  { return nil }
func (b *bench) stops() error  { return nil }
func (b *bench) access() error { return nil }
func (b *bench) append() error { return nil }
