import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { backends } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createCache } from '../../src/cache.js'

function open(t: Test, { url = backends().redisUrl, commandTimeoutMs = 5000 } = {}) {
  const changes: string[] = []
  let told: () => void = () => undefined
  const cache = createCache({
    url,
    commandTimeoutMs,
    onStatus: (status) => {
      changes.push(status)
      told()
    },
  })
  t.teardown(() => cache.close())
  const until = async (status: string) => {
    while (changes.at(-1) !== status) {
      await new Promise<void>((resolve) => {
        told = resolve
      })
    }
  }
  return { cache, changes, until }
}

t.test('a stored value can be read', async (t) => {
  const { cache, until } = open(t)
  await until('up')
  const key = randomUUID()
  t.equal(await cache.get(key), null)
  t.equal(await cache.set(key, 'value', 60), true)
  t.equal(await cache.get(key), 'value')
  t.ok(cache.isUp())
})

t.test('counts within a window that begins with the first count', async (t) => {
  const { cache, until } = open(t)
  await until('up')
  const key = randomUUID()
  t.same(await cache.increment(key, 1, 60), { count: 1, resetMs: 60_000 })
  const counts = await Promise.all(Array.from({ length: 5 }, () => cache.increment(key, 1, 60)))
  t.same(counts.map((counted) => counted?.count).sort(), [2, 3, 4, 5, 6])
  const last = await cache.increment(key, -2, 3600)
  t.equal(last?.count, 4)
  t.ok(last && last.resetMs > 0 && last.resetMs <= 60_000, 'later counts do not extend the window')
  t.match(await cache.increment(randomUUID(), -1, 60), { count: -1, resetMs: 60_000 })
})

t.test('without Redis every read is a miss and nothing rejects', async (t) => {
  const { cache, changes, until } = open(t, { url: 'redis://127.0.0.1:1' })
  await until('down')
  t.equal(await cache.get('a'), null)
  t.equal(await cache.set('a', 'b', 60), false)
  t.equal(await cache.increment('a', 1, 60), null)
  t.notOk(cache.isUp())
  t.same(changes, ['down'], 'reported once')
})

t.test('a Redis that accepts connections and never answers is a miss, too', async (t) => {
  const url = `redis://127.0.0.1:${await listening(t, createServer())}`
  const { cache } = open(t, { url, commandTimeoutMs: 200 })
  t.equal(await cache.get('a'), null)
  t.equal(await cache.increment('a', 1, 60), null)
  t.equal(await cache.set('a', 'b', 60), false)
})
