import { startSqlite } from './databases.js'
import { testKind } from './kind.js'

testKind({ name: 'SQLite', kills: 300, journals: 3, programs: 1, start: startSqlite })
