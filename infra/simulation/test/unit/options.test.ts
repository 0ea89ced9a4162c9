import t from 'tap'
import { readOptions } from '../../src/options.js'

const read = (...args: string[]) => readOptions(args, () => 42)

t.test('many new seeds by default, one if one is named', async (t) => {
  t.match(read(), { firstSeed: 42, seeds: 100_000, without: [], isTraced: false })
  t.match(read('--seed', '7', '--trace'), { firstSeed: 7, seeds: 1, isTraced: true })
  t.match(read('--seed', '7', '--seeds', '10'), { firstSeed: 7, seeds: 10 })
  t.match(read('--profile', 'redis', '--without', 'lease', '--without', 'lease-from-send'), {
    profile: 'redis',
    without: ['lease', 'lease-from-send'],
  })
})

const wrong = [
  { args: ['--seeds', '0'], message: '--seeds is "0"; it must be a whole number, at least 1' },
  { args: ['--seed', 'x'], message: '--seed is "x"; it must be a whole number, at least 0' },
  { args: ['--profile', 'sun'], message: /--profile is "sun"; it must be one of: postgres, / },
  { args: ['--without', 'luck'], message: /--without is "luck"; it must be one of: / },
]
for (const { args, message } of wrong) {
  t.test(`${args.join(' ')} is refused with a sentence`, async (t) => {
    t.throws(() => read(...args), { message })
  })
}
