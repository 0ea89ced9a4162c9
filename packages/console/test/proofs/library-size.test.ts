import t from 'tap'
import { checkLargeLibrary } from '../browser/large-library.ts'

await checkLargeLibrary(t, 100_000)
