import { join } from 'node:path'
import t from 'tap'
import { readBuild } from '../../src/resources/embed/build.js'

t.test('a build is read as its manifest tells', async (t) => {
  const folder = t.testdir({
    'manifest.json': JSON.stringify({
      v1: { file: 'v1.js' },
      grid: { file: 'v1/grid-AAAABBBB.js' },
    }),
    'v1.js': 'entry',
    v1: { 'grid-AAAABBBB.js': 'grid', 'stray.js': 'not in the manifest' },
  })
  t.same(readBuild(join(folder, 'manifest.json')), [
    { path: 'v1.js', bytes: Buffer.from('entry'), file: join(folder, 'v1.js'), object: null },
    {
      path: 'v1/grid-AAAABBBB.js',
      bytes: Buffer.from('grid'),
      file: join(folder, 'v1/grid-AAAABBBB.js'),
      object: 'embed/v1/grid-AAAABBBB.js',
    },
  ])
})

t.test('what is missing of a build is named, with what to do', async (t) => {
  const folder = t.testdir({
    none: {},
    part: { 'manifest.json': '{"v1":{"file":"v1.js"}}' },
    other: { 'manifest.json': '{}' },
    odd: {
      'manifest.json': '{"v1":{"file":"v1.js"},"grid":{"file":"v1/grid.js"}}',
      'v1.js': 'entry',
      v1: { 'grid.js': 'grid' },
    },
  })
  const cases = [
    ['none', 'none/manifest.json is missing: build @vitrine/embed first'],
    ['part', 'part/v1.js is missing: build @vitrine/embed first'],
    ['other', 'other/manifest.json names no v1.js: build @vitrine/embed anew'],
    [
      'odd',
      'odd/manifest.json names v1/grid.js, which is not named by its content: v1/grid-D3QYXYVP.js would be',
    ],
  ] as const
  for (const [name, message] of cases) {
    t.throws(() => readBuild(join(folder, name, 'manifest.json')), {
      message: join(folder, message),
    })
  }
})
