import { startFirefox } from '@vitrine/testing/engines'
import t from '@vitrine/testing/t'
import { checkEngine } from '../engines/check.js'

await checkEngine(t, startFirefox, 'many scrolls')
