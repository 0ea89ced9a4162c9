import { startFirefox } from '@vitrine/testing/engines'
import t from 'tap'
import { checkConsole } from './engines/check.ts'

await checkConsole(t, startFirefox)
