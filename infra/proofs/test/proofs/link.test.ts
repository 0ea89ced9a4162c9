import { createRandom } from '@vitrine/testing/random'
import t from '@vitrine/testing/t'
import { type Cut, createLink } from '../../src/simulation/environment/link.js'
import { createMachineClock } from '../../src/simulation/environment/machine-clock.js'
import { createProcess } from '../../src/simulation/environment/process.js'
import { createScheduler } from '../../src/simulation/environment/scheduler.js'

const timeoutMs = 1000

function connect() {
  const scheduler = createScheduler()
  const random = createRandom(1)
  const machine = createMachineClock(scheduler.nowMs, 1, 0)
  const process = createProcess({ scheduler, random, machine })
  const server = { isUp: true, effects: 0 }
  const link = createLink({
    scheduler,
    random,
    latencyMs: [1, 2],
    slowness: () => 0,
    isServerUp: () => server.isUp,
  })
  /** @returns the outcome of a call after `ms`. */
  const callFor = async (ms: number) => {
    const call = { outcome: 'none' }
    link
      .call(process, timeoutMs, () => (server.effects += 1))
      .then(
        () => (call.outcome = 'answered'),
        () => (call.outcome = 'rejected'),
      )
    await scheduler.runUntil(scheduler.nowMs() + ms)
    return call.outcome
  }
  return { link, server, process, callFor, scheduler }
}

const cases: { cut: Cut; soon: string; effects: number }[] = [
  { cut: 'refused', soon: 'rejected', effects: 0 },
  { cut: 'up', soon: 'none', effects: 0 },
  { cut: 'both', soon: 'none', effects: 0 },
  { cut: 'down', soon: 'none', effects: 1 },
]
for (const { cut, soon, effects } of cases) {
  t.test(
    `a call over a link that is cut (${cut}) fails, and works once that is over`,
    async (t) => {
      const { link, server, callFor } = connect()
      const heal = link.cut(cut)
      t.equal(await callFor(20), soon)
      t.equal(server.effects, effects)
      t.equal(await callFor(2 * timeoutMs), 'rejected')
      heal()
      t.equal(await callFor(20), 'answered')
    },
  )
}

t.test('a server that is down refuses at once', async (t) => {
  const { server, callFor } = connect()
  server.isUp = false
  t.equal(await callFor(20), 'rejected')
  t.equal(server.effects, 0)
})

t.test('an effect may happen after its call timed out', async (t) => {
  const { link, server, callFor, scheduler } = connect()
  link.slow(timeoutMs)
  t.equal(await callFor(timeoutMs + 1), 'rejected')
  await scheduler.runUntil(3 * timeoutMs)
  t.equal(server.effects, 1)
})
