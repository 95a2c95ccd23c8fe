import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A group of processes can be ended at once, where the system knows groups. */
export const hasGroups = process.platform !== 'win32'
const running = new Set<ChildProcess>()

type Child = ChildProcessByStdio<null, Readable, Readable>

interface Options {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Starts a program that ends when the test or the run does which started it, with all that it has started itself. */
export function startChild(
  [program = '', ...args]: readonly string[],
  options: Options = {},
): Child {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  return keepChild(spawn(program, args, { ...options, stdio, detached: hasGroups }))
}

/** Keeps a program that was started as `detached`, so that it ends like the others. */
export function keepChild<Started extends ChildProcess>(child: Started): Started {
  if (running.size === 0) heedSignals('on')
  running.add(child)
  child.on('close', () => forget(child))
  return child
}

/** What a program has printed until now: each stream, and both as they came. */
export function outputOf(child: Child) {
  const printed = { stdout: '', stderr: '', output: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
      printed.output += text
    })
  return printed
}

/** The first line that a program prints. @throws Error where it ends before */
export async function firstLine(child: Child): Promise<string> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('it ended at its start')))
  ended.catch(() => undefined)
  return String(await Promise.race([once(createInterface(child.stdout), 'line'), ended]))
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
