package main

import (
	"github.com/spf13/cobra"
)

func newExplain(c *console) *cobra.Command {
	return &cobra.Command{Use: "explain FEN", Short: "show what a position costs, scheme by scheme", RunE: func(cmd *cobra.Command, args []string) error { return nil }}
}
