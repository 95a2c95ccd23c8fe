export type * from './client/types.ts'
