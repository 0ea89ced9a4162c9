import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { planSuites, runSuites } from '../../src/suites.js'
import { write } from '../fixtures/tree.js'

const done = { exitCode: 0, stdout: '' }
const cached = { isCached: true, isVerbose: false }
const passing = 'TAP version 14\n# Subtest: a\n    ok 1\n    1..1\nok 1 - a\n1..1\n'
const cache = { name: '@vitrine/cache', folder: 'packages/cache' }
const http = { name: '@vitrine/http', folder: 'packages/http' }

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
  t.strictSame((await planSuites({ turboCapturing })).suites, [cache])
})

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
  await runSuites(root, [cache], toolchain, {}, { ...cached, isCached: false })
  const [first, forced] = toolchain.calls
  t.ok(first?.includes('--filter=@vitrine/cache') && first.includes('--filter=@vitrine/http'))
  t.notOk(first?.includes('--force'))
  t.notOk(forced?.includes('--filter=@vitrine/http'))
  t.ok(forced?.includes('--force'))
})

t.test('a failing build of tap ends the run with a one-sentence error', async (t) => {
  const root = t.testdir({})
  const toolchain = { ...fakeToolchain(root, {}), buildTap: async () => ({ ...done, exitCode: 1 }) }
  await t.rejects(runSuites(root, [cache], toolchain, {}, cached), /tap build ended with 1/)
})
