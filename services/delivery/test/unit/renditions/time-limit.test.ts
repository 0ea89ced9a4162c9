import { setImmediate } from 'node:timers/promises'
import t from '@vitrine/testing/t'
import { createTimeLimit } from '../../../src/renditions/time-limit.js'
import { deferred } from '../../deferred.js'
import { simulatedClock } from './simulated-clock.js'

t.test('a value that comes too late is discarded, so that its file is closed', async (t) => {
  const clock = simulatedClock()
  const timeLimit = createTimeLimit({ limitMs: 2000, clock, onLate: () => undefined })
  const discarded: string[] = []
  const discard = (value: string) => void discarded.push(value)
  const [slow, quick] = [deferred<string>(), deferred<string>()]
  const [late, inTime] = [timeLimit(slow.promise, discard), timeLimit(quick.promise, discard)]
  quick.resolve('quick')
  t.equal(await inTime, 'quick')
  clock.advance(2000)
  await t.rejects(late, { code: 'OVERLOADED', retryAfterSeconds: 1 })
  slow.resolve('slow')
  await setImmediate()
  t.same(discarded, ['slow'])
})
