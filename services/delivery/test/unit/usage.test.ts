import { mock } from 'node:test'
import t, { type Test } from '@vitrine/testing/t'
import type { FastifyBaseLogger } from 'fastify'
import { createUsage } from '../../src/resources/api-keys/usage.js'

/** The recorded batches. `failures` is the number of attempts that fail first. */
function build(t: Test, { failures = 0 } = {}) {
  const batches: ReadonlyMap<string, Date>[] = []
  const warnings: string[] = []
  let toFail = failures
  const usage = createUsage({
    record: async (lastUsed) => {
      toFail -= 1
      if (toFail >= 0) throw new Error('no database')
      batches.push(lastUsed)
    },
    log: {
      warn: (_: unknown, message: string) => warnings.push(message),
    } as unknown as FastifyBaseLogger,
  })
  t.teardown(() => usage.close())
  return { usage, batches, warnings }
}

t.test('uses are written in one batch, once per key', async (t) => {
  const { usage, batches } = build(t)
  for (const id of ['a', 'b', 'a']) usage.used(id)
  await usage.flush()
  t.same(
    batches.map((batch) => [...batch.keys()]),
    [['a', 'b']],
  )
  t.ok(batches[0]?.get('a') instanceof Date)
})

t.test('nothing is written when nothing was used', async (t) => {
  const { usage, batches } = build(t)
  await usage.flush()
  usage.used('a')
  await usage.flush()
  await usage.flush()
  t.equal(batches.length, 1)
})

t.test('a failed batch is written with the next one, later uses win', async (t) => {
  mock.timers.enable({ apis: ['Date'], now: 1000 })
  t.teardown(() => mock.timers.reset())
  const { usage, batches, warnings } = build(t, { failures: 1 })
  usage.used('a')
  usage.used('b')
  const failing = usage.flush()
  mock.timers.setTime(2000)
  usage.used('a')
  await failing
  t.same(warnings, ['could not record when keys were used'])
  await usage.flush()
  t.same(Object.fromEntries(batches[0] ?? []), { a: new Date(2000), b: new Date(1000) })
})

t.test('closing writes the remaining uses', async (t) => {
  const { usage, batches } = build(t)
  usage.used('a')
  await usage.close()
  t.equal(batches.length, 1)
})
