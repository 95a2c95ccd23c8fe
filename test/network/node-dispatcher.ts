import type { Dispatcher } from 'undici'

// Before npm's undici is loaded: where there is no dispatcher yet, that sets one of its own for fetch as well.
new Headers()

/** What Node.js's own fetch sends by. */
export const nodeDispatcher = Reflect.get(
  globalThis,
  Symbol.for('undici.globalDispatcher.1'),
) as Dispatcher
