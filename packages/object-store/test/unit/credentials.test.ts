import t from '@vitrine/testing/t'
import { type Credentials, renewed } from '../../src/connection/credentials.js'

/** Credentials that are valid for `lifeMs`, and a fake clock. */
function given(lifeMs: number | undefined) {
  let nowMs = 1_000_000
  let fetches = 0
  let failure: Error | undefined
  const waiting: (() => void)[] = []
  const get = renewed({
    now: () => nowMs,
    fetch: async (): Promise<Credentials> => {
      fetches += 1
      const number = fetches
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (failure !== undefined) throw failure
      return {
        accessKey: `key ${number}`,
        secretKey: 'secret',
        ...(lifeMs !== undefined && { expiresAtMs: nowMs + lifeMs }),
      }
    },
  })
  return {
    get,
    fetches: () => fetches,
    pass: (ms: number) => {
      nowMs += ms
    },
    failWith: (error: Error | undefined) => {
      failure = error
    },
    /** Lets the pending request finish. */
    answer: async () => {
      for (const resolve of waiting.splice(0)) resolve()
      await new Promise(setImmediate)
    },
  }
}

const hourMs = 3_600_000

t.test('concurrent callers share one request', async (t) => {
  const { get, fetches, answer } = given(hourMs)
  const calls = Array.from({ length: 20 }, get)
  await answer()
  for (const { accessKey } of await Promise.all(calls)) t.equal(accessKey, 'key 1')
  t.equal(fetches(), 1)
})

t.test('credentials without an expiry are fetched once', async (t) => {
  const { get, fetches, answer, pass } = given(undefined)
  const first = get()
  await answer()
  await first
  pass(1000 * hourMs)
  t.equal((await get()).accessKey, 'key 1')
  t.equal(fetches(), 1)
})

t.test('they are renewed five minutes before they expire, and no caller waits', async (t) => {
  const { get, fetches, answer, pass } = given(hourMs)
  const first = get()
  await answer()
  await first
  pass(hourMs - 301_000)
  t.equal((await get()).accessKey, 'key 1')
  t.equal(fetches(), 1)
  pass(2000)
  for (let i = 0; i < 5; i += 1) t.equal((await get()).accessKey, 'key 1')
  t.equal(fetches(), 2)
  await answer()
  t.equal((await get()).accessKey, 'key 2')
})

t.test('while renewal fails, the old credentials are used until they expire', async (t) => {
  const { get, fetches, answer, pass, failWith } = given(hourMs)
  const first = get()
  await answer()
  await first
  failWith(new Error('the endpoint is away'))
  pass(hourMs - 60_000)
  t.equal((await get()).accessKey, 'key 1')
  await answer()
  t.equal((await get()).accessKey, 'key 1', 'the next attempt is some seconds later')
  t.equal(fetches(), 2)
  pass(60_000)
  const expired = t.rejects(get(), { message: 'the endpoint is away' })
  await answer()
  await expired
  await t.rejects(get(), { message: 'the endpoint is away' }, 'at once')
  t.equal(fetches(), 3)

  failWith(undefined)
  pass(5000)
  const again = get()
  await answer()
  t.equal((await again).accessKey, 'key 4')
})
