import t from '@vitrine/testing/t'
import { createReach } from '../../src/index.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Replicas of one service, the dependencies that each of them reaches, and a clock that the test moves. */
function createWorld(replicas: readonly string[], { isVital = true } = {}) {
  let nowMs = 1000
  let timers: { at: number; run: () => void }[] = []
  const reports = new Map<string, number>()
  const state = {
    /**
     * The replicas that lack the dependency, hang on it or wait long for it, and those for which Redis is
     * down or slow.
     */
    lacking: new Set<string>(),
    hanging: new Set<string>(),
    slow: new Set<string>(),
    withoutRedis: new Set<string>(),
    slowRedis: new Set<string>(),
  }
  const attempts = new Map<string, number>()
  const clock = {
    monotonicMs: () => nowMs,
    after: (ms: number, run: () => void) => {
      const timer = { at: nowMs + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  const exchange = (id: string) => async (_name: string, ownMs: number | null) => {
    if (state.withoutRedis.has(id) || state.slowRedis.has(id)) return null
    if (ownMs !== null) reports.set(id, nowMs - ownMs)
    const others = [...reports].filter(([other]) => other !== id).map(([, at]) => nowMs - at)
    return { othersMs: others.length > 0 ? Math.min(...others) : null }
  }
  const reach = async (id: string) => {
    attempts.set(id, (attempts.get(id) ?? 0) + 1)
    if (state.hanging.has(id)) return new Promise<never>(() => undefined)
    if (state.slow.has(id)) await new Promise<void>((resolve) => clock.after(1500, resolve))
    if (state.lacking.has(id)) throw new Error('refused')
  }
  const members = replicas.map((id) => {
    const member = createReach({
      dependencies: [{ name: 'database', everyMs: 1000, isVital, reach: () => reach(id) }],
      peers: { isUp: () => !state.withoutRedis.has(id), exchange: exchange(id) },
      clock,
    })
    return { id, ...member }
  })
  return {
    ...state,
    attempts,
    /** They start a third of a second apart. */
    start: async () => {
      for (const member of members) {
        member.start()
        await advance(300)
      }
    },
    advance,
    staying: () => members.filter((m) => m.staysWithout('database')).map(({ id }) => id),
    stop: () => members.map((member) => member.stop()),
    timers: () => timers.length,
  }

  async function advance(ms: number): Promise<void> {
    const end = nowMs + ms
    for (;;) {
      for (let turns = 0; turns < 3; turns += 1) await turn()
      const next = timers.sort((a, b) => a.at - b.at)[0]
      if (next === undefined || next.at > end) break
      timers = timers.filter((other) => other !== next)
      nowMs = Math.max(next.at, nowMs)
      next.run()
    }
    nowMs = end
  }
}

const boundMs = 8000
const all = ['a', 'b', 'c']

for (const [how, fault] of [
  ['is refused', 'lacking'],
  ['gets no answer', 'hanging'],
] as const) {
  t.test(`if only one replica ${how}, it leaves within a time limit, and returns`, async (t) => {
    const world = createWorld(all)
    await world.start()
    t.strictSame(world.staying(), all)
    world[fault].add('b')
    await world.advance(boundMs)
    t.strictSame(world.staying(), ['a', 'c'])
    await world.advance(60_000)
    t.strictSame(world.staying(), ['a', 'c'], 'for as long as it lasts')
    if (fault === 'hanging') {
      t.equal(world.attempts.get('b'), 2, 'attempts do not pile up')
      return
    }
    world[fault].delete('b')
    await world.advance(2000)
    t.strictSame(world.staying(), all)
  })

  t.test(`if every replica ${how}, all of them always stay`, async (t) => {
    const world = createWorld(all)
    await world.start()
    for (const id of all) world[fault].add(id)
    for (let step = 0; step < 300; step += 1) {
      await world.advance(100)
      t.strictSame(world.staying(), all)
    }
  })
}

t.test('all replicas always stay while they recover at different times', async (t) => {
  const world = createWorld(all)
  await world.start()
  for (const id of all) world.lacking.add(id)
  await world.advance(60_000)
  for (const id of all) {
    world.lacking.delete(id)
    for (let step = 0; step < 15; step += 1) {
      await world.advance(100)
      t.strictSame(world.staying(), all)
    }
  }
})

t.test('without Redis, a replica that cannot answer any request leaves', async (t) => {
  const world = createWorld(all)
  await world.start()
  world.withoutRedis.add('b')
  await world.advance(boundMs)
  t.strictSame(world.staying(), all, 'without Redis alone it answers')
  world.lacking.add('b')
  await world.advance(boundMs)
  t.strictSame(world.staying(), ['a', 'c'])
  world.lacking.delete('b')
  await world.advance(2000)
  t.strictSame(world.staying(), all)
})

t.test('without Redis, a replica that can answer most requests stays', async (t) => {
  const world = createWorld(all, { isVital: false })
  await world.start()
  world.withoutRedis.add('b')
  world.lacking.add('b')
  await world.advance(boundMs)
  t.strictSame(world.staying(), all)
})

t.test('a replica with a slow dependency stays', async (t) => {
  const world = createWorld(all)
  await world.start()
  world.slow.add('b')
  await world.advance(60_000)
  t.strictSame(world.staying(), all)
})

t.test('a slow Redis changes nothing', async (t) => {
  const world = createWorld(all)
  await world.start()
  for (const id of all) world.slowRedis.add(id)
  world.lacking.add('b')
  await world.advance(boundMs)
  t.strictSame(world.staying(), all)
  world.slowRedis.clear()
  await world.advance(boundMs)
  t.strictSame(world.staying(), ['a', 'c'])
})

t.test('a dead replica does not count as reaching the dependency', async (t) => {
  const world = createWorld(['a', 'b'])
  await world.start()
  world.lacking.add('b')
  await world.advance(boundMs)
  t.strictSame(world.staying(), ['a'])
  world.lacking.add('a')
  await world.advance(boundMs)
  t.strictSame(world.staying(), ['a', 'b'], 'from then on all lack it')
})

for (const isVital of [true, false]) {
  const kind = isVital ? 'a vital' : 'another'
  t.test(
    `a new replica that lacks ${kind} dependency does not join while others reach it`,
    async (t) => {
      const world = createWorld(all, { isVital })
      world.lacking.add('c')
      world.withoutRedis.add('c')
      await world.start()
      for (let step = 0; step < 100; step += 1) {
        // Redis is connected a little later than the first attempt.
        if (step === 20) world.withoutRedis.delete('c')
        t.strictSame(world.staying(), ['a', 'b'])
        await world.advance(100)
      }
      world.lacking.delete('c')
      await world.advance(2000)
      t.strictSame(world.staying(), all)
    },
  )
}

for (const how of ['with', 'without']) {
  t.test(`new replicas ${how} Redis join if all of them lack the dependency`, async (t) => {
    const world = createWorld(all, { isVital: false })
    for (const id of all) {
      world.lacking.add(id)
      if (how === 'without') world.withoutRedis.add(id)
    }
    await world.start()
    await world.advance(boundMs)
    t.strictSame(world.staying(), all)
  })
}

t.test('it makes no attempts after it is stopped', async (t) => {
  const world = createWorld(all)
  await world.start()
  world.stop()
  await world.advance(2000)
  t.equal(world.timers(), 0)
})
