import type { Contestant } from './setup.js'

type Load = () => Promise<{ readonly contestant: Contestant }>

/** Each contestant is loaded only by the process that measures it. */
export const contestants = {
  fetch: () => import('./contestants/bare-fetch.js'),
  undici: () => import('./contestants/undici-request.js'),
  'openapi-fetch': () => import('./contestants/openapi-fetch.js'),
  axios: () => import('./contestants/axios.js'),
  ky: () => import('./contestants/ky.js'),
  redocly: () => import('./contestants/redocly.js'),
  'hey-api': () => import('./contestants/hey-api.js'),
  ours: () => import('./contestants/ours.js'),
  'ours-undici': () => import('./contestants/ours-undici.js'),
} satisfies Record<string, Load>

export type ContestantName = keyof typeof contestants

/** How tables and the plot name them. */
export const titles: Readonly<Record<ContestantName, string>> = {
  fetch: 'bare fetch',
  undici: 'undici.request',
  'openapi-fetch': 'openapi-fetch',
  axios: 'axios',
  ky: 'ky',
  redocly: 'redocly generate-client',
  'hey-api': '@hey-api/openapi-ts',
  ours: 'ours over fetch',
  'ours-undici': 'ours over undici',
}
