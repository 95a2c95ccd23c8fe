import { expect, it } from 'vitest'
import { run, script } from '../support/run.js'

it('npm run overlay:count says which operations of a provider an overlay can add, and why not the others', async () => {
  const { code, stdout } = await run(script('overlay/count'))
  expect(code).toBe(0)
  expect(stdout)
    .toBe(`form, upload: a request body is supported as application/json only, and no file can be sent
download: an answer of application/pdf is not supported, only application/json or none is
cookie: the parameter session in cookie is not supported: cookies are left to the service
scalar: an answer of the type integer is not supported, only an object or a list is
apiKey: the security scheme apiKey of the type apiKey is not supported, only a bearer token is
recursive: #/components/schemas/Box refers to itself, which is not supported
11 of the 18 operations of test/overlay/constructs.yaml can be added by an overlay.
`)
})
