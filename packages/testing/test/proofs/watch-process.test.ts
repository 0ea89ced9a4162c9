import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from '@vitrine/testing/t'

const watch = pathToFileURL(join(import.meta.dirname, '../../dist/watch-process.js')).href

/** Runs a test file with short limits. */
function run(t: Test, body: string, ofSilence = 60) {
  const program = `import tap from 'tap'
import { createServer } from 'node:net'
import { watchProcess } from ${JSON.stringify(watch)}
const endTests = watchProcess(tap, { afterTests: 2, ofSilence: ${ofSilence} })
${body}
endTests()
`
  const folder = t.testdir({ 'program.mjs': program })
  return spawnSync(process.execPath, [join(folder, 'program.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, TAP: '1', TAP_TIMEOUT: '60' },
  })
}

const passing = "await tap.test('passes', async (t) => { t.pass() })"

t.test('a process that something keeps alive after its tests ends and fails', async (t) => {
  const { stdout, status } = run(t, `createServer().listen(0, '127.0.0.1')\n${passing}`)
  t.equal(status, 1)
  t.match(
    stdout,
    /# uncaught: still running 2 s after its last test; kept alive by .*TCPServerWrap/,
  )
})

t.test('a process that ends by itself passes', async (t) => {
  const { stdout, status } = run(t, passing)
  t.equal(status, 0)
  t.notMatch(stdout, /uncaught/)
})

t.test('a test that waits for ever fails by name, with what it waits for', async (t) => {
  const waiting = `await tap.test('waits for ever', async () => {
  setInterval(() => {}, 1000)
  await new Promise(() => {})
})`
  const { stdout, status } = run(t, waiting, 2)
  t.not(status, 0)
  t.match(stdout, /# uncaught: no output for 2 s; waiting for .*Timeout/)
  t.match(stdout, /not ok 1 - waits for ever/)
})
