import { createServer } from 'node:http'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { runCommand } from '../in-process.js'

const uuid = '00000000-0000-4000-8000-000000000000'
const job = { id: uuid, total: 3, code: null, failedCount: 0 }

/** A service that accepts a job and answers its states in order, the last one ever after. */
async function startService(t: Test, states: readonly object[]): Promise<Record<string, string>> {
  const left = [...states]
  const server = createServer((request, response) => {
    request.resume()
    const isAccepted = request.method === 'POST'
    const state = left.length > 1 ? left.shift() : left[0]
    response.writeHead(isAccepted ? 202 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isAccepted ? { jobId: uuid } : { ...job, ...state }))
  })
  const url = `http://127.0.0.1:${await listening(t, server)}`
  const XDG_CONFIG_HOME = t.testdir()
  return { VITRINE_URL: url, VITRINE_PROJECT: uuid, VITRINE_TOKEN: 'vpat_x', XDG_CONFIG_HOME }
}

const states = [
  { state: 'RUNNING', done: 0 },
  { state: 'RUNNING', done: 1 },
  { state: 'DONE', done: 3 },
]
const get = ['jobs', 'get', uuid, '--wait']

t.test('a job that runs is read until it ends', async (t) => {
  const outcome = await runCommand([...get, '--json'], await startService(t, states))
  t.match(outcome, { code: 0, stderr: '' })
  t.same(JSON.parse(outcome.stdout), { ...job, state: 'DONE', done: 3 })
})

t.test('its progress is shown on a terminal, without --json', async (t) => {
  const person = { isTTY: true } as const
  const shown = await runCommand(get, await startService(t, states), person)
  t.match(shown.stderr, /Changing 0\/3.*Changing 1\/3.*3 of 3 changed\n$/s)
  const programs = await runCommand([...get, '--json'], await startService(t, states), person)
  t.equal(programs.stderr, '')
})

t.test('a job that failed, or some of whose assets did, is a failure', async (t) => {
  const some = await startService(t, [{ state: 'DONE', done: 3, failedCount: 2 }])
  t.match(await runCommand(get, some), { code: 1, stderr: /2 of 3 failed\./ })
  const all = await startService(t, [{ state: 'FAILED', done: 1, code: 'FORBIDDEN' }])
  t.match(await runCommand(get, all), { code: 1, stderr: /The job has failed: FORBIDDEN\./ })
})

t.test('without --wait, an accepted job is a result', async (t) => {
  const bulk = ['assets', 'bulk', '--action', 'delete', '--filter', '{}', '--json']
  const env = await startService(t, [{ state: 'DONE', done: 3, failedCount: 1 }])
  t.match(await runCommand(bulk, env), { code: 0, stdout: `{"jobId":"${uuid}"}\n` })
  t.match(await runCommand([...bulk, '--wait'], env), { code: 1, stderr: /1 of 3 failed/ })
})
