package door

import (
	"context"
	"encoding/json"
)

// info is the JSON description of an open file.
type info struct {
	Games   int64 `json:"games"`
	Lines   int64 `json:"lines"`
	Records int64 `json:"records"`
	Bytes   int64 `json:"bytes"`
	Input   int64 `json:"input"`
	PGN     bool  `json:"pgn"`
}

// StartInfo starts a task whose answer is JSON text: the number of games of the file,
// its size and its decompressed size. If items is set, lists are read to add the numbers
// of lines of positions and of training records.
func (a *Archive) StartInfo(items bool) *Task {
	return a.start(func(ctx context.Context, give func(any) bool) error {
		x := info{Games: a.Archive.NumGames(), Bytes: a.Size(), Input: a.Input(), PGN: a.PGN}
		if items && a.mayHoldLists() {
			var from int64
			var err error
			if from, x.Lines, err = a.LineSpan(ctx); err != nil {
				return err
			}
			x.Lines -= from
			if from, x.Records, err = a.RecordSpan(ctx); err != nil {
				return err
			}
			x.Records -= from
		}
		text, err := json.Marshal(&x)
		if err == nil {
			give(string(text))
		}
		return err
	})
}
