import { join, relative } from 'node:path'
import t from '@vitrine/testing/t'

import { groupsOf, type Kind } from '../../src/groups.js'
import { runSuites } from '../../src/suites.js'

const root = join(import.meta.dirname, '../..')
const of = (title: string, body: string) => `import t from '@vitrine/testing/t'
t.teardown(() => console.log('# teardown of ${title}'))
t.test('${title}', async (t) => { ${body} })
`

/** Runs a suite with these tests. */
async function run(folder: string, kind: Kind, isVerbose = true) {
  const lines: string[] = []
  const suite = { name: '@vitrine/fixture', folder: relative(root, folder) }
  const options = { root, kind, env: {}, seed: 7, signal: new AbortController().signal }
  const log = (line: string) => lines.push(line)
  const [row] = await runSuites([suite], { ...options, log, isVerbose })
  return { lines, tally: row?.tally }
}

t.test('a failed test is shown at once, and the files after it run', async (t) => {
  const folder = t.testdir({
    test: {
      unit: {
        'a.test.ts': of('passes first', 't.pass()'),
        'b.test.ts': of('fails', "t.fail('the sentence')"),
        'c.test.ts': of('passes last', 't.pass()'),
      },
      proofs: { 'd.test.ts': of('is a proof', 't.pass()') },
    },
  })
  const { lines, tally } = await run(folder, 'everyday')
  t.match(tally, { passed: 2, failed: 1, failures: [{ name: /fails/ }] })
  const place = (text: string) => lines.findIndex((line) => line.includes(text))
  const order = ['teardown of passes first', '✗ @vitrine/fixture: fails', 'ok 1 - passes last']
  const places = [...order, '1 of 1'].map(place)
  t.ok(places.every((index) => index >= 0))
  t.same(
    places,
    [...places].sort((one, other) => one - other),
  )
  t.match((await run(folder, 'proofs')).tally, { passed: 1, failed: 0 })
})

t.test(
  'a process that ends badly after its tests says why, at once and in the report',
  async (t) => {
    const after = (code: string) =>
      `${of('passes', 't.pass()')}process.once('beforeExit', () => { ${code} })\n`
    const table = [
      ["void Promise.reject(new Error('the sentence'))", /the sentence/],
      ["process.stderr.write('the sentence\\n'); process.exit(3)", /the sentence/],
    ] as const
    for (const [code, reason] of table) {
      const folder = t.testdir({ test: { unit: { 'a.test.ts': after(code) } } })
      const { lines, tally } = await run(folder, 'everyday', false)
      t.match(tally, { passed: 1, failed: 1, failures: [{ name: /a\.test\.js ended with/ }] })
      t.match(tally?.failures[0]?.details.join('\n'), reason)
      t.match(lines[0], reason)
    }
  },
)

t.test('properties have the seed of the run', async (t) => {
  const property = `import fc from 'fast-check'
import t from '@vitrine/testing/t'
t.test('has a seed', async (t) => { t.equal(fc.readConfigureGlobal()?.seed, 7) })
`
  const folder = t.testdir({ test: { unit: { 'a.test.ts': property } } })
  t.match((await run(folder, 'everyday')).tally, { passed: 1, failed: 0 })
  t.match((await run(folder, 'proofs')).tally, { passed: 1, failed: 0 })
})

const files = (folder: string, count: number, text = '') =>
  Array.from({ length: count }, (_, index) => ({ name: `${folder}/${index}.test.ts`, text }))

t.test('every file is in one process, and one that needs room is alone', async (t) => {
  const alone = files('integration/alone', 1, '// Needs a process of its own: it measures memory.')
  const all = [...files('browser', 20), ...files('unit', 60), ...alone]
  const groups = groupsOf(all, 'everyday')
  t.same(
    groups.flatMap((group) => [...group.files]).sort(),
    all.map(({ name }) => `dist-test/${name.replace('.ts', '.js')}`).sort(),
  )
  t.same(
    groups.filter(({ needsRoom }) => needsRoom).map((group) => group.files.length),
    [1],
  )
  const folders = groups.map((group) => new Set(group.files.map((file) => file.split('/')[1])))
  t.ok(
    folders.every(({ size }) => size === 1),
    'units are in no process that starts services',
  )
})
