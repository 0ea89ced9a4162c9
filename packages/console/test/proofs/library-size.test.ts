import t from '@vitrine/testing/t'
import { checkLargeLibrary } from '../browser/large-library.ts'

await checkLargeLibrary(t, 100_000)
