import { expect, it } from 'vitest'
import { markdownTable } from '../../scripts/lib/record.js'
import { numbered, testFaults } from './over.js'

testFaults('fetch', {})

it('README.md lists these rows, as `npm run suite -- faults -u` writes them', async () => {
  const lines = numbered.map(({ number, fault, demand }) => [number, fault, demand])
  const table = markdownTable(['', 'Fault', 'What holds'], lines)
  const text = `# Faults\n\n\`npm run suite -- faults\` plays these over fetch and undici, by sockets that really break.\n\n${table}\n`
  await expect(text).toMatchFileSnapshot('README.md')
})
