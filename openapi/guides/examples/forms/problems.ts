import { schemas } from 'stablecoin-issuer-api/schemas'

/** What was filled in: an empty input gives '', which is no value of a field. */
export const filledIn = (form: FormData): Record<string, unknown> =>
  Object.fromEntries([...form].filter(([, value]) => value !== ''))

/** A sentence for each field that has a problem, by its name. Empty if the values can be sent. */
export function problemsOf(operation: keyof typeof schemas, values: unknown): Map<string, string> {
  const { issues = [] } = schemas[operation]['~standard'].validate(values)
  return new Map(issues.map(({ path, message }) => [path.join('.'), message]))
}
