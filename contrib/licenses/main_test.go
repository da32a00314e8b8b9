package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	mit = "Copyright (c) 2020 A\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software. The above copyright notice and this permission\nnotice shall be included in all copies."
	bsd = "Redistribution and use in source and binary forms, with or without\nmodification. "
)

func TestNameOf(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"All rights reserved.", nil},
		{mit, []string{"MIT"}},
		{"   Apache License\n   Version 2.0, January 2004", []string{"Apache-2.0"}},
		{bsd, []string{"BSD-2-Clause"}},
		{bsd + "Neither the name of A nor", []string{"BSD-3-Clause"}},
		{mit + "\n\n" + bsd, []string{"MIT", "BSD-2-Clause"}},
		{"GNU GENERAL PUBLIC LICENSE\n   Version 3", nil},
		{mit + "\nGNU LESSER GENERAL PUBLIC LICENSE\nVersion 2.1", nil},
		{"Mozilla Public License Version 2.0\n means either the GNU General Public License, Version 2.0", []string{"MPL-2.0"}},
	} {
		if got := nameOf(c.text); !slices.Equal(got, c.want) {
			t.Errorf("nameOf(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// TestLicences holds that the licences of packages count and not only the module's, and
// that a licence which is missing or not known is an error.
func TestLicences(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		want  string
		bad   string
	}{
		{map[string]string{"LICENSE": mit, "a/x.go": "", "b/LICENSE": bsd}, "MIT", ""},
		{map[string]string{"LICENSE.txt": mit, "a/COPYING": bsd}, "BSD-2-Clause,MIT", ""},
		{map[string]string{"LICENSE": mit, "LICENSE.docs": "CC BY-SA"}, "MIT", ""},
		{map[string]string{"a/x.go": ""}, "", "no licence file"},
		{map[string]string{"LICENSE": "mine", "a/x.go": ""}, "", "not known"},
		{map[string]string{"LICENSE": mit, "a/LICENSE": "GNU General Public License, version 2"}, "MIT", "a: LICENSE"},
	} {
		dir := t.TempDir()
		c.files["a/y.go"] = ""
		for name, text := range c.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		m := linked{path: "m/a", dir: dir, folders: map[string]bool{filepath.Join(dir, "a"): true}}
		names, err := m.licences()
		if got := strings.Join(names, ","); got != c.want {
			t.Errorf("licences of %v are %q, want %q", c.files, got, c.want)
		}
		if (err != nil) != (c.bad != "") || err != nil && !strings.Contains(err.Error(), c.bad) {
			t.Errorf("licences of %v: error %v, want %q", c.files, err, c.bad)
		}
	}
}
