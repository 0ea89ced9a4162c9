import { createRandom } from '@vitrine/testing/random'
import t from '@vitrine/testing/t'
import { createMachineClock } from '../../src/simulation/environment/machine-clock.js'
import { createProcess } from '../../src/simulation/environment/process.js'
import { createScheduler } from '../../src/simulation/environment/scheduler.js'

function start(rate = 1) {
  const scheduler = createScheduler()
  const machine = createMachineClock(scheduler.nowMs, rate, 0)
  const process = createProcess({ scheduler, random: createRandom(1), machine })
  const seen: string[] = []
  return { scheduler, machine, process, seen, see: (what: string) => () => seen.push(what) }
}

t.test('a halted process gets its input when it resumes', async (t) => {
  const { scheduler, process, seen, see } = start()
  process.halt()
  for (const what of ['a', 'b', 'c']) process.deliver(see(what))
  process.clock.after(10, see('timer'))
  await scheduler.runUntil(100)
  t.strictSame(seen, [])
  process.resume()
  await scheduler.runUntil(101)
  t.strictSame(seen.sort(), ['a', 'b', 'c', 'timer'])
})

t.test('it resumes when everything that halted it is over', async (t) => {
  const { scheduler, process, seen, see } = start()
  process.halt()
  process.halt()
  process.deliver(see('a'))
  process.resume()
  await scheduler.runUntil(1)
  t.strictSame(seen, [])
  process.resume()
  await scheduler.runUntil(2)
  t.strictSame(seen, ['a'])
})

t.test('a dead process gets no more input', async (t) => {
  const { scheduler, process, seen, see } = start()
  process.clock.after(5, see('timer'))
  process.halt()
  process.deliver(see('held'))
  process.kill()
  process.resume()
  process.deliver(see('late'))
  await scheduler.runUntil(100)
  t.strictSame(seen, [])
})

t.test(
  'timers follow the monotonic clock, which may be slow and stands still in a suspension',
  async (t) => {
    const { scheduler, machine, process, seen, see } = start(0.5)
    process.clock.after(100, see('timer'))
    await scheduler.runUntil(150)
    process.halt()
    machine.suspend()
    await scheduler.runUntil(1150)
    t.equal(machine.monotonicMs(), 75)
    t.equal(machine.wallMs() - 1_767_225_600_000, 575)
    machine.resume()
    process.resume()
    await scheduler.runUntil(1199)
    t.strictSame(seen, [])
    await scheduler.runUntil(1202)
    t.strictSame(seen, ['timer'])
  },
)

t.test('a cancelled timer does not run, even if it was held back', async (t) => {
  const { scheduler, process, seen, see } = start()
  const cancel = process.clock.after(5, see('timer'))
  process.halt()
  await scheduler.runUntil(10)
  cancel()
  process.resume()
  await scheduler.runUntil(20)
  t.strictSame(seen, [])
})
