import t from '@vitrine/testing/t'
import { createRetryLimits } from '../../src/seed/retry-limits.js'

const request = new Request('http://localhost/')

t.test('a call without an answer for long is noted once', async (t) => {
  let notes = 0
  let answer = () => {}
  const onBusy = () => {
    notes += 1
    answer()
  }
  const limits = createRetryLimits({ baseUrl: 'http://localhost', busyAfterMs: 1, onBusy })
  const send = limits.watch(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(Response.json({}))
      }),
  )
  const response = await send(request)
  t.equal(response.status, 200)
  await limits.untilSilence({ request, delayMs: 0, cause: new Error('lost') })
  t.equal(notes, 1)
})

t.test('a limit begins when it is set, and ends the call with the answer', async (t) => {
  let ms = 0
  const limits = createRetryLimits({ baseUrl: 'http://localhost', now: () => ms })
  ms = 5000
  const limit = limits.within(1000)
  const retry = () => ({
    request,
    delayMs: 0,
    response: Response.json({ message: 'Busy' }, { status: 503 }),
  })
  ms = 5999
  await limit(retry())
  ms = 6000
  await t.rejects(limit(retry()), { name: 'VitrineError', status: 503, message: 'Busy' })
})
