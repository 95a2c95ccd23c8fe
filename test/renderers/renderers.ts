import type { Page } from 'playwright-core'

/** How a renderer is put into a page, and how its reader gets to see what it folds. */
export interface Renderer {
  readonly name: string
  readonly package: string
  readonly version: string
  /** The page; its files are below `/files`, and the document is `/openapi.json`. */
  readonly html: string
  /** Where it has the operation of an address. */
  readonly put: string
  /** Shows the schema of the request. */
  schema(page: Page): Promise<void>
  /** What names the second alternative, once the first was left. */
  other(page: Page): Promise<void>
  /** Shows which examples of the request there are; they are named by one of these. */
  examples(page: Page): Promise<readonly string[]>
  /** Shows the scopes of the operation. */
  scopes(page: Page): Promise<void>
  /** Shows a sample, and says which. Absent where it shows no samples of the document. */
  readonly sample?: (page: Page) => Promise<'python.py' | 'typescript.ts'>
}

const nothing = (): Promise<void> => Promise.resolve()

/** What a menu offers, which is closed again. */
async function choices(page: Page, role: 'option' | 'menuitem'): Promise<string[]> {
  await page.getByRole(role).first().waitFor()
  const found = await page.getByRole(role).allTextContents()
  await page.keyboard.press('Escape')
  return found
}

/** The texts of a select's options. */
function options(page: Page, first: string): Promise<string[]> {
  const select = page.locator('select').filter({ has: page.locator('option', { hasText: first }) })
  return select.first().locator('option').allTextContents()
}

const summary = 'Register a new address, with travel-rule metadata'

const swaggerUi: Renderer = {
  name: 'Swagger UI',
  package: 'swagger-ui-dist',
  version: '5.35.0',
  html: `<link rel="stylesheet" href="/files/swagger-ui.css" /><div id="ui"></div>
    <script src="/files/swagger-ui-bundle.js"></script>
    <script>
      SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', deepLinking: true,
        defaultModelRendering: 'model', defaultModelExpandDepth: 3 })
    </script>`,
  put: '#/Crypto%20destination%20addresses/putCryptoDestinationAddress',
  schema: nothing,
  other: nothing,
  examples: (page) => options(page, summary),
  async scopes(page) {
    await page.locator('.opblock-put .authorization__btn').first().click()
  },
}

const scalar: Renderer = {
  name: 'Scalar',
  package: '@scalar/api-reference',
  version: '1.72.1',
  html: `<div id="app"></div><script src="/files/dist/browser/standalone.js"></script>
    <script>
      Scalar.createApiReference('#app', { url: '/openapi.json', withDefaultFonts: false,
        telemetry: false })
    </script>`,
  put: '#tag/crypto-destination-addresses/PUT/v2/transfer/crypto-destination-address',
  schema: nothing,
  async other(page) {
    await page
      .getByRole('button', { name: /^One of/ })
      .first()
      .click()
    await page.getByRole('option', { name: 'CryptoDestinationAddressById' }).click()
  },
  async examples(page) {
    await page
      .getByRole('button', { name: /^(createByNetwork|Register a new address)/ })
      .first()
      .click()
    return choices(page, 'option')
  },
  scopes: nothing,
  async sample(page) {
    await page.getByRole('button', { name: 'TypeScript' }).first().click()
    await page.getByRole('option', { name: 'Python', exact: true }).first().click()
    return 'python.py'
  },
}

const rapidoc: Renderer = {
  name: 'RapiDoc',
  package: 'rapidoc',
  version: '9.3.8',
  html: `<script type="module" src="/files/dist/rapidoc-min.js"></script>
    <rapi-doc spec-url="/openapi.json" render-style="read" load-fonts="false"></rapi-doc>`,
  put: '#put-/v2/transfer/crypto-destination-address',
  async schema(page) {
    await page.getByRole('button', { name: 'SCHEMA' }).first().click()
  },
  other: nothing,
  examples: (page) => options(page, summary),
  async scopes(page) {
    await page.getByText('OAuth (oauth2)').first().hover()
  },
  async sample(page) {
    await page.getByRole('button', { name: 'Python' }).first().click()
    return 'python.py'
  },
}

const elements: Renderer = {
  name: 'Elements',
  package: '@stoplight/elements',
  version: '9.0.25',
  html: `<link rel="stylesheet" href="/files/styles.min.css" />
    <script src="/files/web-components.min.js"></script>
    <elements-api apiDescriptionUrl="/openapi.json" router="hash"></elements-api>`,
  put: '#/operations/putCryptoDestinationAddress',
  schema: nothing,
  async other(page) {
    await page.getByText('CryptoDestinationAddressByNetworkAddress').last().click()
    await page.getByRole('menuitem', { name: 'CryptoDestinationAddressById' }).click()
  },
  async examples(page) {
    await page.getByRole('button', { name: 'Examples', exact: true }).first().click()
    return choices(page, 'menuitem')
  },
  async scopes(page) {
    await page.getByText('Security: OAuth 2.0').click()
  },
  async sample(page) {
    await page.getByText('Request Sample:').first().click()
    // Under Python it has samples of its own as well.
    await page.getByRole('menuitemcheckbox', { name: 'TypeScript' }).click()
    return 'typescript.ts'
  },
}

export const renderers: readonly Renderer[] = [swaggerUi, scalar, rapidoc, elements]
