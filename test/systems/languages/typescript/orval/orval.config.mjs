export default {
  client: {
    input: process.env.DOCUMENT,
    output: {
      target: 'client.ts',
      client: 'fetch',
      override: { mutator: { path: './send.ts', name: 'send' } },
    },
  },
}
