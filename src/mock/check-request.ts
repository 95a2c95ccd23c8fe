import { createLogger } from '@stoplight/prism-core'
import { createInstance } from '@stoplight/prism-http'
import { readOperations, type Sent, settings, toInput } from './prism.js'

/** What Prism says of a request: 200, or the status that refuses it and why. */
export interface CheckResult {
  readonly status: number
  /** As Prism's own server writes it. */
  readonly violations?: string
}

/** How Prism refuses, where a document has no answer for it. */
interface Refusal {
  readonly status?: number
  readonly additional?: { readonly validation?: readonly { readonly location?: string[] }[] }
}

/**
 * Checks requests by Prism's library. Prism's own server writes parts of a body into a header, and crashes if they are
 * not allowed there.
 */
export async function createRequestCheck(
  document: object,
): Promise<(sent: Sent) => Promise<CheckResult>> {
  const operations = await readOperations(structuredClone(document))
  const logger = createLogger('mock', { level: 'silent' })
  const prism = createInstance({ ...settings, isProxy: false }, { logger })
  return async (sent) => {
    const result = await prism.request(toInput(sent), operations)()
    if (result._tag === 'Right') return { status: result.right.output.statusCode }
    const { status = 500, additional = {} } = result.left as Refusal
    const problems = additional.validation?.map(({ location = [], ...problem }) => ({
      location: ['request', ...location],
      ...problem,
    }))
    return { status, ...(problems && { violations: escapeAll(JSON.stringify(problems)) }) }
  }
}

/** The sentences quote names of unknown fields, with characters that a header may not allow. */
function escapeAll(text: string): string {
  const escape = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/[^ -~]/g, escape).slice(0, 8_000)
}
