import { jsonText, type SampleCall } from './sample-call.js'

export function goSample({ method, target, headers, body, scope, hasAnswer }: SampleCall): string {
  const fields = Object.entries({
    ...headers,
    ...(body && { 'Content-Type': 'application/json' }),
  }).map(([name, value]) => `\n\trequest.Header.Set(${text(name)}, ${text(value)})`)
  const read = `
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(answer))`
  return `package main

import (
	"encoding/json"
	"fmt"${hasAnswer ? '\n\t"io"' : ''}
	"log"
	"net/http"
	"net/url"
	"os"${body ? '\n\t"strings"' : ''}
	"time"
)
${body ? `\nconst body = ${rawText(jsonText(body))}\n` : ''}
func main() {
	client := &http.Client{Timeout: 10 * time.Second}
	token, err := fetchToken(client)
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("${method}", os.Getenv("BASE_URL")+${text(target)}, ${body ? 'strings.NewReader(body)' : 'nil'})
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)${fields.join('')}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		log.Fatal(response.Status)
	}${hasAnswer ? read : ''}
}

func fetchToken(client *http.Client) (string, error) {
	response, err := client.PostForm(os.Getenv("TOKEN_URL"), url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"client_secret": {os.Getenv("CLIENT_SECRET")},${scope === '' ? '' : `\n\t\t"scope":         {${text(scope)}},`}
	})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("token endpoint: %s", response.Status)
	}
	var granted struct {
		AccessToken string \`json:"access_token"\`
	}
	err = json.NewDecoder(response.Body).Decode(&granted)
	return granted.AccessToken, err
}
`
}

const text = (value: string): string => JSON.stringify(value)

/** A raw text, which cannot have a backquote. */
const rawText = (value: string): string =>
  value.includes('`') ? JSON.stringify(value) : `\`${value}\``
