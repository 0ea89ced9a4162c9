import t, { type Test } from 'tap'
import { createBreaker } from '../../src/trouble/breaker.js'
import { SilenceError } from '../../src/trouble/failures.js'

const refused = () => Promise.reject(new Error('connect ECONNREFUSED'))
const silent = () => Promise.reject(new SilenceError(10))
const answered = (code: string) => () =>
  Promise.reject(Object.assign(new Error(code), { name: 'S3Error', code }))

/** A breaker whose store is back when the test says so. */
function breaker(t: Test) {
  let isBack = false
  let probes = 0
  let probed = () => {}
  const guard = createBreaker({
    probeEveryMs: 1,
    probe: async () => {
      probes += 1
      probed()
      if (!isBack) await refused()
    },
  })
  let calls = 0
  /** Whether a call gets through. */
  const passes = async () => {
    const before = calls
    await guard(async () => {
      calls += 1
    }).catch(() => undefined)
    return calls > before
  }
  // The breaker keeps no process alive: whoever waits for a probe has to.
  const awake = setInterval(() => undefined, 1000)
  t.teardown(() => {
    isBack = true
    clearInterval(awake)
  })
  return {
    passes,
    probes: () => probes,
    failWith: (operation: () => Promise<never>) => t.rejects(guard(operation)),
    comeBack: async () => {
      isBack = true
      await new Promise<void>((resolve) => {
        probed = resolve
      })
      while (!(await passes())) await new Promise(setImmediate)
    },
  }
}

t.test('one silence is enough: from then on calls fail without being made', async (t) => {
  const { passes, failWith } = breaker(t)
  t.ok(await passes())
  await failWith(silent)
  t.notOk(await passes())
})

t.test('a single failure says nothing, five in a row do', async (t) => {
  const { passes, failWith } = breaker(t)
  for (let i = 0; i < 4; i += 1) await failWith(refused)
  t.ok(await passes(), 'and a success begins the count anew')
  for (let i = 0; i < 4; i += 1) await failWith(refused)
  t.ok(await passes())
  for (let i = 0; i < 5; i += 1) await failWith(refused)
  t.notOk(await passes())
})

t.test('a store that says no is there, one that says not now is not', async (t) => {
  const { passes, failWith } = breaker(t)
  for (let i = 0; i < 20; i += 1) await failWith(answered('AccessDenied'))
  t.ok(await passes())
  const unreadable = Object.assign(new Error('ENOENT'), { path: '/file' })
  for (let i = 0; i < 20; i += 1) await failWith(() => Promise.reject(unreadable))
  t.ok(await passes(), 'nor has a file that is gone anything to do with it')
  for (let i = 0; i < 5; i += 1) await failWith(answered('SlowDown'))
  t.notOk(await passes())
})

t.test('it is probed until it answers, and then used again', async (t) => {
  const { passes, failWith, comeBack, probes } = breaker(t)
  await failWith(silent)
  await failWith(silent)
  t.notOk(await passes())
  await comeBack()
  t.ok(await passes())
  t.ok(probes() >= 2)
  await failWith(silent)
  t.ok(probes() >= 3, 'a false alarm is probed at once')
})
