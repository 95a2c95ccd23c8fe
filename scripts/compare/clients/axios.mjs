import axios from 'axios'

export const packages = ['axios']
export default ({ baseUrl: baseURL, timeout }) => {
  const client = axios.create({ baseURL, timeout })
  return async (body) => (await client.post('/v2/conversion/stablecoins', body)).data
}
