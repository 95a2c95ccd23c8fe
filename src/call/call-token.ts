import { acquireToken, dropToken } from '../auth/acquire-token.js'
import type { CallContext } from '../call-context.js'
import { Failed, type Failure } from '../failure.js'
import type { Setup } from '../options.js'

/** Takes a token for a call; no promise where it is there. @throws Failed */
export function takeToken(setup: Setup, call: CallContext): string | Promise<string> {
  const { auth } = setup.options
  return typeof auth === 'string' ? auth : acquireToken(auth, setup, call)
}

/** Tells the source that the service refused the token. */
export function giveBack({ options: { auth } }: Setup, token: string, call: CallContext): void {
  if (typeof auth !== 'string') dropToken(auth, token, call)
}

/** Gets another token after a refusal. @throws Failed with the refusal, where no other token can be had */
export async function renewToken(
  setup: Setup,
  refused: string,
  refusal: Failure,
  call: CallContext,
): Promise<string> {
  giveBack(setup, refused, call)
  const token = await takeToken(setup, call)
  // A source drops at most one token a second, and then gives the same again.
  if (token === refused) throw new Failed(refusal)
  return token
}
