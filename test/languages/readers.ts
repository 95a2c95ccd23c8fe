import type { Reader } from './reader.js'

export const readers: readonly Reader[] = []
