import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refuses } from '../../far-side/vocabulary.js'
import { every, freePort, listens, start, type Started } from '../../support/processes.js'
import { ofCopies, playable, startBackend } from './backend.js'
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

/** How often what meets connections is met behind every proxy; each other fault once. */
const usual: Readonly<Record<string, number>> = {
  late: 8,
  'reset, undone': 10,
  'close body': 6,
  'close chunks': 6,
  'reset chunks': 6,
  'close behind': 6,
  '103': 5,
  trailers: 5,
  '421 nothing': 5,
  '409 JSON': 5,
  '429 busy': 5,
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

  /** What one of its servers is asked for: the fault of the backend behind it. */
  ask(server: Name, fault = 'no fault'): string {
    const { http2, ports } = this.#place
    return `${http2 ? 'https' : 'http'}://127.0.0.1:${ports[server]}/${encodeURIComponent(fault)}`
  }

  /** A situation for each of these faults of the backend behind a server. */
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

  /** A situation for each fault that a backend can play. */
  behindAll(server: Name, weights: Readonly<Record<string, number>>): Situation[] {
    const once = playable
      .filter(({ acts }) => acts[0]?.again !== 'later')
      .map(({ name }): [string, number] => [name, 1])
    return this.behind(server, { ...Object.fromEntries(once), ...usual, ...weights })
  }

  /** A situation for each way in which a service that knows its references fails behind a server that repeats. */
  repeating(server: Name): Situation[] {
    const title = 'repeated, '
    const situations = ofCopies.flatMap(({ name, acts }) => {
      const lastCopy = refuses(acts.at(-1)?.status ?? 0)
      return this.behind(server, { [name]: lastCopy ? 2 : 6 }, { title, lastCopy })
    })
    return [...situations, ...this.behind(server, { 'close, undone': 4 }, { title })]
  }

  /** A situation in which answers cross: only conversions name in them what they answer. */
  crossing(server: Name): Situation[] {
    return this.behind(server, { 'answered again': 20 }, { conversionsOnly: true })
  }
}
