import type { Filter } from '../../../src/testing/example-answer.js'
import { type Node, type Operation, type Properties } from '../../lib/document.js'
import { paginationOf } from './pagination.js'

/** A field of a request or an answer, or a parameter of a request, as a runtime expression says it. */
const part = /^"\$re(?:\w+\.body#\/(?:.*\/)?(\w+)|quest\.(?:path|query|header)\.(.+))"$/

/** The fields and parameters of requests and answers that links give to parameters, by the path that is linked to. */
export function linkedFields(operations: readonly Operation[]) {
  const paths = new Map(operations.map(({ id, path }) => [id, path]))
  const rows = operations.flatMap(({ successes }) => {
    const links = successes.flatMap(([, answer]) => Object.values(answer.links ?? {}) as Node[])
    return links.flatMap(({ operationId, parameters = {} }) =>
      Object.entries(parameters as Node).flatMap(([name, value]) => {
        const [, inBody, beside] = part.exec(JSON.stringify(value)) ?? []
        const field = inBody ?? beside
        const parameter = name.replace(/^(?:path|query|header)\./, '')
        const path = paths.get(operationId as string)
        return field ? [[`${path ?? ''} ${parameter}`, field] as const] : []
      }),
    )
  })
  const fields = new Map(rows)
  return (path: string, parameter: string): string | undefined => fields.get(`${path} ${parameter}`)
}

/** How parameters find resources: by fields of their names, also with `.gte`, `[gte]` and the like after numbers and times. */
export function filtersOf(
  { path, parameters }: Operation,
  fields: Properties,
  linked: ReturnType<typeof linkedFields>,
): Record<string, Filter> {
  const filters = parameters.flatMap(({ name }): [string, Filter][] => {
    const [, plain = '', is] = /^(.*?)(?:\[\]|[.[](gte|gt|lte|lt)\]?)?$/.exec(name) ?? []
    const own = [linked(path, name) ?? name, name].find((one) => Object.hasOwn(fields, one))
    if (own !== undefined) return [[name, { field: own }]]
    const { type, format } = fields[plain] ?? {}
    const isOrdered = format === 'date-time' || type === 'number' || type === 'integer'
    if (!Object.hasOwn(fields, plain) || (is !== undefined && !isOrdered)) return []
    return [[name, { field: plain, ...(is && { is }) } as Filter]]
  })
  return Object.fromEntries(filters)
}

/** The length of a page: the first integer with a default, or a maximum, above 1 that is neither a filter nor the cursor. */
export function pageLengthOf(operation: Operation, filters: Readonly<Record<string, Filter>>) {
  const pagination = paginationOf(operation)
  const lengths = operation.parameters.flatMap(({ name, schema }) => {
    const { type, default: first, maximum } = operation.plain(schema)
    const byDefault = Number(first ?? maximum)
    const isOther = name === pagination?.parameter || Object.hasOwn(filters, name)
    return type === 'integer' && byDefault > 1 && !isOther ? [{ parameter: name, byDefault }] : []
  })
  return pagination && lengths[0]
}
