import type { FastifyBaseLogger } from 'fastify'
import t, { type Test } from '@vitrine/testing/t'
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
  const { usage, batches, warnings } = build(t, { failures: 1 })
  usage.used('a')
  usage.used('b')
  await usage.flush()
  t.same(warnings, ['could not record when keys were used'])
  const from = Date.now()
  usage.used('a')
  await usage.flush()
  t.same([...(batches[0]?.keys() ?? [])].sort(), ['a', 'b'])
  t.ok((batches[0]?.get('a')?.getTime() ?? 0) >= from)
})

t.test('closing writes the remaining uses', async (t) => {
  const { usage, batches } = build(t)
  usage.used('a')
  await usage.close()
  t.equal(batches.length, 1)
})
