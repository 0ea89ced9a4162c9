import { randomUUID } from 'node:crypto'
import { backends } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { Redis } from 'ioredis'
import { createPresence } from '../../src/index.js'
import { openCache } from './open-cache.js'

const open = async (t: Test, options: { keepMs?: number; most?: number } = {}) =>
  createPresence({ cache: await openCache(t), ...options })

t.test('people at a place learn of each other, who came last first', async (t) => {
  const [presence, place] = [await open(t), randomUUID()]
  t.same(await presence.report(place, 'ada'), [])
  t.same(await presence.report(place, 'ben'), ['ada'])
  t.same(await presence.report(place, 'ada'), ['ben'], 'nobody is there twice')
  t.same(await presence.report(randomUUID(), 'cleo'), [], 'another place')
})

t.test('few people are named, and a place is forgotten', async (t) => {
  const [presence, place] = [await open(t, { most: 2 }), randomUUID()]
  for (const person of ['a', 'b', 'c', 'd']) await presence.report(place, person)
  t.equal((await presence.report(place, 'a')).length, 2)
  const redis = new Redis(backends().redisUrl)
  t.teardown(() => redis.disconnect())
  const leftMs = await redis.pttl(`vitrine:present:${place}`)
  t.ok(leftMs > 0 && leftMs <= 40_000)
})

t.test('a person who has left is not named', async (t) => {
  const [presence, place] = [await open(t, { keepMs: 1 }), randomUUID()]
  const redis = new Redis(backends().redisUrl)
  t.teardown(() => redis.disconnect())
  await redis.zadd(`vitrine:present:${place}`, 0, 'gone')
  t.same(await presence.report(place, 'ada'), [])
})
