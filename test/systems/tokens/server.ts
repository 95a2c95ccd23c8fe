import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { scopes } from '../../../generated/index.js'
import { comesUp, start, type Started } from '../../support/processes.js'

/** A token server that is started for the rows. */
export interface TokenServer {
  readonly name: string
  readonly version: string
  /** The programs that it needs. */
  readonly tools: readonly string[]
  /** Rows that it cannot have, and why. */
  readonly lacks?: Readonly<Record<string, string>>
  /** Whether a secret may be of visible ASCII alone (RFC 6749, appendix A.2). */
  readonly takesAsciiAlone?: boolean
  /** Whether it takes Basic as it is written, without decoding it. */
  readonly takesBasicRaw?: boolean
  /** Downloads and builds what is not in the cache. */
  prepare?(): Promise<unknown>
  start(clients: Clients, port: number): Promise<Running>
}

/** A client as each server has to know it. */
export interface RegisteredClient {
  readonly id: string
  readonly secret?: string
  readonly method: 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt'
  /** Its public key. */
  readonly jwk?: object
  /** Seconds that its tokens live. */
  readonly lifetime: number
  readonly scopes: readonly string[]
}

/** What every server is given, and the key of the one that signs. */
export interface Clients {
  readonly poster: Known
  /** Its id and its secret hold what methods write in different ways. */
  readonly special: Known
  readonly signer: RegisteredClient
  /** Its tokens live for seconds. */
  readonly brief: Known
  readonly key: { readonly key: CryptoKey; readonly kid: string }
}

type Known = RegisteredClient & { readonly secret: string }

/** @param characters of a secret that only a server with an alphabet of its own refuses */
export async function makeClients(characters: string): Promise<Clients> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const [id, secret, kid] = [randomUUID(), randomUUID(), randomUUID()]
  const jwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }
  const poster = {
    id: 'poster',
    secret,
    method: 'client_secret_post',
    lifetime: 3_600,
    scopes,
  } as const
  const odd = `a:b%c+d e&"\\${characters} ${randomUUID()}`
  return {
    poster,
    special: { ...poster, id, secret: odd, method: 'client_secret_basic' },
    signer: { id: 'signer', method: 'private_key_jwt', jwk, lifetime: 3_600, scopes },
    brief: { ...poster, id: 'brief', lifetime: 3 },
    key: { key: pair.privateKey, kid },
  }
}

/** The version that a file of `test/systems/tokens` pins, so that the table names what was run. */
export function pinned(file: string, pattern: RegExp): string {
  const [, version] = pattern.exec(readFileSync(new URL(file, import.meta.url), 'utf8')) ?? []
  if (version === undefined) throw new Error(`${file} pins no version that ${pattern} finds.`)
  return version
}

/** One that runs. */
export interface Running {
  readonly tokenUrl: string
  /** The scopes of a token that is good. */
  scopesOf(token: string): Promise<readonly string[] | undefined>
  revoke(token: string): Promise<unknown>
  rotate(client: string, secret: string): Promise<unknown>
  stop(): Promise<void>
}

/** The clients as a program reads them from its environment. */
function environment({ poster, special, signer, brief }: Clients, port: number): string[] {
  const clients = JSON.stringify([poster, special, signer, brief])
  return [`CLIENTS=${clients}`, `PORT=${port}`, 'AUTHLIB_INSECURE_TRANSPORT=1']
}

/** Starts a program with the clients in its environment, whose doors for the test are below `/control`. */
export async function startControlled(
  command: readonly string[],
  clients: Clients,
  port: number,
  path: string,
): Promise<Running> {
  const url = `http://127.0.0.1:${port}`
  const program = start('env', ...environment(clients, port), ...command)
  await answers(`${url}/control/scopes?token=none`, program)
  const control = async (door: string, query: Record<string, string>): Promise<Response> => {
    const answer = await fetch(`${url}/control/${door}?${new URLSearchParams(query).toString()}`)
    if (!answer.ok && answer.status !== 404) throw new Error(`${door}: ${answer.status}`)
    return answer
  }
  return {
    tokenUrl: url + path,
    scopesOf: async (token) => {
      const answer = await control('scopes', { token })
      return answer.ok ? (await answer.text()).split(' ') : undefined
    },
    revoke: (token) => control('revoke', { token }),
    rotate: (client, secret) => control('rotate', { client, secret }),
    stop: () => program.stop(),
  }
}

/** Waits until something answers. @throws Error with what the program printed */
export function answers(url: string, program: Started): Promise<void> {
  const isUp = async (): Promise<boolean> => {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    return answer.status < 500
  }
  // Some take minutes on a busy machine.
  return comesUp(program, isUp, 300_000)
}
