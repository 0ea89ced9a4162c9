// Needs a process of its own: while it replaces setInterval, connections that other files close stop no timer.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { backends, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { Redis } from 'ioredis'
import { createLocks, type Lock } from '../../src/locks.js'
import { openCache } from './open-cache.js'

/** Locks of one process, and a separate connection to Redis. */
const open = async (t: Test, url = backends().redisUrl) =>
  createLocks({ cache: await openCache(t, { url }), ttlMs: 60_000 })

const redis = new Redis(backends().redisUrl)
t.teardown(() => redis.disconnect())
const key = () => `test:lock:${randomUUID()}`

t.test('only one caller gets the lock, and another gets it after its release', async (t) => {
  const [one, other] = [await open(t), await open(t)]
  const name = key()
  const attempts = await Promise.all([one, other, one, other].map((locks) => locks.take(name)))
  const got = attempts.filter((attempt): attempt is Lock => typeof attempt !== 'string')
  t.equal(got.length, 1)
  t.same(new Set(attempts.filter((attempt) => attempt !== got[0])), new Set(['taken']))
  t.ok(await other.isTaken(name))
  await got[0]?.release()
  t.notOk(await other.isTaken(name))
  const next = (await other.take(name)) as Lock
  t.type(next.release, 'function')
  await next.release()
})

t.test('the next owner learns that the work has just been done', async (t) => {
  const locks = await open(t)
  const name = key()
  const first = (await locks.take(name)) as Lock
  t.notOk(first.wasDone)
  await first.release(60_000)
  t.notOk(await locks.isTaken(name), 'it is free')
  const second = (await locks.take(name)) as Lock
  t.ok(second.wasDone)
  t.equal(await locks.take(name), 'taken')
  await second.release()
  const third = (await locks.take(name)) as Lock
  t.notOk(third.wasDone, 'the second owner released it without a result')
  await third.release(60_000)
  t.ok((await redis.pttl(name)) <= 60_000, 'the mark expires')
})

t.test('a lock is renewed while it is held', async (t) => {
  const locks = await open(t)
  const name = key()
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const lock = (await locks.take(name)) as Lock
  // Only a renewal restores the TTL.
  for (let renewals = 0; renewals < 3; renewals += 1) {
    await redis.pexpire(name, 1_000_000)
    mock.timers.tick(15_000)
    await until(async () => (await redis.pttl(name)) <= 60_000)
  }
  t.ok(await locks.isTaken(name))
  await lock.release()
  t.equal(await redis.exists(name), 0)
})

t.test('the lock of a killed process expires, and that of a live process does not', async (t) => {
  const locks = await open(t)
  const name = key()
  const program = fileURLToPath(new URL('lock-holder.js', import.meta.url))
  const args = [program, backends().redisUrl, name, '3000']
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => holder.kill('SIGKILL'))
  const [said] = await once(holder.stdout, 'data')
  t.equal(String(said), 'held')
  for (let renewals = 0; renewals < 2; renewals += 1) {
    await redis.pexpire(name, 1_000_000)
    await until(async () => (await redis.pttl(name)) <= 3000)
    t.equal(await locks.take(name), 'taken')
  }
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await until(async () => !(await locks.isTaken(name)))
  const lock = (await locks.take(name)) as Lock
  await lock.release()
})

t.test('a process that lost its lock neither releases nor renews that of another', async (t) => {
  const locks = await open(t)
  const name = key()
  const lost = (await locks.take(name)) as Lock
  await redis.set(name, 'of another process', 'PX', 60_000)
  await lost.release()
  t.equal(await redis.get(name), 'of another process')
})

t.test('without Redis no lock is granted, and no caller waits for one', async (t) => {
  const locks = await open(t, 'redis://127.0.0.1:1')
  t.equal(await locks.take(key()), 'unknown')
  t.notOk(await locks.isTaken(key()))
})
