import { mock } from 'node:test'
import { memoryStore, type SessionStore } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { type Look, sharedAmongTabs } from '../../src/tab-session/shared-tokens.ts'
import { createBrowser } from './tabs-of-browser.ts'

type Step = { kind: 'open' | 'expire' } | { kind: 'call'; tab: number } | { kind: 'all' }

const steps = fc.array(
  fc.oneof(
    fc.constantFrom<Step>({ kind: 'open' }, { kind: 'expire' }, { kind: 'all' }),
    fc.nat(5).map((tab): Step => ({ kind: 'call', tab })),
  ),
  { maxLength: 25 },
)

t.test('in any order of tabs and calls, each call is answered and each token is used', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const { open, expire, refreshes } = createBrowser()
      const tabs = [open()]
      let expiries = 1
      for (const step of list) {
        if (step.kind === 'open') tabs.push(open())
        if (step.kind === 'expire') {
          expire()
          expiries += 1
        }
        const called = step.kind === 'call' ? [tabs[step.tab % tabs.length]] : tabs
        if (step.kind === 'open' || step.kind === 'expire') continue
        const statuses = await Promise.all(called.map((call) => call?.()))
        if (statuses.some((status) => status !== 200)) return false
      }
      return refreshes() <= expiries
    }),
    { numRuns: 100 },
  )
})

t.test(
  'a tab that is opened beside one with an expired token is signed in all the same',
  async (t) => {
    const { open, expire, refreshes } = createBrowser()
    const first = open()
    await first()
    expire()
    const second = open()
    t.equal(await second(), 200)
    t.equal(await first(), 200)
    t.equal(refreshes(), 2, 'and both have the new token')
  },
)

t.test('many calls of one tab at the end of its token refresh once', async (t) => {
  const { open, expire, refreshes } = createBrowser()
  const call = open()
  await call()
  expire()
  const statuses = await Promise.all(Array.from({ length: 20 }, () => call()))
  t.same([...new Set(statuses)], [200])
  t.equal(refreshes(), 2)
})

t.test(
  'when the session is over, every tab hears it from the service, and none hangs',
  async (t) => {
    const { open, end } = createBrowser()
    const tabs = [open(), open(), open()]
    await Promise.all(tabs.map((call) => call()))
    end()
    t.same(await Promise.all(tabs.map((call) => call())), [401, 401, 401])
    t.same(await Promise.all(tabs.map((call) => call())), [401, 401, 401], 'and again')
  },
)

t.test('a tab refreshes by itself at once if no open tab has newer tokens', async (t) => {
  const { open, refreshes, expire } = createBrowser()
  const tabs = [open(), open({ isDeaf: true })]
  t.equal(await tabs[0]?.(), 200)
  expire()
  t.equal(await tabs[0]?.(), 200)
  t.equal(refreshes(), 2)
})

type Message = { kind: string } & Record<string, unknown>

const alone = (newest: number): Look => ({ newest, isUncontended: true })

/** One tab, whose messages are written by hand. @param looks what it sees, in turn; the last one again and again. */
function createTab(looks: Look[] = [alone(0)]) {
  const sent: Message[] = []
  let count = 0
  let hear: (event: MessageEvent) => void = () => undefined
  const held: number[] = []
  let clock = 100
  const store: SessionStore = memoryStore({ accessToken: 'own' })
  const shared = sharedAmongTabs(store, {
    channel: {
      postMessage: (message: Message) => void sent.push(message),
      addEventListener: ((_: string, listener: typeof hear) => {
        hear = listener
      }) as BroadcastChannel['addEventListener'],
    },
    hold: async (at) => void held.push(at),
    look: async () => looks[Math.min(count++, looks.length - 1)] ?? alone(0),
    now: () => clock,
  })
  return {
    shared,
    sent,
    held,
    looks: () => count,
    /** The message of another tab, and what follows from it. */
    hear: async (message: Message) => {
      hear({ data: message } as MessageEvent)
      await new Promise(setImmediate)
    },
    setClock: (at: number) => {
      clock = at
    },
  }
}

const tokens = (accessToken: string) => ({ accessToken })

t.test('a token of another tab is taken if it is newer, in any order of messages', async () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(times, async (list) => {
      const { shared, hear, held } = createTab()
      for (const at of list) await hear({ kind: 'tokens', tokens: tokens(`t${at}`), at })
      const newest = Math.max(...list)
      const current = await shared.read()
      return current?.accessToken === `t${newest}` && held.at(-1) === newest
    }),
    { numRuns: 60 },
  )
})

t.test('who has newer tokens answers, others are silent', async (t) => {
  const { shared, hear, sent } = createTab()
  await hear({ kind: 'ask', than: 0 })
  t.same(sent, [], 'tokens of an unknown time')
  await shared.write(tokens('fresh'))
  sent.length = 0
  await hear({ kind: 'ask', than: 99 })
  t.same(sent, [{ kind: 'tokens', tokens: tokens('fresh'), at: 100 }])
  sent.length = 0
  await hear({ kind: 'ask', than: 100 })
  t.same(sent, [], 'the other one has the same')
  await shared.write(null)
  sent.length = 0
  await hear({ kind: 'ask', than: 0 })
  t.same(sent, [], 'after the end of the session')
})

t.test('a clock that goes back makes new tokens no older than those before', async (t) => {
  const { shared, sent, setClock } = createTab()
  await shared.write(tokens('first'))
  setClock(5)
  await shared.write(tokens('second'))
  t.same(
    sent.map(({ at }) => at),
    [100, 101],
  )
})

t.test('a tab that stands still is waited for five seconds, and not longer', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { shared, sent } = createTab([alone(500)])
  let isDone = false
  const working = shared.exclusive(async () => {
    isDone = true
  })
  while (sent.length === 0) await new Promise(setImmediate)
  t.same(sent, [{ kind: 'ask', than: 0 }])
  mock.timers.tick(4999)
  await new Promise(setImmediate)
  t.equal(isDone, false)
  mock.timers.tick(1)
  await working
  t.equal(isDone, true)
})

t.test('an answer ends the waiting, and what follows finds the new tokens', async (t) => {
  const { shared, sent, hear } = createTab([alone(500)])
  const working = shared.exclusive(async () => shared.read())
  while (sent.length === 0) await new Promise(setImmediate)
  await hear({ kind: 'tokens', tokens: tokens('theirs'), at: 500 })
  t.same(await working, tokens('theirs'))
})

t.test('a tab whose tokens are the newest asks nobody', async (t) => {
  const { shared, sent } = createTab([alone(100)])
  await shared.write(tokens('fresh'))
  sent.length = 0
  t.same(await shared.exclusive(async () => shared.read()), tokens('fresh'))
  t.same(sent, [])
})

t.test('a tab that got the lock at once looks once for newer tokens', async (t) => {
  const { shared, looks } = createTab()
  await shared.exclusive(async () => undefined)
  t.equal(looks(), 1)
})

t.test('a tab that may have waited for the lock looks once more when it has it', async (t) => {
  const before = { newest: 0, isUncontended: false }
  const { shared, sent, hear, looks } = createTab([before, alone(500)])
  const working = shared.exclusive(async () => shared.read())
  while (sent.length === 0) await new Promise(setImmediate)
  await hear({ kind: 'tokens', tokens: tokens('theirs'), at: 500 })
  t.same(await working, tokens('theirs'), 'another tab got them meanwhile')
  t.equal(looks(), 2)
})
