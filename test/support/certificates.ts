import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from './run.js'

/** Certificates and their keys, in the forms that servers take. */
export type Certificates = Awaited<ReturnType<typeof makeCertificates>>

const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ')

/** Makes an authority that the clients trust, one that they do not know, and the servers' certificates. */
export async function makeCertificates(folder: string) {
  const openssl = async (...parameters: string[]): Promise<void> => {
    await must(['openssl', ...parameters], { cwd: folder })
  }
  const makeAuthority = (name: string): Promise<void> =>
    openssl(
      ...['req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
    )
  const issue = async (
    name: string,
    { by = 'trusted', to = 'DNS:localhost,IP:127.0.0.1', days = 2 } = {},
  ) => {
    await openssl(
      ...['req', '-new', ...newKey, '-subj', `/CN=${name}`, '-addext', `subjectAltName=${to}`],
      ...['-keyout', `${name}.key`, '-out', `${name}.csr`],
    )
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${by}.pem`, '-CAkey', `${by}.key`],
      ...['-set_serial', String(Math.floor(Math.random() * 1e9)), '-days', String(days)],
      ...['-copy_extensions', 'copy', '-out', `${name}.pem`],
    )
    const [key, cert] = await Promise.all([read(`${name}.key`), read(`${name}.pem`)])
    return { key, cert }
  }
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
  await Promise.all([makeAuthority('trusted'), makeAuthority('unheard-of')])
  const [good, expired, wrongHost, unknown] = await Promise.all([
    issue('good'),
    issue('expired', { days: -1 }),
    issue('wrong-host', { to: 'DNS:elsewhere.invalid' }),
    issue('unknown', { by: 'unheard-of' }),
  ])
  /** The file of the authority that the clients trust. */
  const authority = join(folder, 'trusted.pem')
  return { authority, good, expired, wrongHost, unknown }
}
