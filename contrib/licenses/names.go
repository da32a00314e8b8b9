package main

import (
	"slices"
	"strings"
)

// mozilla is the title of MPL-2.0, which names the GNU licences that go with it.
const mozilla = "mozilla public license version 2.0"

// known are the licences that may be linked, by sentences that only they have, all of
// them in the text.
var known = []struct {
	name      string
	sentences []string
}{
	{"Apache-2.0", []string{"apache license version 2.0"}},
	{"MIT", []string{"permission is hereby granted free of charge to any person obtaining a copy", "the above copyright notice and this permission notice shall be included"}},
	{"MIT-0", []string{"permission is hereby granted free of charge to any person obtaining a copy", "mit no attribution"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "neither the name"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "names of its contributors may not be used"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
	{"ISC", []string{"permission to use copy modify and or distribute this software for any purpose with or without fee is hereby granted"}},
	{"ISC", []string{"permission to use copy modify and distribute this software for any purpose with or without fee is hereby granted"}},
	{"MPL-2.0", []string{mozilla}},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
	{"public domain", []string{"has been dedicated to the public domain by the authors"}},
	{"CC0-1.0", []string{"cc0 1.0 universal"}},
	{"Zlib", []string{"this software is provided as is without any express or implied warranty", "altered source versions must be plainly marked"}},
	{"BSL-1.0", []string{"boost software license version 1.0"}},
}

// refused are the licences that may not be linked, by sentences of which one is in
// their texts.
var refused = []string{
	"gnu general public license version",
	"gnu lesser general public license version",
	"gnu affero general public license version",
	"gnu library general public license version",
	"server side public license",
	"business source license",
	"commons clause",
}

// nameOf returns the names of the licences that a text is, none where one of them is
// not known or may not be linked.
func nameOf(text string) (names []string) {
	text = plain(text)
	for _, r := range refused {
		if strings.Contains(text, r) && !strings.Contains(text, mozilla) {
			return nil
		}
	}
	for _, k := range known {
		if !has(text, k.sentences) || slices.Contains(names, k.name) || k.name == "BSD-2-Clause" && slices.Contains(names, "BSD-3-Clause") {
			continue
		}
		names = append(names, k.name)
	}
	return names
}

func has(text string, sentences []string) bool {
	for _, s := range sentences {
		if !strings.Contains(text, s) {
			return false
		}
	}
	return true
}

// plain returns a text in lower case, of words alone with one space between them.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.'
	}), " ")
}
