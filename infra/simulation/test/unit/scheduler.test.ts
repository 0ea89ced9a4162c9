import t from 'tap'
import { createScheduler } from '../../src/environment/scheduler.js'

t.test('events run by time, and those of the same time in the order they were added', async (t) => {
  const scheduler = createScheduler()
  const order: string[] = []
  const times = [5, 1, 9, 1, 3, 7, 3, 2, 8, 0]
  for (const [index, ms] of times.entries()) {
    scheduler.after(ms, () => order.push(`${ms} ${index}`))
  }
  await scheduler.runUntil(10)
  t.strictSame(order, ['0 9', '1 1', '1 3', '2 7', '3 4', '3 6', '5 0', '7 5', '8 8', '9 2'])
  t.equal(scheduler.nowMs(), 10)
})

t.test('later events wait for the next call, cancelled events never run', async (t) => {
  const scheduler = createScheduler()
  const ran: number[] = []
  scheduler.after(10, () => ran.push(10))
  scheduler.after(20, () => ran.push(20))
  scheduler.after(5, () => ran.push(5))()
  await scheduler.runUntil(15)
  t.strictSame(ran, [10])
  await scheduler.runUntil(25)
  t.strictSame(ran, [10, 20])
})

t.test('promise callbacks run before the next event', async (t) => {
  const scheduler = createScheduler()
  const order: string[] = []
  const chain = async () => {
    scheduler.followPromises()
    for (let step = 1; step <= 50; step += 1) await Promise.resolve()
    order.push('chain')
  }
  scheduler.after(1, () => void chain())
  scheduler.after(1, () => order.push('next'))
  await scheduler.runUntil(2)
  t.strictSame(order, ['chain', 'next'])
})
