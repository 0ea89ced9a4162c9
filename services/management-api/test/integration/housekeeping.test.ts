import { randomBytes, randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createHousekeeping } from '../../src/housekeeping/housekeeping.js'
import { housekeepingRepository } from '../../src/housekeeping/repository.js'
import { build } from '../build.js'
import { register } from '../client.js'
import { openDatabase } from '../dependencies.js'

t.test('expired rows are deleted, and live ones are kept', async (t) => {
  const app = await build(t)
  const database = openDatabase(t)
  const { userId } = await register(app)
  const key = (age: string) =>
    database.$executeRaw`
      INSERT INTO idempotency_keys (scope, key_hash, fingerprint, created_at)
      VALUES (${userId}, ${randomBytes(32)}, ${randomBytes(32)}, now() - ${age}::interval)`
  await key('25 hours')
  await key('23 hours')
  const { id: expiredId } = await database.session.create({
    data: {
      userId,
      createdAt: new Date(0),
      tokens: {
        create: {
          tokenHash: new Uint8Array(randomBytes(32)),
          expiresAt: new Date(Date.now() - 1000),
        },
      },
    },
  })
  await createHousekeeping({ database, log: app.log }).run()
  t.equal(await database.idempotencyKey.count({ where: { scope: userId } }), 1)
  const sessions = await database.session.findMany({ where: { userId } })
  t.equal(sessions.length, 1, 'the session of the registration')
  t.not(sessions[0]?.id, expiredId)
})

t.test(
  'audit events are deleted in batches after the configured days; without days none are',
  async (t) => {
    const app = await build(t)
    const database = openDatabase(t)
    const { organizationId } = await register(app)
    const add = (days: number, count: number) => database.$executeRaw`
    INSERT INTO audit_events (organization_id, action, resource_type, resource_id, request_id, created_at)
    SELECT ${organizationId}::uuid, 'x.y', 'x', gen_random_uuid(), 'r', now() - ${days} * interval '1 day'
    FROM generate_series(1, ${count})`
    const count = () => database.auditEvent.count({ where: { organizationId, resourceType: 'x' } })
    await add(3001, 2500)
    await add(2999, 3)
    const options = { database, log: app.log }
    await createHousekeeping(options).run()
    t.equal(await count(), 2503)
    await createHousekeeping({ ...options, auditRetentionDays: 3000 }).run()
    t.equal(await count(), 3)
  },
)

t.test('expired invitations are deleted, accepted or not', async (t) => {
  const app = await build(t)
  const database = openDatabase(t)
  const { organizationId } = await register(app)
  const add = (expiresInMs: number, acceptedAt: Date | null = null) =>
    database.invitation.create({
      data: {
        ...{ organizationId, acceptedAt, role: 'VIEWER' as const },
        ...{ email: 'a@example.com', emailKey: 'a@example.com' },
        tokenHash: new Uint8Array(randomBytes(32)),
        expiresAt: new Date(Date.now() + expiresInMs),
      },
    })
  await add(-1000)
  await add(-1000, new Date(0))
  const { id } = await add(3_600_000)
  await createHousekeeping({ database, log: app.log }).run()
  const left = await database.invitation.findMany({ where: { organizationId } })
  t.same(
    left.map((invitation) => invitation.id),
    [id],
  )
})

t.test('only replicas that were fenced a day ago are deleted', async (t) => {
  const app = await build(t)
  const database = openDatabase(t)
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const [old, recent] = [randomUUID(), randomUUID()]
  const secretHash = new Uint8Array(32)
  await database.replica.createMany({
    data: [
      { id: old, secretHash, fenced: true, fencedAt: ago(25) },
      { id: recent, secretHash, fenced: true, fencedAt: ago(23) },
    ],
  })
  await createHousekeeping({ database, log: app.log }).run()
  const left = await database.replica.findMany({ where: { id: { in: [old, recent] } } })
  t.same(
    left.map(({ id }) => id),
    [recent],
  )
  await database.replica.deleteMany({ where: { id: recent } })
})

t.test('the log keeps the newest 10,000 changes, and those of the last day', async (t) => {
  const database = openDatabase(t)
  // In a transaction that is rolled back, since other suites read the same log.
  const rows = await database
    .transaction(async (tx) => {
      const [{ seq: first }] = await tx.$queryRaw<[{ seq: bigint }]>`
        SELECT seq FROM change_head FOR UPDATE`
      await tx.$executeRaw`
        INSERT INTO change_log (seq, tags, created_at)
        SELECT head.seq + n, '{x}', now() - (n <= 12000)::int * interval '25 hours'
        FROM change_head AS head, generate_series(1, 12500) AS n`
      await tx.$executeRaw`UPDATE change_head SET seq = seq + 12500`
      await housekeepingRepository(tx).pruneChangeLog()
      const [kept] = await tx.$queryRaw<[{ first: bigint; count: bigint }]>`
        SELECT min(seq) AS first, count(*) AS count FROM change_log WHERE seq > ${first}`
      throw Object.assign(new Error('undo'), { kept, first })
    })
    .catch((undo) => ({
      count: Number(undo.kept.count),
      from: Number(undo.kept.first - undo.first),
    }))
  t.same(rows, { count: 10_000, from: 2501 })
})
