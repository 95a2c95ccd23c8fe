/** The call of a function that the package has, which bundlers may drop. */
export function called(name: string, data: unknown, more = ''): string {
  return `/* @__PURE__ */ ${name}(${[JSON.stringify(data), more].filter(Boolean).join(', ')})`
}
