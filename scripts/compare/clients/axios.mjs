import axios from 'axios'

const strict = { responseType: 'json', transitional: { silentJSONParsing: false } }
export const rows = { axios: {}, "axios, responseType: 'json', silentJSONParsing: false": strict }
export default ({ baseUrl: baseURL, ...settings }) => {
  const client = axios.create({ baseURL, ...settings })
  return async (body) => (await client.post('/v2/conversion/stablecoins', body)).data
}
