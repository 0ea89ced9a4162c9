/** What the service keeps waiting has an end. */
import t from '@vitrine/testing/t'
import type { FastifyBaseLogger } from 'fastify'
import { createLastUse } from '../../src/resources/auth/sessions/last-use.js'
import { WriteQueue } from '../../src/security-log/write-queue.js'

const log = { warn: (fields: unknown) => t.fail(String(fields)) } as unknown as FastifyBaseLogger

t.test('1,000 audit events wait behind the one that is written', async (t) => {
  const queue = new WriteQueue(log)
  let write = (): void => undefined
  const written = new Promise<void>((resolve) => {
    write = resolve
  })
  let count = 0
  const event = async () => {
    await written
    count += 1
  }
  const added = Array.from({ length: 1001 }, () => queue.add(event))
  t.ok(added.every(Boolean))
  t.notOk(queue.add(event), 'the caller is told')
  write()
  await queue.drained()
  t.equal(count, 1001)
  t.ok(queue.add(event), 'there is room again')
  await queue.drained()
})

t.test('10,000 sessions in use are recorded at once', async (t) => {
  const batches: (readonly string[])[] = []
  const lastUse = createLastUse({
    what: 'sessions',
    record: async (ids) => void batches.push(ids),
    log,
  })
  for (let i = 0; i < 10_001; i += 1) lastUse.used(`${i}`)
  lastUse.used('0')
  await lastUse.stop()
  lastUse.used('10000')
  await lastUse.stop()
  t.same(
    batches.map(({ length }) => length),
    [10_000, 1],
  )
})
