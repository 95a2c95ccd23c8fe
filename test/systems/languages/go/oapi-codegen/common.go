package main

import (
	"context"
	"net/http"
	"os"

	"languages/api"
)

func connect(address string) *api.ClientWithResponses {
	editor := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	return must(api.NewClientWithResponses(address, api.WithRequestEditorFn(editor)))
}

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
