import t from '@vitrine/testing/t'
import { ChangeFeed, type Database, numberChanges } from '../../src/index.js'
import { ownDatabase } from '../own-database.js'

const { open, url } = await ownDatabase(t)
const db = open(t)
const { id: organizationId } = await db.organization.create({ data: { name: 'O', slug: 'o' } })
const { id: projectId } = await db.project.create({
  data: { organizationId, name: 'P', slug: 'p' },
})

let widgets = 0
const addWidget = (tx: Pick<Database, 'widget'>) => {
  widgets += 1
  const row = { projectId, name: 'W', slug: `w${widgets}`, layout: 'GRID' as const }
  return tx.widget.create({ data: row, select: { id: true } })
}
const loggedSince = async (seq: number) => {
  const rows = await db.changeLog.findMany({
    where: { seq: { gt: seq } },
    orderBy: { seq: 'asc' },
  })
  return rows.map((row) => ({ seq: Number(row.seq), tags: row.tags }))
}
const head = async () => Number((await db.changeHead.findFirstOrThrow()).seq)
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

t.test('concurrent writers get consecutive numbers and their own changes', async (t) => {
  const before = await head()
  const numbered = await Promise.all(
    Array.from({ length: 40 }, () =>
      db.transaction(async (tx) => {
        const { id } = await addWidget(tx)
        return { id, ...(await numberChanges(tx)) }
      }),
    ),
  )
  const logged = await loggedSince(before)
  t.same(
    logged.map(({ seq }) => seq),
    range(before + 1, before + 40),
  )
  t.equal(await head(), before + 40)
  for (const { id, head, changes } of numbered) {
    t.equal(changes.length, 1)
    t.equal(head, changes[0]?.seq)
    t.ok(changes[0]?.tags.includes(`widget:${id}`))
    t.same(
      changes,
      logged.filter(({ seq }) => seq === head),
    )
  }
})

t.test(
  'changes of writers that do not call numberChanges are numbered at the commit',
  async (t) => {
    const before = await head()
    await Promise.all(Array.from({ length: 20 }, () => addWidget(db)))
    t.same(
      (await loggedSince(before)).map(({ seq }) => seq),
      range(before + 1, before + 20),
    )
  },
)

t.test('a change and its number become visible together', async (t) => {
  let isDone = false
  const writers = Promise.all(
    Array.from({ length: 60 }, () => db.transaction((tx) => addWidget(tx))),
  ).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const [row] = await db.$queryRaw<[{ head: bigint; last: bigint; open: bigint }]>`
      SELECT seq AS head, (SELECT max(seq) FROM change_log) AS last,
        (SELECT count(*) FROM change_log WHERE seq IS NULL) AS open
      FROM change_head`
    t.equal(row.head, row.last)
    t.equal(row.open, 0n)
  }
  await writers
})

t.test('a rolled-back change is not logged and leaves no gap', async (t) => {
  const before = await head()
  await t.rejects(
    db.transaction(async (tx) => {
      await addWidget(tx)
      await numberChanges(tx)
      throw new Error('no')
    }),
  )
  await addWidget(db)
  t.same(
    (await loggedSince(before)).map(({ seq }) => seq),
    [before + 1],
  )
})

t.test('changes before a rollback to a savepoint are not logged, and later ones are', async (t) => {
  const before = await head()
  const { changes } = await db.transaction(async (tx) => {
    const kept = await addWidget(tx)
    await tx.$executeRaw`SAVEPOINT s`
    const dropped = await addWidget(tx)
    await numberChanges(tx)
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT s`
    const last = await addWidget(tx)
    const numbered = await numberChanges(tx)
    const text = JSON.stringify(numbered.changes)
    t.ok(text.includes(kept.id))
    t.notOk(text.includes(dropped.id))
    t.ok(text.includes(last.id))
    return numbered
  })
  t.same(await loggedSince(before), changes)
})

t.test('changes after numberChanges are numbered, too', async (t) => {
  const before = await head()
  const [first, second] = await db.transaction(async (tx) => {
    await addWidget(tx)
    const first = await numberChanges(tx)
    await addWidget(tx)
    return [first, await numberChanges(tx)]
  })
  t.same(
    first.changes.map(({ seq }) => seq),
    [before + 1],
  )
  t.same(second.changes, await loggedSince(before))
  t.equal(second.head, before + 2)
})

t.test('numbered changes belong to the log in which replicas register', async (t) => {
  const feed = new ChangeFeed({ url, timeoutMs: 10_000, onError: () => undefined })
  t.teardown(() => feed.close())
  const { logId } = await feed.register('00000000-0000-4000-8000-000000000001', 0)
  const numbered = await db.transaction(async (tx) => {
    await addWidget(tx)
    return numberChanges(tx)
  })
  t.equal(numbered.logId, logId)
  t.same(await feed.head(), { logId, head: numbered.head })
})

t.test('a transaction without changes gets the head, and logs nothing', async (t) => {
  await addWidget(db)
  const before = await head()
  t.match(await db.transaction(numberChanges), { head: before, changes: [] })
  t.equal(await head(), before)
})
