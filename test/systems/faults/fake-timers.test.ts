import { rows } from './rows.js'
import { tryRows } from './try-rows.js'

// A file of its own is a process of its own.
tryRows(rows.filter(({ alone }) => alone === true))
