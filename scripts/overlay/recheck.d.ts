/** The build in plain JavaScript; that of the package's name starts other processes. */
declare module 'recheck/lib/browser.js' {
  import type * as recheck from 'recheck'
  export * from 'recheck'
  const build: typeof recheck | undefined
  export default build
}
