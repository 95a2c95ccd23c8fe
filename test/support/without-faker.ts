import { createRequire, Module } from 'node:module'

/** Prism loads 2,000 modules of faker, which it never calls here: the package of the mock leaves them out too. */
const require = createRequire(import.meta.url)
const file = createRequire(require.resolve('@stoplight/prism-http')).resolve('@faker-js/faker')
require.cache[file] ??= Object.assign(new Module(file), { loaded: true, exports: {} })
