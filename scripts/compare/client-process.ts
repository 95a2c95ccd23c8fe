import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChild, hasGroups, keepChild } from '../../test/support/children.js'
import type { Job, Reply } from './protocol.js'

/** The process of a client, which can be frozen. */
export class ClientProcess {
  readonly #child
  readonly #lines: AsyncIterator<string>
  #errors = ''

  constructor([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
    // A proxy of this machine would stand between a client and its fault.
    const inherited = Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name))
    const own = { ...Object.fromEntries(inherited), NODE_OPTIONS: '', ...env }
    this.#child = keepChild(spawn(program, args, { env: own, detached: hasGroups }))
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-2_000)
    })
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
  }

  /** What it prints next. @throws Error where it ended */
  async read<Line>(): Promise<Line> {
    for (;;) {
      const line = await this.#lines.next()
      if (line.done === true) throw new Error(`its process ended: ${this.#errors}`)
      // A client may print something of its own.
      if (line.value.startsWith('{')) return JSON.parse(line.value) as Line
    }
  }

  make(job: Job): Promise<Reply> {
    this.#child.stdin.write(`${JSON.stringify(job)}\n`)
    return this.read()
  }

  /** Stops it for so long that its limit is over when it goes on, and lets something happen meanwhile. */
  async freeze(milliseconds: number, meanwhile: () => void): Promise<void> {
    this.#child.kill('SIGSTOP')
    const file = `/proc/${this.#child.pid}/stat`
    while (!(await readFile(file, 'utf8')).includes(') T ')) await sleep(1)
    meanwhile()
    await sleep(milliseconds)
    this.#child.kill('SIGCONT')
  }

  stop(): void {
    endChild(this.#child)
  }
}
