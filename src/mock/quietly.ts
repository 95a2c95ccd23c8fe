/** Runs a function with console output switched off: oidc-provider prints advice for production servers. */
export async function quietly<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const { warn, info } = console
  console.warn = console.info = () => undefined
  try {
    return await run()
  } finally {
    console.warn = warn
    console.info = info
  }
}
