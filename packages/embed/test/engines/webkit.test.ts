import t from 'tap'
import { checkEngine } from './check.js'
import { startWebKit } from './webkit.js'

await checkEngine(t, startWebKit)
