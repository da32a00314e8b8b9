package table

import (
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
)

// fit maps tags to columns. parse returns a value for each column, or null; ok is true
// if any has a value. format returns the texts for the columns; ok is true if there are
// texts.
type fit struct {
	tags    []string
	columns []string
	parse   func(texts []string) (values []parquet.Value, ok bool)
	format  func(values []parquet.Value) (texts []string, ok bool)
	// partial reports that some of the columns are missing, so that nothing can be
	// written back.
	partial bool
}

// oneFit is a fit of one tag and one column.
func oneFit(tag, column string, parse func(string) (parquet.Value, bool), format func(parquet.Value) string) fit {
	return fit{
		tags: []string{tag}, columns: []string{column},
		parse: func(texts []string) ([]parquet.Value, bool) {
			v, ok := parse(texts[0])
			return []parquet.Value{v}, ok
		},
		format: func(values []parquet.Value) ([]string, bool) {
			if values[0].IsNull() {
				return nil, false
			}
			return []string{format(values[0])}, true
		},
	}
}

func textFit(tag, column string) fit {
	return oneFit(tag, column,
		func(s string) (parquet.Value, bool) { return textValue(s), true },
		func(v parquet.Value) string { return string(v.ByteArray()) })
}

// smallFit is a fit of 16-bit integers.
func smallFit(tag, column string, format func(parquet.Value) string) fit {
	return oneFit(tag, column, func(s string) (parquet.Value, bool) {
		n, err := strconv.ParseInt(s, 10, 16)
		return parquet.Int32Value(int32(n)), err == nil
	}, format)
}

func ratingFit(tag, column string) fit {
	return smallFit(tag, column, func(v parquet.Value) string { return strconv.Itoa(int(v.Int32())) })
}

// diffFit is a fit of the change of a rating, written with its sign.
func diffFit(tag, column string) fit {
	return smallFit(tag, column, func(v parquet.Value) string { return signed(int(v.Int32())) })
}

func signed(n int) string {
	if n < 0 {
		return strconv.Itoa(n)
	}
	return "+" + strconv.Itoa(n)
}

const (
	dateLayout = "2006.01.02"
	timeLayout = "15:04:05"
	daySeconds = 24 * 60 * 60
)

// dateFit is a fit of days since 1970.
func dateFit(tag, column string) fit {
	return oneFit(tag, column, func(s string) (parquet.Value, bool) {
		t, ok := parseTime(dateLayout, s)
		return parquet.Int32Value(int32(t.Unix() / daySeconds)), ok && t.Year() > 0
	}, func(v parquet.Value) string {
		return time.Unix(int64(v.Int32())*daySeconds, 0).UTC().Format(dateLayout)
	})
}

// timeFit is a fit of milliseconds since midnight.
func timeFit(tag, column string) fit {
	return oneFit(tag, column, func(s string) (parquet.Value, bool) {
		t, ok := parseTime(timeLayout, s)
		return parquet.Int32Value(int32(t.Hour()*3600+t.Minute()*60+t.Second()) * 1000), ok
	}, func(v parquet.Value) string {
		return time.Unix(int64(v.Int32()/1000), 0).UTC().Format(timeLayout)
	})
}

// parseTime parses a date or a time with all of its digits.
func parseTime(layout, s string) (t time.Time, ok bool) {
	if len(s) != len(layout) {
		return t, false
	}
	t, err := time.ParseInLocation(layout, s, time.UTC)
	return t, err == nil
}
