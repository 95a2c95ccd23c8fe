/** What is not listed is stripped, unless `strict` is set for bodies. */
const strict = { body: process.env.STRICT === 'yes' }

export default {
  schemas: {
    input: process.env.DOCUMENT,
    output: { target: 'schemas.ts', client: 'zod', override: { zod: { strict } } },
  },
}
