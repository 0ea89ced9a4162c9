import { startFirefox } from '@vitrine/testing/engines'
import t from 'tap'
import { checkEngine } from './check.js'

await checkEngine(t, startFirefox)
