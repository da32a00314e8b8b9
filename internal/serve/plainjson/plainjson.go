// Package plainjson encodes values as JSON, byte for byte as encoding/json does, for
// programs that only write JSON and must be small: it is a small part of the size.
//
// It supports structs with tagged fields, slices, pointers, interfaces, strings,
// integers, floating-point numbers, and booleans. It supports neither maps nor
// Marshalers, and panics on other types. It escapes <, > and & in strings.
package plainjson

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Append appends v to dst. Slices and pointers that are nil are null.
func Append(dst []byte, v any) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return appendValue(dst, reflect.ValueOf(v))
}

func appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Struct:
		dst = appendFields(append(dst, '{'), v)
		return append(dst, '}')
	case reflect.Slice:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, v.Index(i))
		}
		return append(dst, ']')
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return appendValue(dst, v.Elem())
	case reflect.String:
		return appendText(dst, v.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int64, reflect.Int32:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Float64:
		return appendFloat(dst, v.Float())
	}
	panic("plainjson: cannot write a " + v.Kind().String())
}

// appendFields appends the fields of a struct, including those of embedded structs
// without a name.
func appendFields(dst []byte, v reflect.Value) []byte {
	t := v.Type()
	for i := range t.NumField() {
		f, value := t.Field(i), v.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && f.Anonymous:
			dst = appendFields(dst, value)
			continue
		case name == "-", option == "omitempty" && value.IsZero():
			continue
		case name == "":
			name = f.Name
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name), ':')
		dst = appendValue(dst, value)
	}
	return dst
}

// appendFloat appends a finite number in the fewest digits.
func appendFloat(dst []byte, x float64) []byte {
	if size := max(x, -x); size == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(dst, x, 'f', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, x, 'e', -1, 64)
	// 1e-09 is written as 1e-9.
	if n := len(dst); n-start >= 4 && string(dst[n-4:n-1]) == "e-0" {
		dst = append(dst[:n-2], dst[n-1])
	}
	return dst
}

// appendText appends a string in quotes. A byte that is not UTF-8 becomes U+FFFD.
func appendText(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i, r := range s {
		switch r {
		case '"', '\\':
			dst = append(dst, '\\', byte(r))
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		case utf8.RuneError:
			if strings.HasPrefix(s[i:], "\uFFFD") {
				dst = append(dst, "\uFFFD"...)
				continue
			}
			dst = append(dst, `\ufffd`...)
		default:
			if r < ' ' || r == '<' || r == '>' || r == '&' || r == 0x2028 || r == 0x2029 {
				dst = append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
				continue
			}
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}
