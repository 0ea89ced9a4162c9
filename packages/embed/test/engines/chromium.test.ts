import t from 'tap'
import { checkEngine } from './check.js'
import { startChromium } from './chromium.js'

await checkEngine(t, startChromium, 'few scrolls')
