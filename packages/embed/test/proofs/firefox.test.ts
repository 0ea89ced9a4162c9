import { startFirefox } from '@vitrine/testing/engines'
import t from 'tap'
import { checkEngine } from '../engines/check.js'

await checkEngine(t, startFirefox, 'many scrolls')
