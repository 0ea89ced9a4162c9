import { randomUUID } from 'node:crypto'
import { backends } from '@vitrine/testing'
import t, { type Test } from 'tap'
import { appendChange, changesSince, createDatabase } from '../../src/index.js'

const open = (t: Test) => {
  const database = createDatabase({
    url: backends().databaseUrl,
    poolSize: 8,
    statementTimeoutMs: 5000,
    onConnectionError: () => undefined,
  })
  t.teardown(() => database.close())
  return database
}

t.test('concurrent writers get consecutive numbers, seen in order and in full', async (t) => {
  const db = open(t)
  const { head: before } = await changesSince(db, 0n, 0)
  const tag = randomUUID()
  const appended = await Promise.all(
    Array.from({ length: 40 }, (_, i) => db.transaction((tx) => appendChange(tx, [tag, `${i}`]))),
  )
  const { head, changes } = await changesSince(db, before, 1000)
  t.same(
    changes.map(({ seq }) => seq),
    changes.map((_, i) => before + 1n + BigInt(i)),
    'no gaps',
  )
  t.equal(head, changes.at(-1)?.seq)
  const mine = changes.filter(({ tags }) => tags[0] === tag)
  t.same(
    new Set(mine.map(({ seq, tags }) => `${seq} ${tags[1]}`)),
    new Set(appended.map(({ seq, tags }) => `${seq} ${tags[1]}`)),
  )
})

t.test('a change that was rolled back is not in the log and leaves no gap', async (t) => {
  const db = open(t)
  const tag = randomUUID()
  const { head: before } = await changesSince(db, 0n, 0)
  await t.rejects(
    db.transaction(async (tx) => {
      await appendChange(tx, [tag])
      throw new Error('no')
    }),
  )
  await db.transaction((tx) => appendChange(tx, ['after']))
  const { changes } = await changesSince(db, before, 1000)
  t.notOk(changes.some(({ tags }) => tags.includes(tag)))
  t.same(
    changes.map(({ seq }) => seq),
    changes.map((_, i) => before + 1n + BigInt(i)),
  )
})

t.test('a pull is bounded and tells the head all the same', async (t) => {
  const db = open(t)
  const { head: before } = await changesSince(db, 0n, 0)
  for (let i = 0; i < 3; i += 1) await db.transaction((tx) => appendChange(tx, ['x']))
  const { head, changes } = await changesSince(db, before, 2)
  t.equal(changes.length, 2)
  t.ok(head >= before + 3n)
})
