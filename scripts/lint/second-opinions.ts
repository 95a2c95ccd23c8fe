/** Asks three tools that nothing else here uses whether the bundled document is valid. */
import { readFile } from 'node:fs/promises'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { parse } from 'yaml'

/** Rules that are switched off because they ask for facts that are not documented. */
const inapplicable = {
  'info-contact': 'off', // no contact is documented
  'license-url': 'off', // OpenAPI 3.1 has an identifier in its place
  'oas3-server-not-example.com': 'off', // the base address is not documented
  'openapi-tags-alphabetical': 'off', // tags are in the order of a user's work
} as const

async function bySpectral(ruleset: object, rules: object, file: object): Promise<string[]> {
  const linter = new spectral.Spectral()
  // The published types of the two Spectral packages do not fit each other.
  linter.setRuleset({ extends: [[ruleset, 'all']], rules } as RulesetDefinition)
  const found = await linter.run(file as Record<string, unknown>)
  return found.map(({ code, message, path }) => `${String(code)} at ${path.join('.')}: ${message}`)
}

/** The problems of a document, by the names of the tools. */
export async function secondOpinions(file: string): Promise<Record<string, string[]>> {
  const text = await readFile(file, 'utf8')
  // A tool may change the object that it reads.
  const read = () => JSON.parse(text) as Record<string, unknown>
  const schema = await new Validator().validate(read())
  const parsed = await validate(read() as Parameters<typeof validate>[0])
  return {
    'the official JSON Schema of OpenAPI 3.1': schema.valid ? [] : [JSON.stringify(schema.errors)],
    "Spectral's oas rules": await bySpectral(rulesets.oas, inapplicable, read()),
    "ReadMe's parser": parsed.valid ? [] : parsed.errors.map(({ message }) => message),
  }
}

/** The problems of a workflow by Spectral's rules. */
export async function opinionOfWorkflow(file: string): Promise<string[]> {
  return bySpectral(rulesets.arazzo, {}, parse(await readFile(file, 'utf8')) as object)
}
