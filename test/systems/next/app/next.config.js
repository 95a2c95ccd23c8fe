import { dirname } from 'node:path'

/** Next.js is installed one folder above. */
export default { turbopack: { root: dirname(import.meta.dirname) }, experimental: { cpus: 1 } }
