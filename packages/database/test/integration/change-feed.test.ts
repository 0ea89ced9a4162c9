import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { AppError } from '@vitrine/contracts/errors'
import { until } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { ChangeFeed } from '../../src/index.js'
import { ownDatabase } from '../own-database.js'

const { url, open } = await ownDatabase(t)
const db = open(t)
const { id: organizationId } = await db.organization.create({ data: { name: 'O', slug: 'o' } })
const { id: projectId } = await db.project.create({
  data: { organizationId, name: 'P', slug: 'p' },
})

function feedOf(t: Test, { at = url, timeoutMs = 5000 } = {}) {
  const errors: Error[] = []
  const feed = new ChangeFeed({ url: at, timeoutMs, onError: (error) => errors.push(error) })
  t.teardown(() => feed.close())
  return Object.assign(feed, { errors })
}

let keys = 0
/** Commits one change. @returns its tag. */
const change = async (): Promise<string> => {
  keys += 1
  const keyHash = new Uint8Array(32).fill(keys)
  await db.apiKey.create({ data: { projectId, name: 'K', keyPrefix: 'pk_', keyHash } })
  return `key:${Buffer.from(keyHash).toString('hex')}`
}
const head = async () => Number((await db.changeHead.findFirstOrThrow()).seq)

t.test('concurrent calls use no deprecated function of the driver', async (t) => {
  const feed = feedOf(t)
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  t.teardown(() => process.off('warning', note))
  await Promise.all([feed.head(), feed.since(0, 1), feed.latest(1)])
  await new Promise((resolve) => setImmediate(resolve))
  t.same(warnings, [])
})

t.test('the log is read in pages, oldest first, each with the head', async (t) => {
  const feed = feedOf(t)
  const from = await head()
  const tags = [await change(), await change(), await change()]
  const changes = tags.map((tag, i) => ({ seq: from + 1 + i, tags: [tag] }))
  const last = from + 3
  t.same(await feed.since(from, 2), {
    from,
    to: from + 2,
    head: last,
    changes: changes.slice(0, 2),
  })
  t.same(await feed.since(from + 2, 2), {
    from: from + 2,
    to: last,
    head: last,
    changes: changes.slice(2),
  })
  t.same(await feed.since(last, 2), { from: last, to: last, head: last, changes: [] })
  t.same(await feed.since(from, 0), { from, to: from, head: last, changes: [] })
  t.same(await feed.latest(2), { from: from + 1, to: last, head: last, changes: changes.slice(1) })
  t.same(await feed.latest(0), { from: last, to: last, head: last, changes: [] })
  t.equal((await feed.latest(100_000)).from, 0)
})

t.test('a page of a pruned log shows where it begins', async (t) => {
  const feed = feedOf(t)
  const from = await head()
  for (let i = 0; i < 4; i += 1) await change()
  const last = from + 4
  await db.changeLog.deleteMany({ where: { seq: { lte: from + 2 } } })
  t.match(await feed.since(from, 10), { from: from + 2, to: last, head: last })
  t.match(await feed.latest(10), { from: from + 2, to: last, head: last })
  await db.changeLog.deleteMany({})
  t.same(await feed.since(from, 10), { from: last, to: last, head: last, changes: [] })
  t.same(await feed.latest(10), { from: last, to: last, head: last, changes: [] })
})

t.test('a replica registers, renews with its applied seq, and leaves', async (t) => {
  const feed = feedOf(t)
  const id = randomUUID()
  const before = Date.now()
  const { timeMs, logId } = await feed.register(id, 900)
  t.ok(Math.abs(timeMs - before) < 60_000, 'both are on the same clock')
  t.match(logId, /^[0-9a-f-]{36}\.\d+\.\d+\.[0-9A-F]{8}$/)
  const row = { id, renewals: 0, acked: 0, fenced: false, graceMs: 900 }
  t.same(await feed.replicas(), [row])

  const from = await head()
  const tag = await change()
  const renewal = await feed.renew(id, from, from, 10)
  t.same(renewal?.page, {
    from,
    to: from + 1,
    head: from + 1,
    changes: [{ seq: from + 1, tags: [tag] }],
  })
  t.ok((renewal?.timeMs ?? 0) >= timeMs)
  t.same(await feed.replicas(), [{ ...row, renewals: 1, acked: from }])
  t.match(await feed.renew(id, from + 1, from + 1, 10), { page: { changes: [] } })

  const other = feedOf(t)
  t.equal(await other.renew(id, 9, 0, 10), null, 'another process does not renew it')
  await other.leave(id)
  t.match(await feed.replicas(), [{ id, renewals: 2 }])

  await feed.leave(id)
  t.same(await feed.replicas(), [])
  t.equal(await feed.renew(id, 0, 0, 10), null, 'gone')
})

t.test('fencing a replica is final, and requires its last known state', async (t) => {
  const [feed, other] = [feedOf(t), feedOf(t)]
  const id = randomUUID()
  await feed.register(id, 0)
  await feed.renew(id, 0, 0, 0)
  await other.fence(id, 0)
  t.match(await other.replicas(), [{ id, fenced: false }], 'it was renewed since')
  await other.fence(id, 1)
  t.match(await other.replicas(), [{ id, fenced: true, renewals: 1 }])
  t.equal(await feed.renew(id, 5, 0, 10), null)
  t.match(await other.replicas(), [{ id, fenced: true, renewals: 1, acked: 0 }])
  const { fencedAt } = await db.replica.findUniqueOrThrow({ where: { id } })
  t.ok(fencedAt)
  await other.fence(id, 1)
  t.same((await db.replica.findUniqueOrThrow({ where: { id } })).fencedAt, fencedAt)
  await feed.leave(id)
})

t.test('if a renewal and a fence run concurrently, exactly one succeeds', async (t) => {
  const [feed, other] = [feedOf(t), feedOf(t)]
  for (let round = 0; round < 40; round += 1) {
    const id = randomUUID()
    await feed.register(id, 0)
    const race = [() => feed.renew(id, 0, 0, 0), () => other.fence(id, 0)]
    const [renewal] = await Promise.all(
      round % 2 ? race.map((go) => go()) : [race[0]?.(), race[1]?.()],
    )
    const [row] = await feed.replicas()
    t.equal(row?.fenced, renewal === null, `round ${round}`)
    t.equal(row?.renewals, renewal === null ? 0 : 1, `round ${round}`)
    await feed.leave(id)
  }
})

t.test('a renewal that waits for a fence is rejected once the fence is committed', async (t) => {
  const feed = feedOf(t)
  const id = randomUUID()
  await feed.register(id, 0)
  let renewing: ReturnType<typeof feed.renew> | undefined
  await db.transaction(async (tx) => {
    await tx.replica.update({ where: { id }, data: { fenced: true } })
    renewing = feed.renew(id, 0, 0, 0)
    await until(async () => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE application_name = 'vitrine-change-feed' AND wait_event_type = 'Lock'`
      return waiting.length > 0
    })
  })
  t.equal(await renewing, null)
  await feed.leave(id)
})

t.test('another or a newly filled database has another log id', async (t) => {
  const logId = async (at: string) => {
    const feed = feedOf(t, { at })
    const id = randomUUID()
    const registered = await feed.register(id, 0)
    await feed.leave(id)
    await feed.close()
    return registered.logId
  }
  const first = await logId(url)
  t.equal(await logId(url), first)
  const other = await ownDatabase(t)
  t.not(await logId(other.url), first)
  const filled = other.open(t)
  const before = await logId(other.url)
  await filled.$executeRaw`CREATE TABLE dump AS TABLE change_head`
  await filled.$executeRaw`TRUNCATE change_head`
  await filled.$executeRaw`INSERT INTO change_head SELECT * FROM dump`
  t.not(await logId(other.url), before)
})

t.test('a message reaches every subscriber of its topic', async (t) => {
  const [one, two] = [feedOf(t), feedOf(t)]
  const heard: string[] = []
  one.bus.subscribe('changes', (message) => heard.push(`one ${message}`))
  two.bus.subscribe('changes', (message) => heard.push(`two ${message}`))
  two.bus.subscribe('changes', (message) => heard.push(`again ${message}`))
  two.bus.subscribe('acks', (message) => heard.push(`acks ${message}`))
  await Promise.all([one.latest(0), two.latest(0)])
  t.equal(await one.bus.publish('changes', "it's $1 — ä"), true)
  t.equal(await one.bus.publish('acks', 'a'), true)
  await until(() => heard.length === 4)
  const message = "it's $1 — ä"
  t.same(heard.sort(), ['acks a', `again ${message}`, `one ${message}`, `two ${message}`])
})

t.test('a notification that is too long is sent without its changes', async (t) => {
  const feed = feedOf(t)
  const heard: string[] = []
  feed.bus.subscribe('changes', (message) => heard.push(message))
  await feed.latest(0)
  const news = (bytes: number) => {
    const text = (padding: number) =>
      JSON.stringify({
        logId: 'one',
        upTo: 7,
        changes: [{ seq: 7, tags: ['ä'.repeat(padding % 2), 'x'.repeat(padding)] }],
      })
    const frame = Buffer.byteLength(text(0))
    return JSON.stringify({
      logId: 'one',
      upTo: 7,
      changes: [{ seq: 7, tags: ['', 'x'.repeat(bytes - frame)] }],
    })
  }
  t.equal(Buffer.byteLength(news(7999)), 7999)
  for (const message of [news(7999), news(8000), news(200_000)]) {
    t.equal(await feed.bus.publish('changes', message), true)
  }
  await until(() => heard.length === 3)
  const short = JSON.stringify({ logId: 'one', upTo: 7, changes: [] })
  t.same(heard, [news(7999), short, short])
  t.equal(
    await feed.bus.publish('acks', 'x'.repeat(8000)),
    false,
    'other messages cannot be shortened',
  )
})

const isDown = { name: 'AppError', code: 'DATABASE_UNAVAILABLE' }
const endConnections = () => db.$queryRaw`
  SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
  WHERE application_name = 'vitrine-change-feed' AND datname = current_database()`

t.test('a terminated connection is reopened with its subscriptions', async (t) => {
  const [feed, other] = [feedOf(t), feedOf(t)]
  const heard: string[] = []
  feed.bus.subscribe('changes', (message) => heard.push(message))
  await feed.latest(0)
  await endConnections()
  await until(() => feed.errors.length > 0)
  await t.rejects(feed.latest(0), isDown, 'at once, while there is no connection')
  t.equal(await feed.bus.publish('changes', 'lost'), false)
  const isBack = () =>
    feed.latest(0).then(
      () => true,
      () => false,
    )
  await until(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return isBack()
  })
  t.equal(feed.errors.length, 1, 'reported once')
  t.equal(await other.bus.publish('changes', 'after'), true)
  await until(() => heard.length > 0)
  t.same(heard, ['after'])
})

t.test('a query that loses its connection is DATABASE_UNAVAILABLE', async (t) => {
  const feed = feedOf(t)
  const id = randomUUID()
  await feed.register(id, 0)
  await db.transaction(async (tx) => {
    await tx.replica.update({ where: { id }, data: { acked: 1 } })
    const renewing = feed.renew(id, 0, 0, 0)
    renewing.catch(() => undefined)
    await until(async () => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE application_name = 'vitrine-change-feed' AND wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    await endConnections()
    await t.rejects(renewing, isDown)
  })
})

t.test('a server that is down or silent is DATABASE_UNAVAILABLE', async (t) => {
  const port = await listening(t, createServer())
  for (const address of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
    const feed = feedOf(t, { at: `postgresql://x:y@${address}/z`, timeoutMs: 200 })
    const error = await feed.latest(0).catch((error: unknown) => error)
    t.type(error, AppError)
    t.match(error, isDown, address)
    t.equal(feed.errors.length, 1, address)
    t.equal(await feed.bus.publish('acks', 'x'), false)
  }
})

t.test('a connection without answers is closed and reopened', async (t) => {
  // Longer than any delay of a slow machine.
  const feed = feedOf(t, { timeoutMs: 3000 })
  const id = randomUUID()
  await feed.register(id, 0)
  await db.transaction(async (tx) => {
    // Longer than both timeouts: the server's, and the one for a silent server.
    await tx.replica.update({ where: { id }, data: { acked: 1 } })
    await t.rejects(feed.renew(id, 0, 0, 0), isDown)
  })
  await until(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return feed.leave(id).then(
      () => true,
      () => false,
    )
  })
})

t.test('a closed feed rejects calls and does not reconnect', async (t) => {
  const feed = feedOf(t)
  await feed.latest(0)
  await feed.close()
  await t.rejects(feed.latest(0), isDown)
  t.same(feed.errors, [])
})

t.test('an invalid statement is not an outage', async (t) => {
  const feed = feedOf(t)
  const error = await feed.register('no uuid', 0).catch((error: unknown) => error)
  t.notOk(error instanceof AppError)
  t.ok(await feed.latest(0), 'the connection stays')
})
