package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"io/fs"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/contrib/python/door"
)

// answer is an answer to a request, and what precedes the bytes of its columns.
type answer struct {
	// Status is "ok", "wait" if there is no answer yet, "end" after the last, or one of
	// statuses.
	Status  string          `json:"status"`
	Error   string          `json:"error,omitempty"`
	Done    bool            `json:"done,omitempty"` // the number is that of an archive now
	Value   json.RawMessage `json:"value,omitempty"`
	Rows    int64           `json:"rows,omitempty"`
	Columns []column        `json:"columns,omitempty"`
	Bytes   int             `json:"bytes,omitempty"` // after the JSON

	data []door.Column
}

// column is a column: where its bytes begin and how many they are. Type is that of the
// array protocol of NumPy, or "text".
type column struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Width int    `json:"width"` // values of a row, 0 where rows differ
	From  int    `json:"from"`
	Size  int    `json:"size"`
}

// answerOf returns the answer with what a task gives: a batch, a number or JSON.
func answerOf(v any) *answer {
	a := &answer{Status: "ok"}
	switch v := v.(type) {
	case string:
		a.Value = json.RawMessage(v)
	case *door.Batch:
		a.Rows, a.data = v.Rows, v.Columns
		for _, c := range v.Columns {
			a.Columns = append(a.Columns, column{c.Name, c.Type, c.Width, a.Bytes, len(c.Data)})
			a.Bytes += len(c.Data) + padding(len(c.Data))
		}
	default:
		text, err := json.Marshal(v)
		if err != nil {
			return failure(err)
		}
		a.Value = text
	}
	return a
}

// padding returns the number of zeros after n bytes: columns of numbers are aligned.
func padding(n int) int { return -n & 7 }

func (a *answer) writeTo(out io.Writer) error {
	head := make([]byte, 4, 256)
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	head = append(head, text...)
	binary.LittleEndian.PutUint32(head, uint32(len(text)))
	if _, err := out.Write(head); err != nil {
		return err
	}
	var zeros [8]byte
	for _, c := range a.data {
		if _, err := out.Write(c.Data); err != nil {
			return err
		}
		if n := padding(len(c.Data)); n > 0 {
			if _, err := out.Write(zeros[:n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// statuses are the errors that callers distinguish.
var statuses = []struct {
	err    error
	status string
}{
	{door.ErrEnd, "end"},
	{door.ErrInternal, "internal"},
	{context.Canceled, "canceled"},
	{fs.ErrNotExist, "notFound"},
	{fs.ErrPermission, "denied"},
	{fs.ErrExist, "exists"},
	{chesszip.ErrNoGame, "index"},
	{chesszip.ErrQuery, "query"},
	{board.ErrFEN, "query"},
	{chesszip.ErrOption, "value"},
	{errHandle, "value"},
	{chesszip.ErrCorrupt, "corrupt"},
	{chesszip.ErrVersion, "corrupt"},
	{chesszip.ErrLevel, "corrupt"},
}

// failure returns the answer with an error, and a suggestion if there is one.
func failure(err error) *answer {
	a := &answer{Status: "failed", Error: err.Error()}
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			a.Status = s.status
			break
		}
	}
	var q *chesszip.QueryError
	if errors.As(err, &q) && q.Hint != "" {
		a.Error += "; " + q.Hint
	}
	return a
}
