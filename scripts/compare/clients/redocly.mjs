import { client } from 'generated/redocly.ts'

export const packages = ['@redocly/cli']
export const rows = { 'Redocly generate-client': {} }
export default ({ baseUrl: serverUrl, timeout }) => {
  client.configure({ serverUrl, timeout })
  return (body) => client.createStablecoinConversion({ body })
}
