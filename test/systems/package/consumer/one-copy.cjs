// What the package documents is found, nothing else is, and where Node.js can, `require` gives what `import` gives.
const assert = require('node:assert/strict')

const name = 'stablecoin-issuer-api'
const main = async () => {
  const { require_module: isOne = false } = process.features
  for (const [entry, target] of Object.entries(require(`${name}/package.json`).exports)) {
    const path = name + entry.slice(1)
    if (typeof target !== 'string') assert.equal(require(path) === (await import(path)), isOne)
    else assert.ok(require('node:fs').readFileSync(require.resolve(path)).length > 0)
  }
  assert.equal(require(`${name}/openapi.json`).openapi, '3.1.1')
  for (const inside of ['dist/src/index.js', 'generated/types.ts', 'src/index.ts'])
    await assert.rejects(import(`${name}/${inside}`), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' })
}
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
