import { randomBytes } from 'node:crypto'
import t from 'tap'
import { createHousekeeping } from '../../src/jobs/housekeeping.js'
import { build } from '../build.js'
import { register } from '../client.js'
import { openDatabase } from '../dependencies.js'

t.test('what has expired goes, what has not stays', async (t) => {
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
