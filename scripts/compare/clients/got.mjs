import got from 'got'

export const rows = { got: {}, 'got, retry of POST': { retry: { methods: ['POST'] } } }
export default ({ baseUrl, timeout, retry }) => {
  const client = got.extend({ timeout: { request: timeout }, retry })
  return (json) => client.post(`${baseUrl}/v2/conversion/stablecoins`, { json }).json()
}
