import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../../support/run.js'

/** A certificate that nobody trusts, with its key. */
export async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  try {
    const request = ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1']
    await must([...request, '-subj', '/CN=localhost', '-keyout', 'key', '-out', 'cert'], {
      cwd: folder,
    })
    const [key, cert] = await Promise.all(
      ['key', 'cert'].map((name) => readFile(join(folder, name))),
    )
    if (key === undefined || cert === undefined) throw new Error('openssl made no certificate')
    return { key, cert }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
