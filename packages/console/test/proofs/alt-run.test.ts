import t from '@vitrine/testing/t'
import { typeInRun } from '../browser/alt-run-keys.ts'

t.test('of ten thousand key presses in the alt-text run none is lost', (t) =>
  typeInRun(t, { presses: 10_000, pictures: 420, seed: 11 }),
)
