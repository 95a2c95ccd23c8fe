type Suite = readonly [after: string, takes: string, needs: string, shows: string]

/**
 * The suites that `npm test` leaves out: projects of `vitest.config.ts` and folders of `test/systems/`. They take as long on
 * two cores, once what they download is in the cache.
 */
export const suites: Readonly<Record<string, Suite>> = {
  faults: ['sending, outcomes', '100 s', 'openssl', 'faults over real sockets'],
  simulation: ['sending, outcomes', '30 s', '', 'many calls in simulated networks'],
  crash: ['journal', '110 s', 'PostgreSQL', 'programs killed or frozen, on SQLite, PostgreSQL'],
  engines: [
    'journal',
    '40 s',
    'PostgreSQL, Redis',
    'killed workers of pg-boss, BullMQ, DBOS, Restate',
  ],
  fleet: ['tokens', '5 s', 'Redis', 'the store of the guide, over a real Redis'],
  package: ['build, types, entries', '110 s', '', 'the packages, installed and used'],
  runtimes: [
    'build, types, entries',
    '50 s',
    'Chromium, openssl',
    'Node.js, Bun, Deno, workerd, Chromium',
  ],
  languages: [
    'document, generator',
    '45 s',
    'Python, Go, Java, Rust',
    'generated clients in five languages',
  ],
  clients: [
    'document, generator',
    '20 s',
    'Python, Go, Java, curl',
    'samples, and clients of other generators',
  ],
  pages: [
    'guides, pages',
    '60 s',
    'Chromium, openssl',
    'pages in a browser, the proxies of the guide',
  ],
  tools: ['mock, README', '20 s', '', 'commands: the mock, the demo, conformance'],
}
