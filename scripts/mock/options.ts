import { parseArgs } from 'node:util'
import {
  assertOperation,
  defaultMilliseconds,
  faults,
  type QueuedAnswer,
  readAnswer,
} from '../../src/testing/faults.js'
import { type TypedProvider, typedProvider } from '../../src/testing/provider.js'
import { readProvider } from '../lib/read-provider.js'
import type { MockOptions } from './server.js'
import { type MockClient, mockClient } from './token-server.js'

/** @throws Error in one sentence that names the option */
export async function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      lifetime: { type: 'string', default: '3600' },
      client: { type: 'string', multiple: true, default: [] },
      'allow-host': { type: 'string', multiple: true, default: [] },
      'control-cors': { type: 'boolean', default: false },
      fault: { type: 'string', multiple: true, default: [] },
      provider: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  })
  const { host, client, fault, json, help } = values
  if (host === '') throw new Error('--host must be a name or an address.')
  const folder = values.provider === undefined ? undefined : await readProvider(values.provider)
  const own = typedProvider(folder?.provider)
  return {
    ...folder,
    host,
    json,
    help,
    controlCors: values['control-cors'],
    allowedHosts: values['allow-host'].map((name) => name.toLowerCase()),
    port: numberOf('port', values.port, 0, 65_535),
    lifetime: numberOf('lifetime', values.lifetime, 1, 2 ** 31 - 1),
    faults: Object.fromEntries(fault.map((text) => faultOf(text, own))),
    ...(client.length > 0 && { clients: client.map((text) => clientOf(text, own)) }),
  }
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new Error(`--${name} must be a number from ${least} to ${most}.`)
  return value
}

/** Scopes hold colons themselves. */
function clientOf(text: string, { scopes: allScopes }: TypedProvider): MockClient {
  const [, id, secret, scopes] = /^([^:\s]+):([^:]+)(?::(.*))?$/.exec(text) ?? []
  if (id === undefined || secret === undefined)
    throw new Error(
      '--client must be id:secret or id:secret:scopes, with spaces or commas between the scopes.',
    )
  const names = scopes?.split(/[\s,]+/).filter((scope) => scope !== '')
  const unknown = names?.find((scope) => !allScopes.includes(scope))
  if (unknown !== undefined)
    throw new Error(
      `--client: ${JSON.stringify(unknown)} is not a scope; there are ${allScopes.join(', ')}.`,
    )
  return { id, secret, scopes: names ?? allScopes }
}

/** A fault as `operation=fault`, `operation=slow:500` or `operation=429,Retry-After: 1`. */
function faultOf(text: string, own: TypedProvider): [string, QueuedAnswer] {
  const [, operation = text, what = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  try {
    assertOperation(own, operation)
    const read = readAnswer(answerIn(what), operation)
    if (read.fault === 'refused')
      throw new TypeError(
        'refused closes the port for all operations, so only PUT /mock/next can ask for it',
      )
    return [operation, read]
  } catch (error) {
    throw new Error(`--fault ${text}: ${(error as Error).message}.`)
  }
}

function answerIn(what: string): unknown {
  const [, fault, milliseconds] = /^(\w+):(\d+)$/.exec(what) ?? []
  if (fault !== undefined) return { fault, milliseconds: Number(milliseconds) }
  const [status = '', ...headers] = what.split(',')
  if (!/^\d+$/.test(status)) return what
  const pairs = headers.map((header) => {
    const [name, value] = (/^([^:]*):(.*)$/.exec(header) ?? []).slice(1).map((one) => one.trim())
    if (name === undefined) throw new TypeError(`${JSON.stringify(header)} is not a header`)
    return [name, value]
  })
  return { status: Number(status), headers: Object.fromEntries(pairs) as object }
}

export function help(command: string, provider: MockOptions['provider']): string {
  const { operations } = typedProvider(provider)
  const names = Object.keys(operations)
  const fields = Object.values(operations).flatMap(({ referenceField }) => referenceField ?? [])
  const reported = [...new Set(fields)].map(
    (field) => `\nA second call with one ${field} is reported on stderr.\n`,
  )
  const [example = ''] = names.slice(-1)
  const width = Math.max(...Object.keys(faults).map((name) => name.length))
  const list = Object.entries(faults).map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
  return `Serves the ${names.length} operations of the document, with a token server. Where the document leaves something
open, the responses are made up.

  ${command} [options]

  --port <number>              the default is 4010; 0 picks a free port
  --host <address>             the default is 127.0.0.1; use 0.0.0.0 in a container
  --allow-host <name>          allows a host name with a dot; may be repeated
  --lifetime <seconds>         how long a token is valid; the default is 3600
  --client <id:secret:scopes>  a client, with all scopes if none are given; may be repeated
  --fault <operation=fault>    a fault for every request of an operation; may be repeated
  --provider <folder>          serves your provider's document, which stablecoin-issuer-overlay wrote
  --control-cors               allows pages of any origin to use PUT /mock/…
  --json                       prints one line of JSON for each request
  --help

Operations: ${names.join(', ')}; token stands for requests for tokens, also those that are refused

Faults, for valid requests:

${list.join('\n')}
  ${'503'.padEnd(width)}  any status, with headers: --fault '${example}=429,Retry-After: 2'

slow takes ${defaultMilliseconds.slow} milliseconds. To change that: --fault ${example}=slow:500
${reported.join('')}
For the next requests only, in this order:

  curl -X PUT http://127.0.0.1:4010/mock/next \\
    -d '{"operation":"${example}","answers":["no_answer",{"status":503,"headers":{"Retry-After":"2"}}]}'

There, refused must come first. It closes the port for ${defaultMilliseconds.refused} milliseconds; to change that:
{"fault":"refused","milliseconds":5000}. PUT /mock/update with {"id":"ID or reference","fields":{"status":"SETTLED"}}
changes what was made; {"operation":"readSettlement","fields":{…}} changes what that operation reads below it, with an "id" where
there is more than one. PUT /mock/client with {"id":"${mockClient.id}","secret":"another"} replaces the secret of a client. GET /healthz
answers 200 while the mock runs.`
}
