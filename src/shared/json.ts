/** What a text of JSON holds; undefined for any other text, and for one that cannot be decoded. */
export function parseJson(text: string | (() => string)): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : text()) as unknown
  } catch {
    return undefined
  }
}

/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
