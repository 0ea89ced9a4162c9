import t from '@vitrine/testing/t'
import { checkEngine } from './check.js'
import { startChromium } from './chromium.js'

await checkEngine(t, startChromium, 'few scrolls')
