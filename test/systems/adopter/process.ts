import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../../support/children.js'
import { limits } from '../../support/limits.js'

/** Where the app runs, and what it is told. */
export interface Place {
  readonly node: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

/** An answer of the app. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The app under way. All that it ever printed is in `printed`. */
export class App {
  static readonly printed: string[] = []
  readonly #child: Child
  #url = ''

  constructor({ node, folder, environment }: Place) {
    const env = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...environment }
    this.#child = startChild([node, join(folder, 'built/server.js')], { cwd: folder, env })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => App.printed.push(text))
  }

  /** Starts the app, and waits until it says where it listens. */
  static async start(place: Place): Promise<App> {
    const app = new App(place)
    const from = App.printed.length
    const patience = performance.now() + limits.start
    for (;;) {
      const said = App.printed.slice(from).join('')
      const [, url] = /Server listening at (http:[^"]+)/.exec(said) ?? []
      if (url !== undefined) {
        app.#url = url
        return app
      }
      const isOver = app.#child.exitCode !== null || performance.now() > patience
      if (isOver) throw new Error(`the app does not listen:\n${said}`)
      await sleep(20)
    }
  }

  async ask(path: string, body?: object): Promise<Answer> {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const signal = AbortSignal.timeout(limits.start)
    const response = await fetch(this.#url + path, { ...init, signal })
    return { status: response.status, body: await response.json() }
  }

  /** By SIGTERM, as a deployment does, or by SIGKILL, like a crash. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = once(this.#child, 'exit')
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill(signal)
      await ended
    }
  }
}
