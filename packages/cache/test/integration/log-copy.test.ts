import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { backends } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { createCache, createLogCopy } from '../../src/index.js'
import { privateRedis } from './redis.js'

const change = (seq: number, ...tags: string[]) => ({ seq, tags: tags.length > 0 ? tags : ['a'] })
const changes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => change(from + i))

type Options = { url?: string; commandTimeoutMs?: number; maxChanges?: number }

async function open(
  t: Test,
  { url = backends().redisUrl, commandTimeoutMs = 5000, ...options }: Options = {},
) {
  let up: () => void = () => undefined
  const isUp = new Promise<void>((resolve) => {
    up = resolve
  })
  const cache = createCache({
    url,
    commandTimeoutMs,
    onStatus: (status) => status === 'up' && up(),
  })
  t.teardown(() => cache.close())
  await isUp
  const key = `test:${randomUUID()}`
  return { cache, key, copy: createLogCopy({ cache, key, ...options }) }
}

/** Repeats the call until Redis answers, also after a lost connection. */
async function answered<Value>(ask: () => Promise<Value | null | false>): Promise<Value> {
  for (;;) {
    const value = await ask()
    if (value !== null && value !== false) return value
    await setImmediate()
  }
}

t.test('changes are returned in the order of the log, not of insertion', async (t) => {
  const { copy } = await open(t)
  t.ok(await copy.append([change(12, 'c', 'b'), change(10)]))
  t.ok(await copy.append([change(11), change(12, 'b', 'c')]))
  t.match(await copy.since(9, 100), {
    from: 9,
    to: 12,
    head: 12,
    changes: [change(10), change(11), change(12, 'b', 'c')],
  })
})

t.test('a page ends at a gap, at the limit, or at the head', async (t) => {
  const { copy } = await open(t)
  await copy.append([...changes(5, 8), change(10), change(Number.MAX_SAFE_INTEGER)])
  const head = Number.MAX_SAFE_INTEGER
  const table: [after: number, limit: number, to: number, count: number][] = [
    [4, 100, 8, 4],
    [6, 100, 8, 2],
    [6, 1, 7, 1],
    [6, 0, 6, 0],
    [8, 100, 8, 0],
    [9, 100, 10, 1],
    [3, 100, 3, 0],
    [head - 1, 100, head, 1],
    [head, 100, head, 0],
  ]
  for (const [after, limit, to, count] of table) {
    const page = await copy.since(after, limit)
    t.match(page, { from: after, to, head }, `${limit} after ${after}`)
    t.equal(page?.changes.length, count)
  }
})

t.test('without newer changes the head is the requested position', async (t) => {
  const { copy } = await open(t)
  t.match(await copy.since(7, 10), { from: 7, to: 7, head: 7, changes: [] }, 'a new copy')
  t.ok(await copy.append(changes(1, 3)))
  t.match(await copy.since(7, 10), { from: 7, to: 7, head: 7, changes: [] })
})

t.test('only the newest changes are kept, and older ones are reported as missing', async (t) => {
  const { copy } = await open(t, { maxChanges: 5 })
  t.equal(await copy.append(changes(1, 5)), true)
  t.match(await copy.since(0, 10), { to: 5, head: 5 })
  t.equal(await copy.append(changes(6, 8)), true)
  t.match(await copy.since(3, 10), { to: 8, head: 8, changes: changes(4, 8) })
  t.match(await copy.since(2, 10), { to: 2, head: 8, changes: [] }, 'there is a gap now')
  t.equal(await copy.append([change(2)]), false, 'too old to be kept')
  t.equal(await copy.append(changes(9, 14)), false, 'more than maxChanges')
  t.match(await copy.since(9, 10), { to: 14, head: 14 })
})

t.test('the identity is stable as long as nothing can have been lost', async (t) => {
  const { cache, key, copy } = await open(t)
  t.ok(await copy.append([]))
  const identity = (await copy.since(0, 0))?.identity
  t.type(identity, 'string')
  await copy.append(changes(1, 3))
  await copy.append(changes(1, 3))
  const another = createLogCopy({ cache, key })
  t.equal((await another.since(3, 10))?.identity, identity)
})

t.test('the same seq with other tags is another history, and the copy starts again', async (t) => {
  const { copy } = await open(t)
  await copy.append(changes(1, 3))
  const before = await copy.since(0, 10)
  t.ok(await copy.append([change(2, 'other'), change(3)]))
  const after = await copy.since(1, 10)
  t.match(after, { to: 3, head: 3, changes: [change(2, 'other'), change(3)] })
  t.not(after?.identity, before?.identity)
})

t.test('the identity changes if entries were lost or may have been lost', async (t) => {
  const redis = await privateRedis(t)
  const { copy, key } = await open(t, { url: redis.url })
  const seen = new Set<string>()
  const losses: [loss: string, lose: () => Promise<unknown>][] = [
    ['nothing yet', async () => redis.admin.ping()],
    ['the key deleted, or evicted', () => redis.admin.del(key)],
    ['FLUSHALL', () => redis.admin.flushall()],
    ['a restart that loses everything', () => redis.restart()],
    ['a save', () => redis.admin.save()],
    ['a restart with an old dump', () => redis.restart()],
    ['another one', () => redis.restart()],
  ]
  for (const [loss, lose] of losses) {
    await lose()
    const page = await answered(() => copy.since(0, 10))
    if (loss === 'a save') t.ok(seen.has(page.identity), 'a save loses nothing')
    else t.notOk(seen.has(page.identity), loss)
    seen.add(page.identity)
    const isDump = loss.includes('old dump') || loss === 'another one'
    t.equal(page.head, loss === 'a save' || isDump ? 3 : 0, `${loss}: head`)
    await answered(() => copy.append(changes(1, 3)))
  }
})

t.test('a Redis that a replica may have replaced is not trusted', async (t) => {
  const [main, replica] = await Promise.all([privateRedis(t), privateRedis(t)])
  const { copy } = await open(t, { url: main.url })
  const { copy: copyThere } = await open(t, { url: replica.url })
  const isNothing = async (page: Promise<unknown>, what: string) => t.equal(await page, null, what)

  await copy.append(changes(1, 3))
  const alone = await copy.since(0, 10)
  await replica.follow(main)
  await isNothing(copy.since(0, 10), 'nothing keeps it from writing after a promotion')
  t.equal(await copy.append([]), false)
  await isNothing(copyThere.since(0, 10), 'a replica')
  t.equal(await copyThere.append([]), false)

  await main.admin.config('SET', 'min-replicas-to-write', '1')
  const bound = await answered(() => copy.since(0, 10))
  t.not(bound.identity, alone?.identity, 'changes stored without a replica are no longer valid')
  t.same(bound.changes, changes(1, 3))

  await replica.admin.replicaof('NO', 'ONE')
  await main.untilReplication(/connected_slaves:0/)
  await isNothing(copy.since(0, 10), 'isolated, it refuses')
  t.equal(await copy.append([]), false)
  await isNothing(copyThere.since(0, 10), 'the new one is bound by nothing')
  await main.admin.config('SET', 'min-replicas-to-write', '0')
  await isNothing(copy.since(0, 10), 'it had a replica')
})

t.test('a promoted replica has another identity, also after switching back', async (t) => {
  const [first, second] = await Promise.all([privateRedis(t), privateRedis(t)])
  const { copy } = await open(t, { url: first.url })
  for (const { admin } of [first, second]) await admin.config('SET', 'min-replicas-to-write', '1')
  await second.follow(first)
  const before = await answered(() => copy.since(0, 10))
  await first.admin.set('last', 'write')
  await first.admin.wait(1, 0)
  await second.admin.replicaof('NO', 'ONE')
  await first.follow(second)
  await first.admin.replicaof('NO', 'ONE')
  await second.follow(first)
  const after = await answered(() => copy.since(0, 10))
  t.not(after.identity, before.identity, 'the other server may have lost changes in between')
})

t.test('a Redis that is down, silent or rejecting is answered by null and false', async (t) => {
  const redis = await privateRedis(t)
  const { copy, key } = await open(t, { url: redis.url, commandTimeoutMs: 500 })
  t.ok(await copy.append(changes(1, 3)))

  await redis.admin.set(`${key}:other`, 'x')
  const { cache } = await open(t, { url: redis.url })
  const wrongType = createLogCopy({ cache, key: `${key}:other` })
  t.equal(await wrongType.append([]), false)
  t.equal(await wrongType.since(0, 10), null)

  redis.signal('SIGSTOP')
  t.equal(await copy.append(changes(4, 4)), false, 'silent')
  t.equal(await copy.since(0, 10), null)
  redis.signal('SIGCONT')
  t.match(await answered(() => copy.since(0, 1)), { to: 1 })

  const gone = createCache({
    url: 'redis://127.0.0.1:1',
    commandTimeoutMs: 500,
    onStatus: () => undefined,
  })
  t.teardown(() => gone.close())
  const nowhere = createLogCopy({ cache: gone })
  t.equal(await nowhere.append([]), false)
  t.equal(await nowhere.since(0, 10), null)
})
