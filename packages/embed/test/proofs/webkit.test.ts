import { startWebKit } from '@vitrine/testing/engines'
import t from '@vitrine/testing/t'
import { checkEngine } from '../engines/check.js'

await checkEngine(t, startWebKit, 'many scrolls')
