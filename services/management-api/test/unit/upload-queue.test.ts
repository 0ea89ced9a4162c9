import { setImmediate } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import { UploadQueue } from '../../src/resources/assets/upload/queue.js'

const staying = new AbortController().signal

/** A queue whose uploads are processed until the test ends them. */
function createBench(maxWaiting: number) {
  let timeMs = 0
  const queue = new UploadQueue({ maxWaiting, nowMs: () => timeMs })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  /** @param name `b2` is the second upload of the organization b. */
  const send = (name: string, signal = staying): Promise<string> => {
    const work = () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        ends.set(name, () => resolve(name))
      })
    return queue.run(name.slice(0, 1), work, signal)
  }
  /** Ends the current upload after the given time. */
  const endAfter = async (ms: number): Promise<void> => {
    await setImmediate()
    timeMs += ms
    ends.get(begun.at(-1) ?? '')?.()
    await setImmediate()
  }
  return { queue, begun, send, endAfter }
}

t.test('organizations take turns', async (t) => {
  const { begun, send, endAfter } = createBench(20)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => send(name))
  const late = [send('d1')]
  for (let ended = 0; ended < 8; ended += 1) await endAfter(10)
  t.same(begun, ['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'a3', 'a4'])
  await Promise.all([...all, ...late])
})

t.test('an organization without uploads waits only for the current one', async (t) => {
  const { begun, send, endAfter } = createBench(20)
  const ofOne = ['a1', 'a2', 'a3'].map((name) => send(name))
  await endAfter(10)
  const other = send('b1')
  for (let ended = 0; ended < 3; ended += 1) await endAfter(10)
  t.same(begun, ['a1', 'a2', 'b1', 'a3'])
  await Promise.all([...ofOne, other])
})

t.test('an upload leaves the queue if its client disconnects', async (t) => {
  const { queue, begun, send, endAfter } = createBench(20)
  const leaver = new AbortController()
  const first = send('a1')
  const left = ['a2', 'a3'].map((name) => send(name, leaver.signal))
  const staying = send('b1')
  leaver.abort(new AppError('REQUEST_TIMEOUT', 'The client has left.'))
  for (const one of left) await t.rejects(one, { code: 'REQUEST_TIMEOUT' })
  t.equal(queue.waiting, 1)
  await t.rejects(send('a4', leaver.signal), { code: 'REQUEST_TIMEOUT' }, 'disconnected before')
  await endAfter(10)
  await endAfter(10)
  t.same(begun, ['a1', 'b1'])
  await Promise.all([first, staying])
})

t.test('beyond the limit the error contains the expected wait', async (t) => {
  const { queue, send, endAfter } = createBench(2)
  const learnt = send('a0')
  await endAfter(6000)
  await learnt
  const sent = ['a1', 'a2', 'a3'].map((name) => send(name))
  // Average 2 s: 1 s initially, raised by the upload of 6 s. One is processed, and two wait.
  await t.rejects(send('a4'), { code: 'OVERLOADED', retryAfterSeconds: 6 })
  t.throws(() => queue.requireRoom('a'), { code: 'OVERLOADED' }, 'also before its body is read')
  t.equal(queue.refused, 2)
  for (let ended = 0; ended < 3; ended += 1) await endAfter(2000)
  await Promise.all(sent)
})

t.test('in a full queue the organization with most uploads loses its last one', async (t) => {
  const { queue, begun, send, endAfter } = createBench(3)
  const sent = ['a1', 'a2', 'a3'].map((name) => send(name))
  const last = t.rejects(send('a4'), { code: 'OVERLOADED' })
  queue.requireRoom('b')
  const other = send('b1')
  await last
  await t.rejects(
    send('b2'),
    { code: 'OVERLOADED' },
    'it would have as many as the other organization',
  )
  for (let ended = 0; ended < 4; ended += 1) await endAfter(10)
  t.same(begun, ['a1', 'b1', 'a2', 'a3'])
  await Promise.all([...sent, other])
})

t.test('without room to wait, one upload is still processed', async (t) => {
  const { send, endAfter } = createBench(0)
  const first = send('a1')
  await t.rejects(send('b1'), { code: 'OVERLOADED' })
  await endAfter(10)
  t.equal(await first, 'a1')
})

t.test('failed work ends its turn', async (t) => {
  const { queue } = createBench(5)
  const fails = () => Promise.reject(new Error('broken picture'))
  await t.rejects(queue.run('a', fails, staying), /broken picture/)
  t.equal(await queue.run('a', async () => 'next', staying), 'next')
})
