import t from '@vitrine/testing/t'
import { parseOptions } from '../../src/options.js'

const packages = ['@vitrine/cache', '@vitrine/delivery']

t.test('without options every suite runs', async (t) => {
  t.strictSame(parseOptions([], packages), {
    only: undefined,
    changedSince: undefined,
    isVerbose: false,
  })
})

t.test('--only accepts a package with or without its scope', async (t) => {
  for (const name of ['delivery', '@vitrine/delivery']) {
    t.match(parseOptions(['--only', name], packages), { only: '@vitrine/delivery' })
  }
})

t.test('--changed compares with the last commit, or with another one', async (t) => {
  t.match(parseOptions(['--changed'], packages), { changedSince: 'HEAD' })
  t.match(parseOptions(['--changed=main'], packages), { changedSince: 'main' })
})

t.test('an unknown package is rejected with the names of the existing ones', async (t) => {
  t.throws(() => parseOptions(['--only', 'nope'], packages), {
    message: /--only nope: .* cache, delivery$/,
  })
})

t.test('an unknown option is rejected by name', async (t) => {
  t.throws(() => parseOptions(['--fast'], packages), { message: /--fast/ })
})
