import axios from 'axios'
import axiosRetry, { isRetryableError } from 'axios-retry'

export const packages = ['axios', 'axios-retry']
export const rows = {
  'axios-retry': {},
  'axios-retry, isRetryableError': { retryCondition: isRetryableError },
}
export default ({ baseUrl: baseURL, timeout, retryCondition }) => {
  const client = axios.create({ baseURL, timeout })
  axiosRetry(client, retryCondition && { retryCondition })
  return async (body) => (await client.post('/v2/conversion/stablecoins', body)).data
}
