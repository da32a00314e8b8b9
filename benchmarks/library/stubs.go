package main

func (b *bench) access() error { return nil }
