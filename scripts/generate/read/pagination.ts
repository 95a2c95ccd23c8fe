import type { Pagination } from '../../../src/operation.js'
import { isNode, membersOf, type Node, type Operation } from '../../lib/document.js'
import { alternatives } from './parameters.js'

/** The extension that says how a list goes on. */
const extension = 'x-pagination'

/** How the list of a read goes on, as the extension says it. @throws Error in a sentence */
export function paginationOf(operation: Operation): Pagination | undefined {
  const value = operation.object[extension]
  if (value === undefined) return undefined
  const refuse = (problem: string): never => {
    throw new Error(`${operation.place}: ${extension} ${problem}`)
  }
  const { items, next, parameter, ...others } = (isNode(value) ? value : { value }) as Record<
    string,
    string
  >
  if (operation.method !== 'GET') refuse('is of a GET: what is no read is not made for each page')
  if (Object.keys(others).length > 0 || [items, next, parameter].some((one) => !isName(one)))
    refuse('takes items, next and parameter, each a text, and nothing else')
  const [list = [], cursor = []] = [items, next].map((path) => String(path).split('.'))
  const taker = operation.parameters.find((one) => one.in === 'query' && one.name === parameter)
  if (!taker) return refuse(`has parameter: ${parameter}, which is no parameter of the query`)
  if (!leadsTo(operation, list, ['array']))
    refuse(`has items: ${items}, where the answer has no list`)
  const types = typesOf(operation.plain(taker.schema)).filter((type) => cursors.includes(type))
  if (!leadsTo(operation, cursor, types))
    refuse(`has next: ${next}, where the answer has no text or number that ${parameter} takes`)
  return { items: list, next: cursor, parameter: taker.name }
}

const isName = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** The types of a cursor. */
const cursors = ['string', 'integer', 'number']

const typesOf = ({ type = 'any' }: Node): string[] => [type].flat() as string[]

/** Whether each alternative of the answer has one of these types at a path, beside null. */
function leadsTo({ plain, response }: Operation, path: readonly string[], types: string[]) {
  const look = (schema: Node, [name, ...rest]: readonly string[]): boolean =>
    alternatives(schema).every((part) => {
      const { properties } = membersOf(part)
      if (name !== undefined)
        return Object.hasOwn(properties, name) && look(properties[name] as Node, rest)
      return typesOf(part).every((one) => [...types, 'null'].includes(one))
    })
  return response !== undefined && look(plain(response), path)
}

/** The mark to write for a list that plainly goes on: by a parameter `x` and a member `next_x`, in whatever style. */
export function proposalOf(operation: Operation): string | undefined {
  const { method, parameters, plain, response, object } = operation
  if (method !== 'GET' || object[extension] !== undefined) return undefined
  const members = pathsIn(plain(response)).filter((path) => !/[^\w.-]/.test(path.join('.')))
  const [list, ...others] = members.filter((path) => leadsTo(operation, path, ['array']))
  const pairs = parameters.flatMap(({ in: place, name }) =>
    members
      .filter((path) => place === 'query' && letters(path.at(-1)) === `next${letters(name)}`)
      .map((next) => `next: ${next.join('.')}, parameter: ${JSON.stringify(name)}`),
  )
  return list && others.length === 0 && pairs.length === 1
    ? `${extension}: { items: ${list.join('.')}, ${pairs.join()} }`
    : undefined
}

const letters = (name = ''): string => name.replace(/[^a-z\d]/gi, '').toLowerCase()

/** The paths of all members of an answer, and of the objects in it. */
function pathsIn(schema: Node, above: readonly string[] = []): (readonly string[])[] {
  return Object.entries(membersOf(schema).properties).flatMap(([name, member]) => {
    const path = [...above, name]
    return [path, ...pathsIn(member, path)]
  })
}
