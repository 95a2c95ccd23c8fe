import { isNode, type Json } from '../../lib/document.js'
import type { SampleCall } from './sample-call.js'

export function pythonSample({ method, target, headers, body, scope, hasAnswer }: SampleCall) {
  const fields = { ...headers, ...(body && { 'Content-Type': 'application/json' }) }
  const more = Object.entries(fields).map(
    ([name, value]) => `, ${literal(name)}: ${literal(value)}`,
  )
  return `import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

credentials = {
    "grant_type": "client_credentials",
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],${scope === '' ? '' : `\n    "scope": ${literal(scope)},`}
}
with urlopen(os.environ["TOKEN_URL"], urlencode(credentials).encode(), timeout=10) as response:
    token = json.load(response)["access_token"]

${body ? `body = ${literal(body)}\n` : ''}request = Request(
    os.environ["BASE_URL"] + ${literal(target)},
    method="${method}",
    headers={"Authorization": "Bearer " + token${more.join('')}},${body ? '\n    data=json.dumps(body).encode(),' : ''}
)
with urlopen(request, timeout=10) as response:
    ${hasAnswer ? 'print(json.dumps(json.load(response), indent=2))' : 'response.read()'}
`
}

/** A value in Python, whose texts are those of JSON. */
function literal(value: Json, margin = ''): string {
  const inner = `${margin}    `
  const lines = (all: readonly string[]): string =>
    all.map((one) => `\n${inner}${one}`).join(',') + `\n${margin}`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${lines(value.map((one) => literal(one, inner)))}]`
  if (!isNode(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${literal(one, inner)}`,
  )
  return members.length === 0 ? '{}' : `{${lines(members)}}`
}
