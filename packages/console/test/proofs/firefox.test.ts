import { startFirefox } from '@vitrine/testing/engines'
import t from '@vitrine/testing/t'
import { checkConsole } from './engines/check.ts'

await checkConsole(t, startFirefox)
