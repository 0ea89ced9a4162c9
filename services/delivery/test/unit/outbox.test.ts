import { decodeEventBatch } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { createDrops } from '../../src/resources/events/drops.js'
import { createOutbox } from '../../src/resources/events/outbox.js'

const producer = '0b54b0a2-3c5e-4b2f-8f51-7f3b2e8b6a01'
const projectId = '1b54b0a2-3c5e-4b2f-8f51-7f3b2e8b6a01'
const widgetId = '2b54b0a2-3c5e-4b2f-8f51-7f3b2e8b6a01'
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

type Outcome = number | 'full' | null

function outboxWith(outcomes: Outcome[]) {
  const sent: string[][] = []
  const drops = createDrops()
  const warnings: object[] = []
  const clock = { ms: 0 }
  const outbox = createOutbox({
    stream: {
      append: async (texts) => {
        sent.push([...texts])
        return (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) as Outcome
      },
    },
    producer,
    drops,
    log: { warn: (fields) => void warnings.push(fields) },
    nowMs: () => clock.ms,
  })
  const add = (n = 1, assetId: string | null = null) =>
    outbox.add({ projectId, widgetId, counts: [{ type: 'view', assetId, n }] })
  return { outbox, sent, drops, warnings, clock, add }
}

const eventsOf = (texts: readonly string[]): number =>
  texts
    .flatMap((text) => decodeEventBatch(text)?.widgets ?? [])
    .flatMap(({ counts }) => counts)
    .reduce((sum, { n }) => sum + n, 0)

t.test('equal events become one count; entries are numbered and bounded', async (t) => {
  const { outbox, sent, add } = outboxWith([1])
  for (let i = 0; i < 100; i += 1) add(1, idOf(i % 40))
  await outbox.close()
  t.equal(sent.length, 1)
  const batches = (sent[0] ?? []).map(decodeEventBatch)
  t.same(
    batches.map((batch) => batch?.seq),
    [1, 2, 3],
    '40 counts, 16 in an entry',
  )
  t.equal(eventsOf(sent[0] ?? []), 100)
  t.equal(outbox.sent(), 100)
})

t.test('a batch without an answer is repeated under the same number', async (t) => {
  const { outbox, sent, add, drops } = outboxWith([null, 7])
  add(3)
  await outbox.close()
  add(2)
  await outbox.close()
  t.same(sent[0], sent[1], 'the repeated batch')
  t.equal(eventsOf(sent[2] ?? []), 2, 'what came later has its own number')
  t.equal(decodeEventBatch(sent[2]?.[0] ?? '')?.seq, 2)
  t.equal(drops.counts().redis, 0)
  t.equal(outbox.sent(), 5)
})

t.test('what Redis does not take in ten seconds is dropped and counted', async (t) => {
  const { outbox, add, drops, clock } = outboxWith([null])
  add(5)
  await outbox.close()
  t.equal(drops.counts().redis, 0)
  clock.ms = 10_000
  await outbox.close()
  t.equal(drops.counts().redis, 5)
})

t.test('a full stream and a full memory are counted', async (t) => {
  const { outbox, add, drops } = outboxWith(['full'])
  add(5)
  await outbox.close()
  t.equal(drops.counts().full, 5)
  for (let i = 0; i < 10_001; i += 1) add(1, idOf(i))
  t.equal(drops.counts().full, 6)
  await outbox.close()
})

t.test('at the end it logs the lost events', async (t) => {
  const { outbox, add, warnings } = outboxWith([null])
  add(4)
  await outbox.close()
  t.same(warnings, [{ events: 4 }])
})
