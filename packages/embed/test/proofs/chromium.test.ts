import t from '@vitrine/testing/t'
import { checkEngine } from '../engines/check.js'
import { startChromium } from '../engines/chromium.js'

await checkEngine(t, startChromium, 'many scrolls')
