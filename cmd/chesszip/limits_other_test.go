//go:build !unix

package main

// printPeak is for systems that report the peak memory of a process.
func printPeak() {}
