export type * from './client/index.js'
