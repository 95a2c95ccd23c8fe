// A program that requires the package and imports it has two copies of it, which understand each other.
const assert = require('node:assert/strict')
const { PGlite } = require('@electric-sql/pglite')

const name = 'stablecoin-issuer-api'
const order = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }

/** What the package documents is found by both, and nothing else is. */
async function findEntries() {
  for (const [entry, target] of Object.entries(require(`${name}/package.json`).exports)) {
    const path = name + entry.slice(1)
    if (typeof target === 'string')
      assert.ok(require('node:fs').readFileSync(require.resolve(path)).length > 0)
    else {
      const names = Object.keys(require(path)).sort()
      assert.deepEqual(Object.keys(await import(path)).sort(), names)
      // A loader that resolves as `require` does imports the CommonJS file, whose names Node.js reads from its text.
      const ofFile = Object.keys(await import(require.resolve(path)))
      assert.deepEqual(
        ofFile.filter((key) => !/^(default|module\.exports)$/.test(key)).sort(),
        names,
      )
    }
  }
  assert.equal(require(`${name}/openapi.json`).openapi, '3.1.1')
  for (const inside of ['dist/src/index.js', 'generated/types.ts', 'src/index.ts'])
    await assert.rejects(import(`${name}/${inside}`), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' })
}

/** One copy makes the client; the other has the fake, the journal and the transport, and is asked about the errors. */
async function callAcross(own, other, pglite, partition) {
  assert.notEqual(own.api.ClientError, other.api.ClientError)
  const failureOf = (call) => call.then(assert.fail, (error) => error)
  const check = (error, kind, facts) => {
    assert.equal(error.name, kind)
    for (const { api } of [own, other]) assert.ok(api.ClientError.is(error))
    for (const [member, value] of Object.entries(facts)) assert.equal(error[member], value)
  }

  // Neither code says what happened: the transport of the other copy does.
  const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }
  const quoteOver = (dispatch) => {
    const transport = other.undici.undiciTransport({ dispatcher: { dispatch } })
    const options = { baseUrl: 'https://issuer.invalid', auth: 'token', maxRetries: 0, transport }
    return failureOf(own.api.createClient(options).createIssuerQuote(quote))
  }
  const failWith = (code, handler) =>
    handler.onResponseError({ abort() {} }, Object.assign(new Error('broken'), { code }))
  const notSent = await quoteOver((_options, handler) => !failWith('EPIPE', handler))
  check(notSent, 'ConnectionError', { outcome: 'not_sent', attempts: 1 })
  const maybeSent = await quoteOver((_options, handler) => {
    handler.onRequestStart({ abort() {} }, {})
    return !failWith('ENOTFOUND', handler)
  })
  check(maybeSent, 'ConnectionError', { outcome: 'unknown', attempts: 1 })

  const issuer = other.testing.fakeIssuer()
  const database = other.journal.postgres(pglite)
  const options = { partition, lookUp: () => Promise.reject(notSent) }
  const journal = await other.journal.openJournal(database, options)
  const client = own.api.createClient({ ...issuer.options, maxRetries: 0, journal })
  const convert = (ref_id, more) => client.createStablecoinConversion({ ...order, ref_id, ...more })
  const made = await convert('made')
  assert.deepEqual(await convert('made'), made)
  issuer.next('createStablecoinConversion', 'broken')
  const lost = { outcome: 'unknown', refId: 'lost' }
  check(await failureOf(convert('lost')), 'ConnectionError', { ...lost, attempts: 1 })
  check(await failureOf(convert('lost')), 'SentBeforeError', { ...lost, attempts: 0 })
  const reused = { outcome: 'not_sent', refId: 'made' }
  check(await failureOf(convert('made', { amount: '2' })), 'ReferenceReusedError', reused)
  assert.equal(issuer.requests.length, 2)
  const { failed } = await journal.settle()
  assert.match(
    failed[0].error.message,
    /look-up failed: POST \/v2\/issuer-quote.* after 1 attempt$/,
  )
}

const main = async () => {
  await findEntries()
  const copyOf = async (load) => ({
    api: await load(name),
    journal: await load(`${name}/journal`),
    testing: await load(`${name}/testing`),
    undici: await load(`${name}/undici`),
  })
  const required = await copyOf(require)
  const imported = await copyOf((path) => import(path))
  const pglite = new PGlite()
  await callAcross(imported, required, pglite, 'imported')
  await callAcross(required, imported, pglite, 'required')
}
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
