import { createLogger } from '@stoplight/prism-core'
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'
import {
  type Diagnostic,
  parseBody,
  type Prism,
  type Sent,
  settings,
  toInput,
} from '../../src/mock/prism.js'
import type { Answer } from './forward.js'

interface Differences {
  readonly inRequest: readonly string[]
  readonly inResponse: readonly string[]
}

export type Validate = (sent: Sent, answer: Answer) => Promise<Differences>

function sentence({ message, path = [] }: Diagnostic): string {
  return path.length > 0 ? `${path.join('.')}: ${message}` : message
}

/**
 * Compares calls with a document by Prism's validating proxy. Prism's own way of forwarding is left
 * out: it follows redirects with the body, and writes JSON anew.
 */
export async function createValidator(document: string): Promise<Validate> {
  const operations = await getHttpOperationsFromSpec(document)
  return async (sent, answer) => {
    const body = parseBody(answer.headers, answer.payload)
    const output = { statusCode: answer.status, headers: answer.headers, body }
    const prism: Prism = createInstance(
      { ...settings, isProxy: true, upstream: new URL('http://localhost') },
      {
        logger: createLogger('proxy', { level: 'silent' }),
        forward: () => () => () => Promise.resolve({ _tag: 'Right', right: output }),
      },
    )
    const result = await prism.request(toInput(sent), operations)()
    if (result._tag === 'Left') throw result.left
    const { input, output: found } = result.right.validations
    return { inRequest: input.map(sentence), inResponse: found.map(sentence) }
  }
}
