import t from '@vitrine/testing/t'
import type { Event, Ledger } from '../../src/uploads/ledger.ts'
import { reduce } from '../../src/uploads/ledger.ts'
import { createTimeLeft } from '../../src/uploads/time-left.ts'
import { entry } from './upload-samples.ts'

t.test('the rest is estimated from the median of the files before', async (t) => {
  let now = 0
  let ledger: Ledger = new Map()
  const left = createTimeLeft(() => now)
  const send = (...events: Event[]) => {
    for (const event of events) {
      const previous = ledger
      ledger = reduce(ledger, event)
      left.follow(ledger, previous)
    }
  }
  send({ kind: 'added', entries: Array.from({ length: 10 }, (_, n) => entry(`f${n}`)) })
  t.equal(left.estimate(ledger), null, 'nothing is known')
  for (const [n, ms] of [1000, 9000, 2000].entries()) {
    send({ kind: 'sending', id: `f${n}` })
    t.equal(left.estimate(ledger), null, 'too little is known')
    now += ms
    send({ kind: 'stored', id: `f${n}`, assetId: 'a' })
  }
  send({ kind: 'sending', id: 'f3' })
  t.equal(left.estimate(ledger), 7 * 2000, 'seven are left, one at a time')
  send({ kind: 'sending', id: 'f4' })
  t.equal(left.estimate(ledger), (7 * 2000) / 2, 'two at a time')
  now += 60_000
  send({ kind: 'failed', id: 'f3', reason: 'no' })
  t.equal(left.estimate(ledger), 6 * 2000, 'what failed is no measure')
  send({ kind: 'cancelled', id: 'f4' })
  t.equal(left.estimate(ledger), null, 'nothing is being sent')
})
