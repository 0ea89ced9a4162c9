import t from '@vitrine/testing/t'
import { runGroup } from '../run-group.js'

const passing = `import t from '../current-test.js?passing'
t.test('passes', async (t) => { t.pass() })
`
const leaking = `${passing}
import { createServer } from 'node:net'
createServer().listen(0, '127.0.0.1')
`
const waiting = `import t from '../current-test.js?waiting'
t.test('waits for ever', async () => {
  setInterval(() => {}, 1000)
  await new Promise(() => {})
})
`
const limits = { afterTests: 2, ofSilence: 60 }

t.test('a process that something keeps alive after its tests ends and fails', async (t) => {
  const { stdout, status } = runGroup(t, { leaking }, limits)
  t.equal(status, 1)
  t.match(
    stdout,
    /^# uncaught: still running 2 s after its last test; kept alive by .*TCPServerWrap/m,
  )
  t.match(stdout, /^ok 1 - unit\/leaking\.test\.js/m, 'its tests have passed')
})

t.test('a test that waits for ever fails by name, with what it waits for', async (t) => {
  const { stdout, status } = runGroup(t, { passing, waiting }, { ...limits, ofSilence: 2 })
  t.not(status, 0)
  t.match(stdout, /^# uncaught: no output for 2 s; waiting for .*Timeout/m)
  t.match(stdout, /^ok 1 - unit\/passing/m)
  t.match(stdout, /^ +not ok 1 - waits for ever/m)
})

t.test('a process that ends by itself passes', async (t) => {
  const { stdout, status } = runGroup(t, { passing }, { afterTests: 1, ofSilence: 1 })
  t.equal(status, 0)
  t.notMatch(stdout, /uncaught/)
})
