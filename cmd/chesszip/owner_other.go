//go:build !unix

package main

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: files here have no owner that Go could set.
func keepOwner(*os.File, fs.FileInfo) {}
