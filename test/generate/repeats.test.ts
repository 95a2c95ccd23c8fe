import { expect, it } from 'vitest'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document } from '../../scripts/lib/document.js'
import { baseDocument } from '../support/base-document.js'
import { merge, type Node } from '../support/merge.js'

/** How often the folder of a provider says that a repeat of the reference is left open. */
async function countOf(rule: object | undefined): Promise<number> {
  const said = rule && { 'x-idempotency': rule }
  const more = { paths: { '/v2/conversion/stablecoins': { post: { ...said } } } }
  const document = merge(baseDocument() as object as Node, more as object as Node)
  const files = await writeFolder(document as object as Document, { header: '' })
  const text = (files['openapi.yaml'] ?? '').replace(/\s+/g, ' ')
  return text.match(/does not say what a repeated (?:`ref_id`|one) does/g)?.length ?? 0
}

it.each([
  ['nothing', undefined, 2],
  ['what a repeated ref_id gets', { key: 'ref_id', repeated: '409', lifetime: 'P30D' }, 0],
  ['what a repeated header gets', { key: 'header Key', repeated: '409', lifetime: 'P30D' }, 2],
])('the document leaves a repeat open where the overlay says %s', async (_, rule, count) => {
  expect(await countOf(rule)).toBe(count)
})
