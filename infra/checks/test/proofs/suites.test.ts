import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { planSuites, runSuites } from '../../src/suites.js'
import { write } from '../fixtures/tree.js'

const done = { exitCode: 0, stdout: '' }
const cached = { isCached: true, isVerbose: false }
const uncached = { ...cached, isCached: false }
const passing = 'TAP version 14\n# Subtest: a\n    ok 1\n    1..1\nok 1 - a\n1..1\n'
const cache = { name: '@vitrine/cache', folder: 'packages/cache', weight: 1 }
const http = { name: '@vitrine/http', folder: 'packages/http', weight: 2 }

/** A fake turbo that writes the given files below `root` and records its arguments. */
function fakeToolchain(root: string, results: Record<string, string>, exitCode = 0) {
  const calls: string[][] = []
  return {
    calls,
    buildTap: async () => done,
    turbo: async (args: readonly string[]) => {
      calls.push([...args])
      await write(root, results)
      return { ...done, exitCode }
    },
  }
}

t.test('the suites are the packages with a test script', async (t) => {
  const tasks = [
    { task: 'build', package: '@vitrine/cache', directory: 'packages/cache', command: 'tsc' },
    { task: 'test', package: '@vitrine/cache', directory: 'packages/cache', command: 'tap' },
    { task: 'test', package: '@vitrine/x', directory: 'packages/x', command: '<NONEXISTENT>' },
  ]
  const turboCapturing = async () => ({ exitCode: 0, stdout: JSON.stringify({ tasks }) })
  t.strictSame((await planSuites({ turboCapturing })).suites, [{ ...cache, weight: 0 }])
})

t.test(
  'a suite with more files weighs more, and most of all one that starts services',
  async (t) => {
    const inputs = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [`test/${name}`, 'hash']))
    const plan = (name: string, task: object) => ({
      ...{
        task: 'test',
        package: name,
        directory: name,
        command: 'tap',
        dependencies: [],
        ...task,
      },
    })
    const two = inputs('a.test.ts', 'unit/b.test.ts', 'helpers.ts')
    const tasks = [
      plan('few', { inputs: inputs('a.test.ts') }),
      plan('more', { inputs: { ...two, 'src/index.ts': 'hash' } }),
      plan('services', { inputs: two, dependencies: ['@vitrine/management-api#build'] }),
    ]
    const turboCapturing = async () => ({ exitCode: 0, stdout: JSON.stringify({ tasks }) })
    const { suites } = await planSuites({ turboCapturing })
    t.strictSame(
      suites.map(({ name, weight }) => [name, weight]),
      [
        ['few', 1],
        ['more', 2],
        ['services', 8],
      ],
    )
  },
)

t.test('each suite is counted from its results file', async (t) => {
  const root = t.testdir({})
  const toolchain = fakeToolchain(root, { 'packages/cache/.tap/results.tap': passing })
  t.match(await runSuites(root, [cache], toolchain, {}, cached), [
    { name: '@vitrine/cache', tally: { passed: 1, failed: 0 } },
  ])
})

t.test('a suite without results is a failure, even if an earlier run wrote some', async (t) => {
  const root = t.testdir({})
  await write(root, { 'packages/http/.tap/results.tap': passing })
  t.match(await runSuites(root, [http], fakeToolchain(root, {}), {}, cached), [
    { name: '@vitrine/http', tally: { passed: 0, failed: 1 } },
  ])
  await t.rejects(readFile(join(root, 'packages/http/.tap/results.tap')), { code: 'ENOENT' })
})

t.test('if turbo fails although every test passed, that is a separate failure', async (t) => {
  const root = t.testdir({})
  const toolchain = fakeToolchain(root, { 'packages/cache/.tap/results.tap': passing }, 1)
  t.match(await runSuites(root, [cache], toolchain, {}, cached), [
    { name: '@vitrine/cache', tally: { passed: 1, failed: 0 } },
    { name: 'turbo', tally: { passed: 0, failed: 1 } },
  ])
})

t.test('only the selected suites run, and the cache can be bypassed', async (t) => {
  const root = t.testdir({})
  const toolchain = fakeToolchain(root, {})
  await runSuites(root, [cache, http], toolchain, {}, cached)
  await runSuites(root, [cache, http], toolchain, {}, uncached)
  const [first, forced, last] = toolchain.calls
  t.ok(first?.includes('--filter=@vitrine/cache') && first.includes('--filter=@vitrine/http'))
  t.notOk(first?.includes('--force'))
  t.ok(forced?.includes('--filter=@vitrine/http'), 'the longest first')
  t.notOk(forced?.includes('--filter=@vitrine/cache'))
  t.ok(forced?.includes('--force'))
  t.ok(last?.includes('--filter=@vitrine/cache'))
})

t.test('without the cache a failure of turbo in any run is reported', async (t) => {
  const root = t.testdir({})
  const toolchain = fakeToolchain(root, {
    'packages/cache/.tap/results.tap': passing,
    'packages/http/.tap/results.tap': passing,
  })
  const turbo = async (args: readonly string[]) => ({
    ...(await toolchain.turbo(args)),
    exitCode: args.includes('--filter=@vitrine/cache') ? 3 : 0,
  })
  const rows = await runSuites(root, [cache, http], { ...toolchain, turbo }, {}, uncached)
  t.match(rows.at(-1), { name: 'turbo', tally: { failures: [{ name: /ended with 3/ }] } })
})

t.test('a failing build of tap ends the run with a one-sentence error', async (t) => {
  const root = t.testdir({})
  const toolchain = { ...fakeToolchain(root, {}), buildTap: async () => ({ ...done, exitCode: 1 }) }
  await t.rejects(runSuites(root, [cache], toolchain, {}, cached), /tap build ended with 1/)
})
