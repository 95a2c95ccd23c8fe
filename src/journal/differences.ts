/** The paths at which two values of JSON differ, such as `amount` or `members.0.id`. */
export function differences(one: unknown, other: unknown, path = ''): string[] {
  if (!isObjectOrList(one) || !isObjectOrList(other) || Array.isArray(one) !== Array.isArray(other))
    return one === other ? [] : [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    differences(own(one, name), own(other, name), path === '' ? name : `${path}.${name}`),
  )
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
