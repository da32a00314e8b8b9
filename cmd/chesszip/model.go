package main

import (
	"context"
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/remote"
)

// maxModelFile is the greatest size of a model file.
const maxModelFile = 64 << 20

// readModel reads a .czm file; it returns nil for "".
func (c *console) readModel(ctx context.Context, path string) (*learned.Level, error) {
	if path == "" {
		return nil, nil
	}
	var f io.ReadCloser
	var err error
	if isURL(path) {
		f, _, err = remote.Get(ctx, path, c.remoteOptions())
		if err != nil {
			err = readFailed(ctx, path, err)
		}
	} else {
		f, err = openNamed(path, func() string { return "chesszip --train games.pgn -o " + path + " makes one" })
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxModelFile))
	if err != nil {
		return nil, readFailed(ctx, path, err)
	}
	level, err := learned.Parse(data)
	if err != nil {
		return nil, corrupt("chesszip --train games.pgn -o my.czm makes one", "%s: %w", path, err)
	}
	return level, nil
}

// train learns a model from the files and writes it to the output.
func (j *job) train(files []string) error {
	if j.output == "" || j.output == stdio && j.out.terminal {
		return misuse("chesszip --train games.pgn -o my.czm", "--train needs -o, the file to write the model to")
	}
	from := j.inputs(append(files, j.dict)...)
	var games []chesszip.TrainingGames
	var read []*input
	for _, name := range files {
		in, err := openInput(j.ctx, j.console, name)
		if err != nil {
			return err
		}
		defer in.close()
		if err := in.unpack(); err != nil {
			return err
		}
		games, read = append(games, chesszip.TrainingGames{Name: in.name, Games: in.r}), append(read, in)
	}
	o := &chesszip.TrainOptions{From: j.model, Levels: levels.All(), Threads: j.threads, Say: func(line string) {
		if j.talks() {
			j.say("%s", oneLine(line))
		}
	}}
	train := func(w io.Writer) error {
		err := chesszip.Train(j.ctx, w, games, o)
		if by := stopped(j.ctx); by != nil {
			return by
		}
		if err != nil {
			return failed("", "%w", err)
		}
		for _, in := range read {
			in.tellChanged()
		}
		return nil
	}
	if j.output == stdio {
		w, err := j.data(from)
		if err != nil {
			return err
		}
		return buffered(j.ctx, w, stdoutName, train)
	}
	out, err := j.createOutput(j.ctx, j.output, j.force, from)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := buffered(j.ctx, out, j.output, train); err != nil {
		return err
	}
	if err := out.commit(nil); err != nil {
		return err
	}
	if j.talks() {
		j.say("%s: next: chesszip -D %s games.pgn, and -D again to decompress", j.output, j.output)
	}
	return nil
}
