import { Configuration, StablecoinConversionsApi } from 'generated/openapi-generator/index.ts'

export const packages = ['openapi-generator']
export const rows = { 'OpenAPI Generator, typescript-fetch': {} }
export default ({ baseUrl: basePath, timeout }) => {
  const api = new StablecoinConversionsApi(new Configuration({ basePath }))
  return (createStablecoinConversionRequest) =>
    api.createStablecoinConversion(
      { createStablecoinConversionRequest },
      { signal: AbortSignal.timeout(timeout) },
    )
}
