import { rows } from './rows.js'
import { tryRows } from './try-rows.js'

tryRows(rows.filter(({ alone }) => alone !== true))
