import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** Certificates and their keys, in the forms that servers take. */
export type Certificates = Awaited<ReturnType<typeof makeCertificates>>

/** Names of a server: 2 stands for DNS, 7 for IP. */
type AltNames = readonly ({ type: 2; value: string } | { type: 7; ip: string })[]
const here: AltNames = [
  { type: 2, value: 'localhost' },
  { type: 7, ip: '127.0.0.1' },
]
const shared = { keyType: 'ec', algorithm: 'sha256' } as const
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

async function makeAuthority(name: string) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    ...shared,
    notAfterDate: days(2),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  return { key, cert }
}

/** Makes an authority that the clients trust, one that they do not know, and the servers' certificates. */
export async function makeCertificates(folder: string) {
  const [trusted, unheardOf] = await Promise.all(['trusted', 'unheard-of'].map(makeAuthority))
  const issue = async (name: string, { ca = trusted, altNames = here, until = 2 } = {}) => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
      ...shared,
      ...(ca && { ca }),
      notBeforeDate: days(until - 4),
      notAfterDate: days(until),
      extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
    })
    return { key, cert }
  }
  const [good, expired, wrongHost, unknown] = await Promise.all([
    issue('good'),
    issue('expired', { until: -1 }),
    issue('wrong-host', { altNames: [{ type: 2, value: 'elsewhere.invalid' }] }),
    issue('unknown', { ca: unheardOf }),
  ])
  const write = async (name: string, text = ''): Promise<string> => {
    const file = join(folder, name)
    await writeFile(file, text)
    return file
  }
  /** The files of the authority that the clients trust, and of the good certificate with its key. */
  const [authority, cert, key] = await Promise.all([
    write('trusted.pem', trusted?.cert),
    write('good.pem', good.cert),
    write('good.key', good.key),
  ])
  return { authority, files: { ca: authority, cert, key }, good, expired, wrongHost, unknown }
}
