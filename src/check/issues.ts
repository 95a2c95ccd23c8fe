import type { Issue } from '../errors.js'
import type { Check, Violation } from '../operation.js'

/**
 * What a validator found in a body, as sentences: one for each problem, none twice. `quote` says
 * whether a sentence may show what was found.
 */
export function findIssues({ validate, phrases }: Check, body: unknown, quote = true): Issue[] {
  if (validate(body)) return []
  const issues = settleAlternatives(validate.errors ?? []).map((violation): Issue => {
    const { instancePath, schemaPath, keyword, params } = violation
    const keys = instancePath.split('/').slice(1)
    const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    const at = (rule: string, ...member: unknown[]): Issue => {
      const path = [...names, ...member.map(String)].reduce(memberPath, '$')
      return { path, message: `${nameOf(path)} ${rule}` }
    }
    if (keyword === 'required') return at('is required', params['missingProperty'])
    if (keyword === 'additionalProperties') {
      const fields = phrases[schemaPath] ?? ''
      return at(`is not one of the fields here, which are ${fields}`, params['additionalProperty'])
    }
    const phrase = phrases[schemaPath.slice(0, schemaPath.lastIndexOf('/'))] ?? keyword
    const found = names.reduce<unknown>((value, name) => (value as Json)[name], body)
    return at(`must be ${phrase}${quote ? `, got ${got(found)}` : ''}`)
  })
  return [...new Map(issues.map((issue) => [issue.message, issue])).values()]
}

type Json = Readonly<Record<string, unknown>>

/**
 * Of the problems of a `oneOf`, keeps those of the alternative that was meant: the only one whose
 * identifying fields are there. Where none or several are, says so, with what else is wrong.
 */
function settleAlternatives(violations: readonly Violation[]): readonly Violation[] {
  const oneOf = violations.find(({ keyword }) => keyword === 'oneOf')
  if (oneOf === undefined) return violations
  const inside = violations.filter(({ schemaPath }) =>
    schemaPath.startsWith(`${oneOf.schemaPath}/`),
  )
  const outside = violations.filter(
    (violation) => !inside.includes(violation) && violation !== oneOf,
  )
  const branch = ({ schemaPath }: Violation) =>
    schemaPath.slice(oneOf.schemaPath.length + 1).split('/', 1)[0]
  const identifies = ({ keyword }: Violation) => ['required', 'false schema'].includes(keyword)
  const excluded = inside.filter(identifies).map(branch)
  const meant = new Set(inside.map(branch).filter((name) => !excluded.includes(name)))
  return meant.size === 1
    ? [...outside, ...inside.filter((violation) => meant.has(branch(violation)))]
    : [...outside, oneOf, ...inside.filter((violation) => !identifies(violation))]
}

/** The JSONPath of a member of what `path` points to. */
export function memberPath(path: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key)
    ? `${path}.${key}`
    : `${path}[${JSON.stringify(key.slice(0, 40))}]`
}

/** How a sentence names what a JSONPath points to. */
export function nameOf(path: string): string {
  return path === '$' ? 'the body' : path.replace(/^\$\.?/, '')
}

/** The value that was found, cut short, so that the sentence stays readable. */
function got(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `${value.length} characters` : JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return 'an array'
  const names = Object.keys(value).map((key) => key.slice(0, 40))
  return names.length === 0 ? 'an empty object' : `an object with ${names.slice(0, 8).join(', ')}`
}
