import t from '@vitrine/testing/t'
import { typeInRun } from './alt-run-keys.ts'

t.test('no key press is lost while texts are saved late, twice or not at all', (t) =>
  typeInRun(t, { presses: 300, pictures: 30, seed: 7 }),
)
