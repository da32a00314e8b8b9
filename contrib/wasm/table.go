//go:build js && wasm && !answers

package main

// allCalls are the calls that wait.
func (a *app) allCalls() map[string]call {
	return map[string]call{
		"open":       a.open,
		"close":      a.close,
		"info":       a.info,
		"streams":    a.streams,
		"get":        a.get,
		"tags":       a.tags,
		"game":       a.game,
		"begin":      a.begin,
		"more":       a.more,
		"stop":       a.stop,
		"count":      a.count,
		"explore":    a.explore,
		"compress":   a.compress,
		"decompress": a.decompress,
	}
}
