import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import { typescriptRow, unionOfObjects } from './typescript.js'

const version = '0.5.4'
const generator = '7.13.0'
const packages = [
  `openapi-react-query@${version}`,
  `openapi-typescript@${generator}`,
  ...['openapi-fetch@0.17.0', '@tanstack/react-query@5.108.0', 'typescript@5.9.3'],
  ...['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.0', '@types/react-dom@19.3.0'],
]

export const reactQuery = typescriptRow({
  generator: `openapi-typescript ${generator}, openapi-react-query`,
  version,
  folder: 'typescript/openapi-react-query',
  limits: [
    `${unionOfObjects} The service refuses it.`,
    'A mutation throws the body of an error without its status: note it in a middleware of openapi-fetch, since 4xx and 5xx say different things of money.',
  ],
  install: () => npmPackages(`react-query-${version}-${generator}`, ...packages),
  generate: ({ folder, document }, place) => {
    const bin = join(place, 'node_modules/.bin/openapi-typescript')
    return must([bin, document, '--output', 'schema.ts'], { cwd: folder })
  },
})
