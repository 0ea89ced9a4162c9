import type { Call, Caller, Reply } from '@vitrine/testing/http'
import t from 'tap'
import { repeat } from '../../src/workload/repeat.js'

/** A caller that gets these statuses in order; null is a lost connection. */
function scripted(statuses: (number | null)[]) {
  const asked: string[] = []
  const caller: Caller = {
    send: async (base: string): Promise<Reply> => {
      asked.push(base)
      const status = statuses.shift()
      if (typeof status !== 'number') throw new Error('connection lost')
      return { status, headers: {}, body: '' }
    },
    close: () => undefined,
  }
  return { caller, asked }
}

const call = (): Call => ({ method: 'DELETE', path: '/x' })
const managers = () => ['http://a', 'http://b']
const signal = new AbortController().signal
const isDone = ({ status }: Reply, isRepetition: boolean) =>
  status === 204 || (isRepetition && status === 404)

t.test('a call is repeated over 503s, at the managers in turn', async (t) => {
  const { caller, asked } = scripted([503, 503, 204])
  const settled = await repeat(call, { caller, managers, isDone, signal })
  t.match(settled, { reply: { status: 204 }, isCertain: true })
  t.equal(asked.length, 3)
  t.equal(asked[0], asked[2])
  t.not(asked[0], asked[1])
})

t.test('after a lost connection it is not certain when the call takes effect', async (t) => {
  const { caller } = scripted([null, 404])
  const settled = await repeat(call, { caller, managers, isDone, signal })
  t.match(settled, { reply: { status: 404 }, isCertain: false })
})

t.test('an answer that no fault may cause is an error with the call and the answer', async (t) => {
  const { caller } = scripted([404])
  await t.rejects(repeat(call, { caller, managers, isDone, signal }), {
    message: /^DELETE \/x: 404/,
  })
})

t.test('it ends when it is aborted', async (t) => {
  const ended = new AbortController()
  ended.abort(new Error('it was never acknowledged'))
  const { caller } = scripted([])
  await t.rejects(repeat(call, { caller, managers, isDone, signal: ended.signal }), {
    message: 'it was never acknowledged',
  })
})
