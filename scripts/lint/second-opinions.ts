/** Asks three tools that nothing else here uses whether the bundled document is valid. */
import { readFile } from 'node:fs/promises'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { parse } from 'yaml'

type Opinion = (document: Record<string, unknown>) => Promise<string[]>

/** The official JSON Schema of OpenAPI 3.1. */
const officialSchema: Opinion = async (document) => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  return valid ? [] : [JSON.stringify(errors)]
}

/** Rules that are switched off because they ask for facts that are not documented. */
const inapplicable = {
  'info-contact': 'off', // no contact is documented
  'license-url': 'off', // OpenAPI 3.1 has an identifier in its place
  'oas3-server-not-example.com': 'off', // the base address is not documented
  'openapi-tags-alphabetical': 'off', // tags are in the order of a user's work
} as const

type Rules = Readonly<Record<string, 'off'>>

async function bySpectral(ruleset: object, rules: Rules, file: object): Promise<string[]> {
  const linter = new spectral.Spectral()
  // The published types of the two Spectral packages do not fit each other.
  linter.setRuleset({ extends: [[ruleset as RulesetDefinition, 'all']], rules })
  const found = await linter.run(structuredClone(file) as Record<string, unknown>)
  return found.map(({ code, message, path }) => `${String(code)} at ${path.join('.')}: ${message}`)
}

const spectralRules: Opinion = (document) => bySpectral(rulesets.oas, inapplicable, document)

const otherParser: Opinion = async (document) => {
  const result = await validate(structuredClone(document) as Parameters<typeof validate>[0])
  return result.valid ? [] : result.errors.map(({ message }) => message)
}

const opinions: Record<string, Opinion> = {
  'the official JSON Schema of OpenAPI 3.1': officialSchema,
  "Spectral's oas rules": spectralRules,
  "ReadMe's parser": otherParser,
}

/** What the three say against a document, by their names. */
export async function secondOpinions(file: string): Promise<Record<string, string[]>> {
  const document = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const entries = Object.entries(opinions).map(async ([name, ask]) => [name, await ask(document)])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string[]>
}

/** What Spectral's rules for workflows say against one. */
export async function opinionOfWorkflow(file: string): Promise<string[]> {
  return bySpectral(rulesets.arazzo, {}, parse(await readFile(file, 'utf8')) as object)
}
