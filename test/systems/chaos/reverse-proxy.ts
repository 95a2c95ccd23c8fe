import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { every, freePort, listens, start, type Started } from '../../support/processes.js'
import { startBackend } from './backend.js'
import type { Family, Site } from './family.js'
import type { Situation } from './plan.js'

/** Where a reverse proxy is put up. */
export interface Place<Name extends string> extends Pick<Site, 'certificates' | 'http2'> {
  /** A folder of its own. */
  readonly folder: string
  /** A port for each of its servers. */
  readonly ports: Readonly<Record<Name, number>>
  readonly backend: number
  /** A backend of its own: whatever its answers meet, they are successes. */
  readonly crossed: number
  /** Where nobody listens. */
  readonly nobody: number
}

/** How often each of these is met behind every proxy. */
export const usual = {
  slow: 8,
  'reset-before': 10,
  'cut-length': 6,
  'cut-chunked-reset': 6,
  'close-behind': 6,
  conflict: 5,
}

/** A program that is a reverse proxy, with a server for each set of directives. */
interface Program<Name extends string> {
  readonly name: string
  readonly program: NonNullable<Family['program']>
  readonly servers: readonly Name[]
  /** The name of its file, and what is in it. */
  readonly file: string
  readonly configure: (place: Place<Name>) => string | Promise<string>
  readonly command: (file: string, folder: string) => readonly string[] | Promise<readonly string[]>
  /** What it is tried with. It is put up under a name, as often as that needs it. */
  readonly situations: (putUp: (name: string) => Promise<Running<Name>>) => Promise<Situation[]>
}

/** Stands between client and backend, over HTTP/1.1 and HTTP/2. */
export function reverseProxy<Name extends string>(of: Program<Name>): Family {
  const { name, program, servers, situations } = of
  const start: Family['start'] = async (site) => {
    const { port: backend } = site.keep(await startBackend(site.ledger))
    const { port: crossed } = site.keep(await startBackend(site.ledger))
    const putUp = async (each: string): Promise<Running<Name>> => {
      const folder = join(site.folder, each)
      await mkdir(folder, { recursive: true })
      const ports = await choosePorts(servers)
      const place = { ...site, folder, ports, backend, crossed, nobody: await freePort() }
      const file = join(folder, of.file)
      await writeFile(file, await of.configure(place))
      const running = site.keep(new Running(await of.command(file, folder), place))
      await running.listens()
      return running
    }
    return situations(putUp)
  }
  return { name, program, start }
}

async function choosePorts<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const ports: Partial<Record<Name, number>> = {}
  for (const name of names) ports[name] = await freePort()
  // The loop gave each name its port.
  return ports as Record<Name, number>
}

/** A reverse proxy that runs. */
class Running<Name extends string> {
  readonly #started: Started
  readonly #place: Place<Name>
  #stopActing = (): void => undefined

  constructor(command: readonly string[], place: Place<Name>) {
    this.#started = start(...command)
    this.#place = place
  }

  async listens(): Promise<void> {
    for (const port of Object.values<number>(this.#place.ports)) await listens(port, this.#started)
  }

  /** Does something to its process again and again. */
  every(milliseconds: number, act: (pid: number) => void | Promise<void>): this {
    this.#stopActing = every(milliseconds, () => act(this.#started.pid))
    return this
  }

  stop(): Promise<void> {
    this.#stopActing()
    return this.#started.stop()
  }

  /** What one of its servers is asked for: how the backend behind it behaves. */
  ask(server: Name, behaviour = 'ok'): string {
    const { http2, ports } = this.#place
    return `${http2 ? 'https' : 'http'}://127.0.0.1:${ports[server]}/${behaviour}`
  }

  /** A situation for each behaviour of the backend behind a server. */
  behind(
    server: Name,
    weights: Readonly<Record<string, number>>,
    more: Partial<Situation> & { readonly title?: string } = {},
  ): Situation[] {
    const { title = '', ...rest } = more
    return Object.entries(weights).map(([name, weight]) => ({
      name: title + name,
      weight,
      url: this.ask(server, name),
      ...rest,
    }))
  }

  /** A situation for each way in which a service that knows its references fails behind a server that repeats. */
  repeating(server: Name): Situation[] {
    const title = 'repeated, '
    const known = { 'known-reset-after': 8, 'known-close-after': 8, 'known-slow': 4 }
    const failing = { ...known, 'known-unavailable': 6, 'close-before': 4 }
    const last = { 'last-copy-400': 2, 'last-copy-401': 2, 'last-copy-422': 2, 'last-copy-429': 2 }
    return [
      ...this.behind(server, failing, { title }),
      ...this.behind(server, last, { title, lastCopy: true }),
    ]
  }

  /** A situation in which answers cross: only conversions name in them what they answer. */
  crossing(server: Name): Situation[] {
    return this.behind(server, { 'answers-twice': 20 }, { conversionsOnly: true })
  }
}
