import { startFirefox } from '@vitrine/testing/engines'
import t from 'tap'
import { checkConsole } from './check.ts'

await checkConsole(t, startFirefox)
