import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Document } from '../../scripts/lib/document.js'
import { root } from './run.js'

const names = ['putCryptoDestinationAddress', 'createStablecoinConversion', 'createIssuerQuote']

/** The document with the operations that overlays of tests build on. What a fork adds is no part of them. */
export function baseDocument(): Document {
  const document = parse(readFileSync(`${root}/openapi/openapi.yaml`, 'utf8')) as Document
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const known = Object.entries(item).filter(([, { operationId }]) => names.includes(operationId))
    return [path, Object.fromEntries(known)] as const
  })
  const used = paths.filter(([, item]) => Object.keys(item).length > 0)
  return { ...document, paths: Object.fromEntries(used) }
}
