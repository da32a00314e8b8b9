package main

import (
	"context"
	"io"
)

func measure(ctx context.Context, out io.Writer, files []string) error { return nil }
