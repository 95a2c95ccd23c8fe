// Judges requests and answers by the document, as a server or a test in Go does.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

type call struct {
	OperationID, Name, Rule, Method, URL string
	Body, Response                       json.RawMessage
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	document := must(openapi3.NewLoader().LoadFromFile(os.Getenv("DOCUMENT")))
	if err := document.Validate(context.Background()); err != nil {
		panic(err)
	}
	document.Servers = nil
	router := must(gorillamux.NewRouter(document))
	var cases struct{ Examples, Broken []call }
	if err := json.Unmarshal(must(os.ReadFile(os.Getenv("CASES"))), &cases); err != nil {
		panic(err)
	}

	judge := func(method, path string, body, answer []byte) error {
		request := must(http.NewRequest(method, path, bytes.NewReader(body)))
		request.Header.Set("Content-Type", "application/json")
		route, parameters, err := router.FindRoute(request)
		if err != nil {
			panic(err)
		}
		input := &openapi3filter.RequestValidationInput{
			Request: request, PathParams: parameters, Route: route,
			Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
		}
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil || answer == nil {
			return err
		}
		answered := &openapi3filter.ResponseValidationInput{
			RequestValidationInput: input, Status: 200,
			Header: http.Header{"Content-Type": {"application/json"}},
		}
		return openapi3filter.ValidateResponse(context.Background(), answered.SetBodyBytes(answer))
	}

	output := json.NewEncoder(os.Stdout)
	for _, one := range cases.Examples {
		err := judge(one.Method, one.URL, one.Body, one.Response)
		name := map[string]string{"operationId": one.OperationID, "name": one.Name}
		line := map[string]any{"example": name, "accepted": err == nil}
		if err != nil {
			line["why"] = err.Error()
		}
		output.Encode(line)
	}
	for _, one := range cases.Broken {
		err := judge(one.Method, one.URL, one.Body, nil)
		output.Encode(map[string]any{"rule": one.Rule, "accepted": err == nil})
	}
}
