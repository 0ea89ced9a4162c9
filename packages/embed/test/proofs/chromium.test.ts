import t from 'tap'
import { checkEngine } from '../engines/check.js'
import { startChromium } from '../engines/chromium.js'

await checkEngine(t, startChromium, 'many scrolls')
