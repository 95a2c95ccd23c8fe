// The start of a process, up to the answer of its first conversion over node:http: by hand, or by the client of a folder. Npm's
// undici will not do: it loads the undici of Node.js itself, for `globalThis.Headers`.
import { request } from 'node:http'
import { pathToFileURL } from 'node:url'

const [task, folder] = process.argv.slice(2)
const { baseUrl, path, body, token } = JSON.parse(task)

/** As few lines as a transport has. */
const send = async ({ url, method, headers, body }) => {
  const sent = request(url, { method, headers })
  sent.end(body)
  const answer = await new Promise((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  )
  const bytes = Buffer.concat(await answer.toArray())
  return {
    status: answer.statusCode,
    get headers() {
      return new Headers(answer.headers)
    },
    header: (name) => answer.headers[name],
    read: () => ({ bytes }),
  }
}
if (folder) {
  const { createClient } = await import(pathToFileURL(`${folder}/dist/src/index.js`).href)
  const client = createClient({ baseUrl, auth: token, transport: send })
  await client.createStablecoinConversion(body)
} else {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = { url: baseUrl + path, method: 'POST', headers, body: JSON.stringify(body) }
  JSON.parse((await send(sent)).read().bytes)
}
const { user, system } = process.cpuUsage()
process.stdout.write(`${user + system}`)
process.exit()
