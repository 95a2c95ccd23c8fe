import { createStablecoinConversion } from 'generated/orval.ts'

export const packages = ['orval']
export const rows = { 'orval, client: fetch': {} }
export default ({ baseUrl, timeout }) =>
  async (body) => {
    // Its address is fixed when it is generated.
    const { fetch } = globalThis
    const here = (path, init) => fetch(baseUrl + path, init)
    globalThis.fetch = here
    const call = createStablecoinConversion(body, { signal: AbortSignal.timeout(timeout) })
    globalThis.fetch = fetch
    const { data, status } = await call
    if (status !== 200) throw Object.assign(new Error('not 200'), { status })
    return data
  }
