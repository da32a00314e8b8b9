package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"text/tabwriter"
)

// fileList is a list of files, a line each, with totals.
type fileList struct {
	*reading
	sums  bool
	files int64
	total fileJSON
}

// fileJSON is a line of a list of files.
type fileJSON struct {
	File      string `json:"file"`
	Games     int64  `json:"games"`
	Positions int64  `json:"positions,omitempty"`
	Input     int64  `json:"bytes"`  // before compression
	Stored    int64  `json:"stored"` // in the file
	SHA256    string `json:"sha256,omitempty"`
}

// list writes a line for each file and, if there are several, one for all.
func (l *fileList) list(args []string) error {
	var t *tabwriter.Writer
	return l.each(args, func(a *opened, s *sink) error {
		if t == nil {
			t = tabwriter.NewWriter(s, 0, 0, 2, ' ', tabwriter.AlignRight)
			if !l.json {
				fmt.Fprintln(t, l.row("games", "bytes", "stored", "%", "sha256", "file"))
			}
		}
		if err := l.sayNoGames(a); err != nil {
			return err
		}
		one := fileJSON{File: a.name, Games: a.NumGames(), Input: a.Input(), Stored: a.Size()}
		var err error
		if one.Positions, err = a.CountPositions(l.ctx); err != nil {
			return err
		}
		if l.sums {
			sum := sha256.New()
			if _, err := a.WriteTo(l.ctx, sum); err != nil {
				return err
			}
			one.SHA256 = hex.EncodeToString(sum.Sum(nil))
		}
		l.files++
		l.total.Games += one.Games
		l.total.Input += one.Input
		l.total.Stored += one.Stored
		if l.json {
			return writeJSON(s, &one)
		}
		return l.line(t, &one)
	}, func(*sink) error {
		if l.json || t == nil {
			return nil
		}
		if l.files > 1 {
			l.total.File = plural(l.files, "file")
			if err := l.line(t, &l.total); err != nil {
				return err
			}
		}
		return t.Flush()
	})
}

func (l *fileList) line(w io.Writer, f *fileJSON) error {
	percent := "-"
	if f.Input > 0 {
		percent = fmt.Sprintf("%.1f", 100*float64(f.Stored)/float64(f.Input))
	}
	_, err := fmt.Fprintln(w, l.row(countText(f.Games), countText(f.Input), countText(f.Stored), percent, f.SHA256, shown(f.File)))
	return err
}

// row returns the cells of a line; the name of the file is after the aligned ones.
func (l *fileList) row(games, bytes, stored, percent, sum, file string) string {
	if l.sums {
		percent += "\t" + sum
	}
	return games + "\t" + bytes + "\t" + stored + "\t" + percent + "\t  " + file
}
