import t, { type Test } from '@vitrine/testing/t'
import { createBreaker } from '../../src/failures/breaker.js'
import { SilenceError } from '../../src/failures/store-errors.js'

const refused = () => Promise.reject(new Error('connect ECONNREFUSED'))
const silent = () => Promise.reject(new SilenceError(10))
const answered = (code: string) => () =>
  Promise.reject(Object.assign(new Error(code), { name: 'S3Error', code }))

/** A breaker whose store recovers when the test says so. */
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
  /** Whether a call is made. */
  const passes = async () => {
    const before = calls
    await guard(async () => {
      calls += 1
    }).catch(() => undefined)
    return calls > before
  }
  // The breaker's timer does not keep the process alive, so the test has to.
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

t.test('a single timeout opens the breaker', async (t) => {
  const { passes, failWith } = breaker(t)
  t.ok(await passes())
  await failWith(silent)
  t.notOk(await passes())
})

t.test('five failures in a row open the breaker, and a single one does not', async (t) => {
  const { passes, failWith } = breaker(t)
  for (let i = 0; i < 4; i += 1) await failWith(refused)
  t.ok(await passes(), 'a success resets the count')
  for (let i = 0; i < 4; i += 1) await failWith(refused)
  t.ok(await passes())
  for (let i = 0; i < 5; i += 1) await failWith(refused)
  t.notOk(await passes())
})

t.test('a rejecting store is available, and one that answers 503 is not', async (t) => {
  const { passes, failWith } = breaker(t)
  for (let i = 0; i < 20; i += 1) await failWith(answered('AccessDenied'))
  t.ok(await passes())
  const unreadable = Object.assign(new Error('ENOENT'), { path: '/file' })
  for (let i = 0; i < 20; i += 1) await failWith(() => Promise.reject(unreadable))
  t.ok(await passes(), 'errors of the file system do not count')
  for (let i = 0; i < 5; i += 1) await failWith(answered('SlowDown'))
  t.notOk(await passes())
})

t.test('the store is probed until it answers, and then used again', async (t) => {
  const { passes, failWith, comeBack, probes } = breaker(t)
  await failWith(silent)
  await failWith(silent)
  t.notOk(await passes())
  await comeBack()
  t.ok(await passes())
  t.ok(probes() >= 2)
  await failWith(silent)
  t.ok(probes() >= 3, 'the first probe is made at once')
})
