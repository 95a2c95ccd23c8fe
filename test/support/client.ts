import type { Call } from '../../src/index.js'

/** Calls an operation by its name with whatever body. */
export function callBy(client: object, operationId: string, body: unknown): Call<object> {
  const methods = client as Readonly<Record<string, (body: unknown) => Call<object>>>
  return (methods[operationId] as (typeof methods)[string])(body)
}
