import t from 'tap'
import { checkEngine } from './check.js'
import { startFirefox } from './firefox.js'

await checkEngine(t, startFirefox)
