import { isText } from '../shared/json.js'

/**
 * The paths at which two values of JSON differ, such as `amount` or `members.0.id`. Decimals are compared by their value.
 * With `shared`, only the members count that both objects have.
 */
export function differences(one: unknown, other: unknown, shared = false, path = ''): string[] {
  if (!isObjectOrList(one) || !isObjectOrList(other) || Array.isArray(one) !== Array.isArray(other))
    return toValue(one, other) === toValue(other, one) ? [] : [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const counts = (name: string): boolean =>
    !shared || Array.isArray(one) || (Object.hasOwn(one, name) && Object.hasOwn(other, name))
  return [...names]
    .filter(counts)
    .flatMap((name) =>
      differences(one[name], other[name], shared, path === '' ? name : `${path}.${name}`),
    )
}

function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** `12.50`, `12.5` and the number are one value; `007` and `7`, which may be names, are two. A number has few digits. */
function toValue(text: unknown, other: unknown): unknown {
  if (isText(text) && typeof other === 'number') return Number(text)
  if (!isText(text) || text.length > 100 || !/^\d*\.\d+$/.test(text)) return text
  const [whole = '', part = ''] = text.split('.')
  // A text of at most a hundred characters.
  // eslint-disable-next-line regexp/no-super-linear-move
  return [whole.replace(/^0+/, '') || '0', part.replace(/0+$/, '')].filter(Boolean).join('.')
}
