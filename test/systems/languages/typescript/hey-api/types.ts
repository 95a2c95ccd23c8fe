export type * from './client/types.gen.js'
