import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { createSlots } from '../../src/renditions/slots.js'
import { deferred } from '../deferred.js'

/** A task that says when it has started and ends when it is told to. */
function task() {
  const work = deferred<string>()
  const state = { hasStarted: false }
  const run = () => {
    state.hasStarted = true
    return work.promise
  }
  return { run, state, finish: () => work.resolve('done'), fail: work.reject }
}

/** Lets everything that is ready to go on do so. */
const settled = () => setImmediate()

t.test('no more tasks run at once than there are slots, in the order they came', async (t) => {
  const slots = createSlots({ slots: 2, maxWaiting: 10 })
  const tasks = Array.from({ length: 5 }, task)
  const outcomes = tasks.map(({ run }) => slots(run))
  const started = () => tasks.map(({ state }) => state.hasStarted)
  await settled()
  t.same(started(), [true, true, false, false, false])
  tasks[1]?.finish()
  await settled()
  t.same(started(), [true, true, true, false, false])
  tasks[0]?.finish()
  tasks[2]?.finish()
  await settled()
  t.same(started(), [true, true, true, true, true])
  for (const { finish } of tasks) finish()
  t.same(await Promise.all(outcomes), Array(5).fill('done'))
})

t.test('who finds no place in the queue is refused at once', async (t) => {
  for (const maxWaiting of [0, 1, 3]) {
    const slots = createSlots({ slots: 1, maxWaiting })
    const tasks = Array.from({ length: 1 + maxWaiting }, task)
    const outcomes = tasks.map(({ run }) => slots(run))
    const late = task()
    const refusal = { code: 'OVERLOADED', retryAfterSeconds: 1 }
    await t.rejects(slots(late.run), refusal, `${maxWaiting} may wait`)
    t.notOk(late.state.hasStarted)
    for (const { finish } of tasks) finish()
    t.same(await Promise.all(outcomes), Array(1 + maxWaiting).fill('done'))
    late.finish()
    t.equal(await slots(late.run), 'done', 'there is room again')
  }
})

t.test('a task that fails gives its slot to the next, whether at once or later', async (t) => {
  const slots = createSlots({ slots: 1, maxWaiting: 2 })
  const failing = task()
  const broken = () => {
    throw new Error('at once')
  }
  const outcomes = [slots(failing.run), slots(broken), slots(async () => 'fine')]
  failing.fail(new Error('later'))
  const [first, second, third] = await Promise.allSettled(outcomes)
  t.match(first, { status: 'rejected', reason: { message: 'later' } })
  t.match(second, { status: 'rejected', reason: { message: 'at once' } })
  t.match(third, { status: 'fulfilled', value: 'fine' })
  t.equal(await slots(async () => 'again'), 'again')
})

t.test('a slot that is handed on is not free for whoever comes in between', async (t) => {
  const slots = createSlots({ slots: 1, maxWaiting: 1 })
  const [first, second] = [task(), task()]
  const running = slots(first.run)
  const waiting = slots(second.run)
  first.finish()
  await running
  const [third, fourth] = [task(), task()]
  const next = slots(third.run)
  await t.rejects(slots(fourth.run), { code: 'OVERLOADED' })
  await settled()
  t.ok(second.state.hasStarted)
  t.notOk(third.state.hasStarted)
  second.finish()
  third.finish()
  t.same(await Promise.all([waiting, next]), ['done', 'done'])
})
