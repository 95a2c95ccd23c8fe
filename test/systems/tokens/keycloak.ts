import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scopes } from '../../../generated/index.js'
import { start } from '../../support/processes.js'
import { must } from '../../support/run.js'
import { copyArtifact, installed } from '../languages/cache.js'
import {
  answers,
  type Clients,
  type RegisteredClient,
  type Running,
  type TokenServer,
} from './server.js'

const version = '26.7.3'
const realm = 'issuer'
const password = randomUUID()
const introspector = { id: 'introspector', secret: randomUUID() }

/** The distribution, unpacked and built for the way in which it is started here. */
async function distribution(): Promise<string> {
  const place = await installed(`keycloak-${version}`, async (target) => {
    const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`
    const zip = join(target, `keycloak-quarkus-dist-${version}.zip`)
    await copyArtifact(artifact, target)
    await must(['jar', 'xf', zip], { cwd: target })
  })
  return join(place, `keycloak-${version}`)
}

const audience = {
  name: 'audience',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.client.audience': introspector.id, 'access.token.claim': 'true' },
}

function clientOf({ id, secret, jwk, lifetime }: RegisteredClient): object {
  const keys = jwk && {
    'use.jwks.string': 'true',
    'jwks.string': JSON.stringify({ keys: [jwk] }),
    'token.endpoint.auth.signing.alg': 'ES256',
  }
  return {
    clientId: id,
    clientAuthenticatorType: jwk ? 'client-jwt' : 'client-secret',
    secret,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    optionalClientScopes: scopes,
    // Only who is among its audience is told about a token.
    protocolMappers: [audience],
    attributes: { 'access.token.lifespan': String(lifetime), ...keys },
  }
}

function realmOf({ poster, special, signer, brief }: Clients): object {
  const client = { ...poster, ...introspector }
  return {
    realm,
    enabled: true,
    sslRequired: 'none',
    clientScopes: scopes.map((name) => ({
      name,
      protocol: 'openid-connect',
      attributes: { 'include.in.token.scope': 'true' },
    })),
    clients: [poster, special, signer, brief, client].map(clientOf),
  }
}

async function boot(clients: Clients, port: number): Promise<Running> {
  const home = await distribution()
  await mkdir(join(home, 'data/import'), { recursive: true })
  await writeFile(join(home, 'data/import/realm.json'), JSON.stringify(realmOf(clients)))
  const url = `http://127.0.0.1:${port}`
  const program = start(
    'env',
    'KC_BOOTSTRAP_ADMIN_USERNAME=admin',
    `KC_BOOTSTRAP_ADMIN_PASSWORD=${password}`,
    // It is started more often than it is busy.
    'JAVA_OPTS_APPEND=-XX:TieredStopAtLevel=1 -Xmx512m',
    ...['sh', join(home, 'bin/kc.sh'), 'start-dev', '--import-realm', '--db=dev-mem'],
    ...['--http-host=127.0.0.1', `--http-port=${port}`],
  )
  await answers(`${url}/realms/${realm}`, program)
  const endpoint = `${url}/realms/${realm}/protocol/openid-connect/token`
  const ask = async (to: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const answer = await fetch(to, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }
  const post = (to: string, form: Record<string, string>) =>
    ask(to, { method: 'POST', body: new URLSearchParams(form) })
  const own = { client_id: clients.poster.id, client_secret: clients.poster.secret }
  return {
    tokenUrl: endpoint,
    scopesOf: async (token) => {
      const { id: client_id, secret: client_secret } = introspector
      const found = await post(`${endpoint}/introspect`, { client_id, client_secret, token })
      return found['active'] === true ? String(found['scope']).split(' ') : undefined
    },
    revoke: (token) => post(endpoint.replace(/token$/, 'revoke'), { ...own, token }),
    rotate: async (id, secret) => {
      const admin = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password }
      const granted = await post(endpoint.replace(realm, 'master'), admin)
      const Authorization = `Bearer ${String(granted['access_token'])}`
      const headers = { Authorization, 'Content-Type': 'application/json' }
      const clientsUrl = `${url}/admin/realms/${realm}/clients`
      const found = await ask(`${clientsUrl}?clientId=${id}`, { headers })
      const [known] = found as object as { id: string }[]
      const body = JSON.stringify({ ...known, secret })
      await ask(`${clientsUrl}/${known?.id ?? ''}`, { method: 'PUT', headers, body })
      own.client_secret = secret
    },
    stop: () => program.stop(),
  }
}

export const keycloak: TokenServer = {
  name: 'Keycloak',
  version,
  tools: ['java', 'jar', 'mvn', 'sh'],
  prepare: distribution,
  start: boot,
}
