import { randomUUID } from 'node:crypto'
import { backends } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { createCache } from '../../src/index.js'
import { privateRedis } from './redis.js'
import { relayTo } from './relay.js'

function open(t: Test, { url = backends().redisUrl, commandTimeoutMs = 5000 } = {}) {
  const changes: string[] = []
  const cache = createCache({
    url,
    commandTimeoutMs,
    onStatus: (status) => changes.push(status),
  })
  t.teardown(() => cache.close())
  return { cache, bus: cache.bus, changes }
}
type Bus = ReturnType<typeof open>['bus']

/** Publishes repeatedly until a message arrives, since subscribing takes a moment. */
async function hears(t: Test, from: Bus, listen: (onMessage: (message: string) => void) => void) {
  const message = randomUUID()
  const heard = new Promise<string>((resolve) => {
    listen((text) => text === message && resolve(text))
  })
  const ticker = setInterval(() => void from.publish('changes', message), 20)
  t.teardown(() => clearInterval(ticker))
  t.equal(await heard, message)
  clearInterval(ticker)
}

t.test('a message reaches every subscriber of its topic', async (t) => {
  const [one, two] = [open(t).bus, open(t).bus]
  const heard: string[] = []
  one.subscribe('acks', (message) => heard.push(`acks ${message}`))
  one.subscribe('changes', (message) => heard.push(`changes ${message}`))
  await hears(t, two, (listener) => one.subscribe('changes', listener))
  t.ok(heard.length > 0)
  t.ok(heard.every((message) => message.startsWith('changes ')))
})

t.test('all topics share one connection', async (t) => {
  const relay = await relayTo(t, backends().redisUrl)
  const { bus } = open(t, { url: relay.url, commandTimeoutMs: 500 })
  for (const topic of ['changes', 'acks', 'audits', 'auditReports'] as const) {
    bus.subscribe(topic, () => undefined)
  }
  await hears(t, bus, (listener) => bus.subscribe('changes', listener))
  t.equal(relay.accepted(), 2, 'one for commands, one for subscriptions')
})

t.test('subscriptions resume after a restart of Redis, and the outage is reported', async (t) => {
  const redis = await privateRedis(t)
  const { bus, changes } = open(t, { url: redis.url })
  let listener: (message: string) => void = () => undefined
  bus.subscribe('changes', (message) => listener(message))
  const listen = (next: typeof listener) => {
    listener = next
  }
  await hears(t, bus, listen)
  await redis.restart()
  await hears(t, bus, listen)
  t.same(changes, ['up', 'down', 'up'])
})

t.test('a connection that silently died is replaced', async (t) => {
  const relay = await relayTo(t, backends().redisUrl)
  const { cache, bus } = open(t, { url: relay.url, commandTimeoutMs: 500 })
  const other = open(t).bus
  let listener: (message: string) => void = () => undefined
  bus.subscribe('changes', (message) => listener(message))
  const listen = (next: typeof listener) => {
    listener = next
  }
  await hears(t, other, listen)
  relay.goDead()
  t.equal(await bus.publish('changes', 'x'), false)
  await hears(t, other, listen)
  await hears(t, bus, listen)
  t.ok(cache.isUp())
})

t.test('without Redis publishing reports failure and does not reject', async (t) => {
  const { bus } = open(t, { url: 'redis://127.0.0.1:1' })
  bus.subscribe('changes', () => undefined)
  t.equal(await bus.publish('changes', 'x'), false)
})

t.test('installations with different key prefixes share a Redis without meeting', async (t) => {
  const urlOf = (prefix: string) => {
    const url = new URL(backends().redisUrl)
    url.searchParams.set('keyPrefix', prefix)
    return url.href
  }
  const [ours, theirs] = [`${randomUUID()}:`, `${randomUUID()}:`].map(urlOf)
  const [one, two, other] = [
    open(t, { url: ours }),
    open(t, { url: ours }),
    open(t, { url: theirs }),
  ]
  const foreign: string[] = []
  one.bus.subscribe('changes', (message) => message === 'foreign' && foreign.push(message))
  await hears(t, two.bus, (listener) => one.bus.subscribe('changes', listener))
  await hears(t, other.bus, (listener) => other.bus.subscribe('changes', listener))
  t.ok(await other.bus.publish('changes', 'foreign'))
  t.ok(await other.cache.set('shared-name', 'theirs', 60))
  // The order of messages in Redis is the order of their arrival.
  await hears(t, two.bus, (listener) => one.bus.subscribe('changes', listener))
  t.same(foreign, [])
  t.equal(await one.cache.get('shared-name'), null)
  t.equal(await other.cache.get('shared-name'), 'theirs')
})
