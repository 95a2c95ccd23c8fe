import { isObject } from '../../src/shared/json.js'

export type Json = null | boolean | number | string | Json[] | Node
export interface Node {
  [key: string]: Json
}

export const isNode = isObject as (value: unknown) => value is Node
