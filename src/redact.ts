/** A text without secrets, also where JSON or a URL escapes them. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .filter((form) => form !== '')
    .reduce((clean, form) => clean.replaceAll(form, '[redacted]'), text)
}

/** The same for everything in a JSON value, keys included. */
export function redactJson<Value>(value: Value, secrets: readonly string[]): Value {
  return JSON.parse(redact(JSON.stringify(value), secrets)) as Value
}
