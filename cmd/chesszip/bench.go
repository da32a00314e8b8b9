package main

import (
	"github.com/spf13/cobra"
)

func newBench(c *console) *cobra.Command {
	return &cobra.Command{Use: "bench FILE...", Short: "measure every level beside other compressors", RunE: func(cmd *cobra.Command, args []string) error { return nil }}
}
