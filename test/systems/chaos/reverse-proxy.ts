import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, listens, start, type Started } from '../../support/processes.js'
import type { Site } from './family.js'
import type { Situation } from './plan.js'

/** A reverse proxy that runs, with a port for each of its servers. */
export interface Running<Name extends string> {
  readonly started: Started
  readonly ports: Readonly<Record<Name, number>>
}

/** A port for each name. */
export async function choosePorts<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const ports: Partial<Record<Name, number>> = {}
  for (const name of names) ports[name] = await freePort()
  // The loop gave each name its port.
  return ports as Record<Name, number>
}

/** Starts it with a configuration in a folder of its own, and waits until it listens. */
export async function runWith<Name extends string>(
  folder: string,
  config: string,
  ports: Record<Name, number>,
  command: (file: string) => readonly [program: string, ...parameters: string[]],
  name = 'config',
): Promise<Running<Name>> {
  const file = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(file, config)
  const started = start(...command(file))
  for (const port of Object.values<number>(ports)) await listens(port, started)
  return { started, ports }
}

/** What a reverse proxy is asked for: a server of it, and how the backend behind it behaves. */
export function ask<Name extends string>(
  site: Site,
  { ports }: Running<Name>,
  server: Name,
  behaviour = 'ok',
): string {
  return `${site.http2 ? 'https' : 'http'}://127.0.0.1:${ports[server]}/${behaviour}`
}

/** A situation for each way in which a service that knows its references fails behind a server that repeats. */
export function repeating<Name extends string>(
  site: Site,
  running: Running<Name>,
  server: Name,
): Situation[] {
  const weights = { 'known-reset-after': 8, 'known-close-after': 8, 'known-slow': 4 }
  const failing = { ...weights, 'known-unavailable': 6, 'close-before': 4 }
  const last = ['last-copy-400', 'last-copy-401', 'last-copy-422', 'last-copy-429']
  return [
    ...Object.entries(failing).map(([name, weight]) => ({
      name: `repeated, ${name}`,
      weight,
      url: ask(site, running, server, name),
    })),
    ...last.map((name) => ({
      name: `repeated, ${name}`,
      weight: 2,
      url: ask(site, running, server, name),
      lastCopy: true,
    })),
  ]
}

/** A situation in which answers cross: only conversions name in them what they answer. */
export function crossing<Name extends string>(
  site: Site,
  running: Running<Name>,
  server: Name,
): Situation {
  const url = ask(site, running, server, 'answers-twice')
  return { name: 'answers-twice', weight: 20, url, conversionsOnly: true }
}

/** A situation for each behaviour of the backend behind the plain server. */
export function behind(
  site: Site,
  running: Running<'plain'>,
  weights: Readonly<Record<string, number>>,
): Situation[] {
  return Object.entries(weights).map(([name, weight]) => ({
    name,
    weight,
    url: ask(site, running, 'plain', name),
  }))
}
