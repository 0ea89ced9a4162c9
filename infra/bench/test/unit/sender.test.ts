import { once } from 'node:events'
import t from 'tap'
import { mostOpen, startEvents } from '../../src/visitors/sender.js'

const fast = { perCall: 10, perSecond: 1_000_000 }

t.test('a replica that does not answer gets a bounded number of calls', async (t) => {
  const calls = new EventTarget()
  const waiting: (() => void)[] = []
  const post = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === mostOpen) calls.dispatchEvent(new Event('full'))
    })
  const full = once(calls, 'full')
  const events = startEvents(post, fast)
  await full
  const stopped = events.stop()
  t.equal(waiting.length, mostOpen)
  t.equal(events.calls(), mostOpen)
  for (const answer of waiting) answer()
  t.ok((await stopped) > 0, 'the rate that was sent')
})

t.test('a refused call is an error at the end', async (t) => {
  const calls = new EventTarget()
  const sent = once(calls, 'sent')
  const events = startEvents(async () => {
    calls.dispatchEvent(new Event('sent'))
    throw new Error('refused')
  }, fast)
  await sent
  await t.rejects(events.stop(), { message: 'refused' })
})
