import { mock } from 'node:test'
import t from '@vitrine/testing/t'
import { inTime } from '../../src/session/in-time.ts'

t.test('what opens in time is given, and its error too', async (t) => {
  t.equal(await inTime(Promise.resolve('open')), 'open')
  await t.rejects(inTime(Promise.reject(new Error('private window'))), {
    message: 'private window',
  })
})

t.test('a storage that never answers is given up', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const opening = inTime(new Promise(() => undefined))
  mock.timers.tick(10_000)
  await t.rejects(opening, { message: /does not answer/ })
})
