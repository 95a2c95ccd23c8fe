import { type ClientOptions, createClient } from 'stablecoin-issuer-api'

export const printing = (options: ClientOptions) =>
  createClient({
    ...options,
    onEvent: ({ type, ...fields }) => {
      console.log(type, fields)
    },
  })
