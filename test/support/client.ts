import type { Call, CallOptions } from '../../src/index.js'

type Method = (body: unknown, options?: CallOptions) => Call<object>

/** Calls an operation by its name with whatever body. */
export function callBy(client: object, operationId: string, ...call: Parameters<Method>) {
  const methods = client as Readonly<Record<string, Method>>
  return (methods[operationId] as Method)(...call)
}
