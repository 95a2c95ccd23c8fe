// The process of a client in Go: makes the conversions that it is told of, one after another.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"
)

type object = map[string]any

type job struct {
	BaseUrl string
	Body    json.RawMessage
	Timeout time.Duration
	Reused  bool
}

func settle(status int, answer []byte, err error) object {
	var data object
	if err == nil && status < 300 {
		err = json.Unmarshal(answer, &data)
	}
	if err != nil {
		return object{"settled": "rejected", "what": err.Error()}
	}
	if status >= 300 {
		return object{"settled": "rejected", "what": "not ok", "status": status}
	}
	return object{"settled": "resolved", "what": string(answer)}
}

func main() {
	out := json.NewEncoder(os.Stdout)
	rows := object{"Go's net/http": object{}, "Go's net/http, HTTP/2": object{"http2": true}}
	out.Encode(object{"rows": rows, "version": runtime.Version()})
	for in := json.NewDecoder(os.Stdin); ; {
		var next job
		if in.Decode(&next) != nil {
			return
		}
		convert := connect(next.BaseUrl, next.Timeout*time.Millisecond)
		if next.Reused {
			if _, _, err := convert(next.Body); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		began := time.Now()
		end := settle(convert(next.Body))
		end["startedAt"], end["took"] = began.UnixMilli(), time.Since(began).Milliseconds()
		out.Encode(end)
	}
}
