/** Starts programs, which end with the test or the run that started them, with all that they have started themselves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { limits } from './limits.js'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** What a program printed: each stream, and both as they came. */
type Printed = Readonly<Record<'stdout' | 'stderr' | 'output', string>>

/** What a program printed, and the code that it ended with. */
interface Result extends Printed {
  /** 1 where a signal ended it, 127 where it could not be started. */
  readonly code: number
  readonly signal: NodeJS.Signals | null
}

/** A program that was started. */
export type Started = ReturnType<typeof start>

/** Starts a program, in the folder of the project if in no other. */
export function start(
  [program = '', ...args]: readonly string[],
  { cwd = root, env }: Options = {},
) {
  const child = keepChild(
    spawn(program, args, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: hasGroups,
    }),
  )
  const printed = { stdout: '', stderr: '', output: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
      printed.output += text
    })
  const ended = new Promise<Result>((resolve) => {
    child.on('error', ({ message }) =>
      resolve({ ...printed, code: 127, signal: null, stderr: message, output: message }),
    )
    child.on('close', (code, signal) => resolve({ ...printed, code: code ?? 1, signal }))
  })
  /** The first line that it prints. @throws Error where it ends before */
  const firstLine = async (): Promise<string> => {
    while (!printed.stdout.includes('\n')) {
      const next = await Promise.race([once(child.stdout, 'data'), ended])
      if (!Array.isArray(next)) throw new Error(`it ended at its start: ${next.output}`)
    }
    return printed.stdout.split('\n', 1).join()
  }
  const stop = async (): Promise<void> => {
    endChild(child)
    await ended
  }
  return { child, printed: printed as Printed, ended, firstLine, stop }
}

/** Runs a program until it ends. */
export const run = (command: readonly string[], options?: Options): Promise<Result> =>
  start(command, options).ended

/** Runs a command that has to succeed. */
export async function must(command: readonly string[], options?: Options): Promise<Result> {
  const result = await run(command, options)
  if (result.code !== 0)
    throw new Error(
      `${command.join(' ')} ended with ${result.code}:\n${result.output.slice(-4000)}`,
    )
  return result
}

/** The command that runs a script of the project. */
export function script(name: string, ...args: string[]): string[] {
  return [process.execPath, '--import', 'tsx', `scripts/${name}.ts`, ...args]
}

/** Waits until a program does what it was started for. @throws Error with what it printed */
export async function comesUp({ ended }: Started, isUp: () => Promise<boolean>): Promise<void> {
  let gone: string | undefined
  void ended.then(({ output }) => (gone = output.slice(-4_000)))
  const until = performance.now() + limits.start
  while (performance.now() < until) {
    if (gone !== undefined) throw new Error(`it ended: ${gone}`)
    if (await isUp().catch(() => false)) return
    await sleep(50)
  }
  throw new Error('it does not answer')
}

/** Waits until a program listens. */
export function listens(port: number, started: Started): Promise<void> {
  return comesUp(started, async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect').finally(() => socket.destroy())
    return true
  })
}

/** A group of processes can be ended at once, where the system knows groups. */
export const hasGroups = process.platform !== 'win32'
const running = new Set<ChildProcess>()

/** Keeps a program that was started as `detached`, so that it ends like the others. */
export function keepChild<Child extends ChildProcess>(child: Child): Child {
  if (running.size === 0) heedSignals('on')
  running.add(child)
  child.on('close', () => forget(child))
  return child
}

/** The programs that are running. */
export function runningChildren(): ReadonlySet<ChildProcess> {
  return new Set(running)
}

/** Ends every program that was started, but for those that ran before. */
export function endChildren(before: ReadonlySet<ChildProcess> = new Set()): void {
  for (const child of running) {
    if (before.has(child)) continue
    forget(child)
    endChild(child)
  }
}

/** Ends a program with all that it has started. */
export function endChild(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function forget(child: ChildProcess): void {
  running.delete(child)
  if (running.size === 0) heedSignals('off')
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A signal from the terminal reaches this process, and not the groups of its children. */
function heedSignals(how: 'on' | 'off'): void {
  process[how]('exit', atTheEnd)
  // The process that started this one has ended.
  process[how]('disconnect', atTheEnd)
  for (const signal of signals) process[how](signal, atTheEnd)
}

function atTheEnd(cause?: number | NodeJS.Signals): void {
  endChildren()
  if (typeof cause !== 'number') process.exit(1)
}
