/** Whether this runs in a page, or in a worker of one: whoever opens it can read what is in it. */
export function inBrowser(): boolean {
  return ('window' in globalThis && 'document' in globalThis) || 'importScripts' in globalThis
}
