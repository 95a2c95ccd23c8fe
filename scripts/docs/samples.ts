import type { Operation } from '../lib/document.js'
import { curlSample } from './samples/curl.js'
import { goSample } from './samples/go.js'
import { javaSample } from './samples/java.js'
import { pythonSample } from './samples/python.js'
import type { SampleCall } from './samples/sample-call.js'
import { typeScriptSample } from './samples/typescript.js'

/** The languages of the code samples, in the order in which the pages show them. */
export const languages = [
  { lang: 'TypeScript', write: typeScriptSample },
  { lang: 'curl', write: curlSample },
  { lang: 'Python', write: pythonSample },
  { lang: 'Go', write: goSample },
  { lang: 'Java', write: javaSample },
]

/** The samples of an operation, as Redoc reads them. Those that a document has itself stay. */
export async function samplesOf({ object }: Operation, call: SampleCall): Promise<object> {
  if ('x-codeSamples' in object) return {}
  const samples = languages.map(async ({ lang, write }) => ({ lang, source: await write(call) }))
  return { 'x-codeSamples': await Promise.all(samples) }
}
