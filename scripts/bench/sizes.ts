import { measureClient, sizeOf } from '../lib/size.js'

/** What a page would bundle of other clients. */
const others: Readonly<Record<string, string>> = {
  'openapi-fetch': "export { default } from 'openapi-fetch'",
  axios: "export { default } from 'axios'",
  ky: "export { default } from 'ky'",
  'redocly generate-client': "export * from './bench/clients/redocly.js'",
  '@hey-api/openapi-ts': "export * from './bench/clients/hey-api.js'",
}

interface Size {
  readonly entry: string
  /** The ceiling in kB, gzipped. */
  readonly most?: number
  readonly minified: number
  readonly gzipped: number
}

/** Bytes of each client, bundled for a browser, without the generated ones that are absent. */
export async function measureSizes(built: string, absent: readonly string[]): Promise<Size[]> {
  const present = Object.entries(others).filter(
    ([, contents]) => !absent.some((name) => contents.includes(`clients/${name}.js`)),
  )
  const measured = present.map(async ([entry, contents]) => {
    return { entry, ...(await sizeOf(contents, built)) }
  })
  const own = (await measureClient(built)).map(({ title, most, ...size }) => {
    return { entry: `ours: ${title}`, most, ...size }
  })
  return [...own, ...(await Promise.all(measured))]
}
