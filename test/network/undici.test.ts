import { afterAll } from 'vitest'
import { undiciTransport } from '../../src/undici.js'
import { testFaults } from './over.js'

const transport = undiciTransport({ connections: 256 })
afterAll(() => transport.close())

testFaults('undici', { transport })
