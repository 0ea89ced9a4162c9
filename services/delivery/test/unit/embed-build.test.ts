import { join } from 'node:path'
import t from 'tap'
import { readBuild } from '../../src/resources/embed/build.js'

t.test('a build is read as its manifest tells', async (t) => {
  const folder = t.testdir({
    'manifest.json': JSON.stringify({ v1: { file: 'v1.js' }, grid: { file: 'v1/grid-A.js' } }),
    'v1.js': 'entry',
    v1: { 'grid-A.js': 'grid', 'stray.js': 'not in the manifest' },
  })
  t.same(readBuild(join(folder, 'manifest.json')), [
    { path: 'v1.js', bytes: Buffer.from('entry'), isNamedByContent: false },
    { path: 'v1/grid-A.js', bytes: Buffer.from('grid'), isNamedByContent: true },
  ])
})

t.test('what is missing of a build is named, with what to do', async (t) => {
  const folder = t.testdir({
    none: {},
    part: { 'manifest.json': '{"v1":{"file":"v1.js"}}' },
    other: { 'manifest.json': '{}' },
  })
  const cases = [
    ['none', 'none/manifest.json is missing: build @vitrine/embed first'],
    ['part', 'part/v1.js is missing: build @vitrine/embed first'],
    ['other', 'other/manifest.json names no v1.js: build @vitrine/embed anew'],
  ] as const
  for (const [name, message] of cases) {
    t.throws(() => readBuild(join(folder, name, 'manifest.json')), {
      message: join(folder, message),
    })
  }
})
