package main

import (
	"context"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
)

// draw writes the board to a file as SVG.
func (c *console) draw(ctx context.Context, name string, force bool, p *board.Position, o *diagram.SVGOptions) error {
	if name == "" {
		return misuse("", "--svg needs the name of a file")
	}
	out, err := c.createOutput(ctx, name, force, nil)
	if err != nil {
		return err
	}
	defer out.discard()
	if _, err := out.Write(diagram.AppendSVG(nil, p, o)); err != nil {
		return err
	}
	return out.commit(nil)
}
