package train

import (
	"fmt"
	"strings"
)

// Report is the text of a model about its training data and its results.
type Report struct {
	text  strings.Builder
	watch func(line string)
}

// NewReport returns a Report that begins with text. Watch, if not nil, is called
// with each line that is added.
func NewReport(text string, watch func(line string)) *Report {
	r := &Report{watch: watch}
	r.text.WriteString(text)
	return r
}

// Add adds a line.
func (r *Report) Add(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	r.text.WriteString(line)
	r.text.WriteByte('\n')
	if r.watch != nil {
		r.watch(line)
	}
}

// String returns the text.
func (r *Report) String() string { return r.text.String() }
