import { check } from '../faults/check.js'
import type { Context } from '../faults/script.js'
import { success } from '../faults/sent.js'

/** Whether a runtime asks a stream for its bytes: whatever becomes of the request, or only of one that it sends. */
export type Asking = 'always' | 'once it sends'

/** A body that gives nothing at its first pull, which may come early, and its bytes at the second. */
function counted(): { readonly body: ReadableStream; readonly isGiven: () => boolean } {
  let pulls = 0
  const pull = (controller: ReadableStreamDefaultController): void => {
    pulls++
    controller.enqueue(new TextEncoder().encode(pulls === 1 ? '' : '{}'))
    if (pulls > 1) controller.close()
  }
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), isGiven: () => pulls > 1 }
}

async function isAskedBy(url: string): Promise<boolean> {
  const { body, isGiven } = counted()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 2_000)
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', body, duplex: 'half', headers, signal: controller.signal }
  await fetch(url, init)
    .then((answer) => answer.text())
    .catch(() => undefined)
  clearTimeout(timer)
  return isGiven()
}

/** Tries a port that refuses, a name that nobody has and TLS that breaks, and a request that is answered. */
export async function asksForBody(context: Context): Promise<Asking> {
  const { url, silent } = await context.script(success)
  const broken = new URL(context.control)
  broken.protocol = 'https:'
  const unsent = ['https://127.0.0.1:47311', 'https://name.invalid', broken.href]
  if (!url.startsWith('https:'))
    unsent.push('http://127.0.0.1:47311', silent.replace('http:', 'https:'))
  check(await isAskedBy(url), 'what is sent was not asked for')
  const asked = new Set<boolean>()
  for (const target of unsent) asked.add(await isAskedBy(target))
  check(asked.size === 1, 'what is not sent is asked for now and then')
  return asked.has(true) ? 'always' : 'once it sends'
}
