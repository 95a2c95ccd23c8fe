import { jsonText, type SampleCall } from './sample-call.js'

export function curlSample({ method, target, headers, body, scope }: SampleCall): string {
  const lines = [
    `--request ${method} "$BASE_URL${target}"`,
    '--header @-',
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body
      ? ["--header 'Content-Type: application/json'", `--data ${quoted(jsonText(body))}`]
      : []),
  ]
  const asked = scope === '' ? '' : ` \\\n  --data-urlencode scope=${quoted(scope)}`
  return `# Secrets go in by standard input: other users of the machine can read the arguments of a command.
set -euo pipefail

granted=$(printf %s "$CLIENT_SECRET" | curl --silent --show-error --fail-with-body "$TOKEN_URL" \\
  --data grant_type=client_credentials \\
  --data-urlencode "client_id=$CLIENT_ID" \\
  --data-urlencode client_secret@-${asked}) ||
  { echo "$granted" >&2; exit 1; }
token=$(sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/' <<< "$granted")

printf 'Authorization: Bearer %s' "$token" | curl --silent --show-error --fail-with-body \\
  ${lines.join(' \\\n  ')}
`
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
