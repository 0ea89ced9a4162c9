import { setImmediate } from 'node:timers/promises'
import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import { UploadQueue } from '../../src/resources/assets/upload/queue.js'

const staying = new AbortController().signal

/** A queue whose uploads are processed until the test ends them. */
function createBench(maxWaiting: number) {
  let timeMs = 0
  const queue = new UploadQueue({ concurrency: 2, maxWaiting, nowMs: () => timeMs })
  const begun: string[] = []
  const running: { name: string; end: () => void }[] = []
  /** @param name `b2` is the second upload of the account b; `b2@x` sends it to the organization x. */
  const send = (name: string, signal = staying): Promise<string> => {
    const [upload = '', organizationId = name.slice(0, 1)] = name.split('@')
    const work = () =>
      new Promise<string>((resolve) => {
        begun.push(upload)
        running.push({ name: upload, end: () => resolve(upload) })
      })
    return queue.run({ userId: upload.slice(0, 1), organizationId }, work, signal)
  }
  /** Ends the upload that began first, after the given time. */
  const endAfter = async (ms: number): Promise<void> => {
    await setImmediate()
    timeMs += ms
    running.shift()?.end()
    await setImmediate()
  }
  const endAll = async (): Promise<void> => {
    await setImmediate()
    while (running.length > 0) await endAfter(1000)
  }
  return { queue, begun, send, endAfter, endAll }
}

t.test('accounts take turns', async (t) => {
  const { begun, send, endAll } = createBench(20)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'd1'].map((name) => send(name))
  await endAll()
  t.same(begun, ['a1', 'b1', 'a2', 'c1', 'd1', 'a3', 'b2', 'a4'])
  await Promise.all(all)
})

t.test('uploads of two accounts run at once, and of one account one', async (t) => {
  const { begun, send, endAll } = createBench(20)
  const all = ['a1', 'a2', 'b1'].map((name) => send(name))
  await setImmediate()
  t.same(begun, ['a1', 'b1'])
  await endAll()
  await Promise.all(all)
})

t.test('an account has no more turns with many organizations', async (t) => {
  const { begun, send, endAll } = createBench(20)
  const flood = ['a1@p', 'a2@q', 'a3@r', 'a4@s'].map((name) => send(name))
  await setImmediate()
  const other = send('b1')
  await setImmediate()
  t.same(begun, ['a1', 'b1'], 'the other one begins at once')
  await endAll()
  await Promise.all([...flood, other])
})

t.test('an organization has no more turns with many accounts', async (t) => {
  const { begun, send, endAfter, endAll } = createBench(20)
  const flood = ['a1@p', 'b1@p', 'c1@p', 'd1@p'].map((name) => send(name))
  await setImmediate()
  t.same(begun, ['a1', 'b1'])
  const other = send('x1')
  await endAfter(1000)
  t.equal(begun[2], 'x1')
  await endAll()
  await Promise.all([...flood, other])
})

t.test('whoever sends costly uploads sits out', async (t) => {
  const { begun, send, endAfter, endAll } = createBench(20)
  const all = ['a1', 'b1', 'a2', 'b2', 'b3', 'b4', 'c1', 'c2', 'c3'].map((name) => send(name))
  await endAfter(8000)
  await endAll()
  t.ok(begun.indexOf('a2') > begun.indexOf('c3'), begun.join(' '))
  await Promise.all(all)
})

t.test('an upload leaves the queue if its client disconnects', async (t) => {
  const { queue, begun, send, endAll } = createBench(20)
  const leaver = new AbortController()
  const first = send('a1')
  const left = ['a2', 'a3'].map((name) => send(name, leaver.signal))
  leaver.abort(new AppError('REQUEST_TIMEOUT', 'The client has left.'))
  for (const one of left) await t.rejects(one, { code: 'REQUEST_TIMEOUT' })
  t.equal(queue.waiting, 0)
  await t.rejects(send('a4', leaver.signal), { code: 'REQUEST_TIMEOUT' }, 'disconnected before')
  await endAll()
  t.same(begun, ['a1'])
  await first
})

t.test('beyond the limit the error contains the expected wait', async (t) => {
  const { queue, send, endAfter, endAll } = createBench(2)
  const learnt = send('a0')
  await endAfter(6000)
  await learnt
  const sent = ['a1', 'a2', 'a3'].map((name) => send(name))
  // Average 2 s: 1 s initially, raised by the upload of 6 s. One is processed, and two wait.
  await t.rejects(send('a4'), { code: 'OVERLOADED', retryAfterSeconds: 6 })
  const uploader = { userId: 'a', organizationId: 'a' }
  t.throws(() => queue.requireRoom(uploader), { code: 'OVERLOADED' }, 'before its body is read')
  t.equal(queue.refused, 2)
  await endAll()
  await Promise.all(sent)
})

t.test('in a full queue the account with most uploads loses its last one', async (t) => {
  const { queue, begun, send, endAll } = createBench(3)
  const sent = ['a1', 'z1', 'a2', 'a3'].map((name) => send(name))
  const last = t.rejects(send('a4'), { code: 'OVERLOADED' })
  queue.requireRoom({ userId: 'b', organizationId: 'b' })
  const other = send('b1')
  await last
  await t.rejects(send('b2'), { code: 'OVERLOADED' }, 'it would have as many as the other account')
  await endAll()
  t.same(begun, ['a1', 'z1', 'a2', 'b1', 'a3'])
  await Promise.all([...sent, other])
})

t.test('without room to wait, an upload of each of two accounts is processed', async (t) => {
  const { send, endAll } = createBench(0)
  const first = ['a1', 'b1'].map((name) => send(name))
  await t.rejects(send('c1'), { code: 'OVERLOADED' })
  await endAll()
  t.same(await Promise.all(first), ['a1', 'b1'])
})

t.test('failed work ends its turn', async (t) => {
  const { queue } = createBench(5)
  const uploader = { userId: 'a', organizationId: 'a' }
  const fails = () => Promise.reject(new Error('broken picture'))
  await t.rejects(queue.run(uploader, fails, staying), /broken picture/)
  t.equal(await queue.run(uploader, async () => 'next', staying), 'next')
})
