import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { bodyOf, noPreset, presetWords, shownOf, unset } from '../../src/project-settings/preset.ts'

const orNull = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: null })

const none = { w: null, h: null, fit: null, format: null, q: null, gravity: null }
const parameters = fc.record({
  w: orNull(fc.integer({ min: 1, max: 8000 })),
  h: orNull(fc.integer({ min: 1, max: 8000 })),
  q: orNull(fc.integer({ min: 1, max: 100 })),
  fit: orNull(fc.constantFrom('cover', 'contain', 'fill')),
  format: orNull(fc.constantFrom('auto', 'webp', 'avif', 'jpeg', 'png')),
  gravity: orNull(fc.constantFrom('focal', 'center', 'auto')),
}) as fc.Arbitrary<Parameters<typeof shownOf>[0]>

t.test('a form that nobody has changed sends the preset that it was opened with', async (t) => {
  fc.assert(
    fc.property(parameters, (preset) => {
      const values = Object.fromEntries(shownOf(preset).map(({ name, value }) => [name, value]))
      const { fit = unset, format = unset, gravity = unset } = values
      t.same(bodyOf(values, { fit, format, gravity }), preset)
    }),
    { numRuns: 40 },
  )
})

t.test('what is left out of a preset is removed', async (t) => {
  const choices = { fit: unset, format: 'auto', gravity: unset }
  t.same(bodyOf({ w: '320', h: '', q: ' ' }, choices), { ...none, w: 320, format: 'auto' })
})

t.test('a new preset begins with nothing set', async (t) => {
  const { revision, ...rest } = noPreset
  t.equal(revision, 0)
  t.ok(Object.values(rest).every((value) => value === null))
  t.same(
    shownOf(noPreset).map(({ value }) => value),
    ['', '', '', unset, unset, unset],
  )
  t.equal(new Set(shownOf(noPreset).map(({ label }) => label)).size, 6, 'each has its own label')
})

t.test('the words of a preset name what is set, in its order', async (t) => {
  t.equal(presetWords(none), 'as large as the original')
  t.equal(presetWords({ ...none, format: 'auto' }), 'as large as the original, best format')
  t.equal(presetWords({ ...none, w: 320, h: 200, format: 'avif' }), '320 × 200 px, AVIF')
  t.equal(presetWords({ ...none, w: 320, h: 200, fit: 'fill' }), '320 × 200 px, fill')
})
