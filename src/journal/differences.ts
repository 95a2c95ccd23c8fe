/** The paths at which two values of JSON differ, such as `amount` or `members.0.id`. */
export function differences(one: unknown, other: unknown, path = ''): string[] {
  if (!isObjectOrList(one) || !isObjectOrList(other) || Array.isArray(one) !== Array.isArray(other))
    return one === other ? [] : [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    differences(one[name], other[name], path === '' ? name : `${path}.${name}`),
  )
}

function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
