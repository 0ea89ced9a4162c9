import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { decodeEventBatch, encodeEventBatch } from '../../src/index.js'

const batchOf = (n: number) => ({
  producer: randomUUID(),
  seq: 7,
  widgets: [
    {
      projectId: randomUUID(),
      widgetId: randomUUID(),
      counts: [
        { assetId: null, type: 'view' as const, n },
        { assetId: randomUUID(), type: 'click' as const, n: 1 },
      ],
    },
  ],
})

t.test('a batch of events is read as it was written', async (t) => {
  const batch = batchOf(1_000_000_000)
  t.same(decodeEventBatch(encodeEventBatch(batch)), batch)
})

t.test('a count that could overflow a sum, and any other text, is no batch', async (t) => {
  for (const n of [0, -1, 1.5, 1_000_000_001]) {
    t.equal(decodeEventBatch(encodeEventBatch(batchOf(n))), null, String(n))
  }
  for (const text of ['', '{', 'null', '[]', '["x",1,[]]', `["${randomUUID()}",1,[["x","y"]]]`]) {
    t.equal(decodeEventBatch(text), null, text)
  }
})
