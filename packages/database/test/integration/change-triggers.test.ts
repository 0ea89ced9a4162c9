import { createHash, randomUUID } from 'node:crypto'
import { tags } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { type Database, numberChanges, type Transaction } from '../../src/index.js'
import { ownDatabase } from '../own-database.js'

const { open } = await ownDatabase(t)
const db = open(t)
const { id: organizationId } = await db.organization.create({ data: { name: 'O', slug: 'o' } })

/** The sorted tags that the work logged; null if it logged nothing. */
const logged = async (work: (tx: Transaction) => Promise<unknown>): Promise<string[] | null> => {
  const { changes } = await db.transaction(async (tx) => {
    await work(tx)
    return numberChanges(tx)
  })
  return changes.length === 0 ? null : [...new Set(changes.flatMap((change) => change.tags))].sort()
}
const run = (statement: string, ...values: unknown[]) =>
  logged((tx) => tx.$executeRawUnsafe(statement, ...values))

let names = 0
const fresh = () => {
  names += 1
  return `n${names}`
}
const addProject = async (on: Pick<Database, 'project'> = db) => {
  const row = { organizationId, name: 'P', slug: fresh() }
  return (await on.project.create({ data: row, select: { id: true } })).id
}
const addWidget = (projectId: string, slug = fresh()) =>
  db.widget.create({ data: { projectId, name: 'W', slug, layout: 'GRID' } })
const addAssets = async (projectId: string, count: number) => {
  await db.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256,
      tags, updated_at)
    SELECT ${projectId}::uuid, 'a.png', 'image/png', 1, 1, 1, '', '{}', now()
    FROM generate_series(1, ${count}::int)`
  const rows = await db.asset.findMany({ where: { projectId }, select: { id: true } })
  return rows.map(({ id }) => id)
}
const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())
const addKey = (projectId: string, keyHash = sha256(randomUUID())) =>
  db.apiKey.create({ data: { projectId, name: 'K', keyPrefix: 'pk_', keyHash } })
const widgetTags = (projectId: string, id: string, ...slugs: string[]) =>
  [
    tags.widget(id),
    ...slugs.flatMap((slug) => [tags.slug(slug), tags.projectSlug(projectId, slug)]),
  ].sort()

t.test('a widget logs its id, its slug, and its previous slug', async (t) => {
  const projectId = await addProject()
  const [id, slug, renamed] = [randomUUID(), fresh(), fresh()]
  const own = widgetTags(projectId, id, slug)
  const table: [statement: string, expected: string[] | null][] = [
    [
      `INSERT INTO widgets (id, project_id, name, slug, layout, updated_at)
        VALUES ('${id}', '${projectId}', 'W', '${slug}', 'GRID', now())`,
      own,
    ],
    [`UPDATE widgets SET name = 'X', updated_at = now() WHERE id = '${id}'`, null],
    [`UPDATE widgets SET layout = 'GRID' WHERE id = '${id}'`, null],
    [`UPDATE widgets SET layout = 'MASONRY' WHERE id = '${id}'`, own],
    [`UPDATE widgets SET config = '{"gap": 1}' WHERE id = '${id}'`, own],
    [`UPDATE widgets SET config = '{ "gap": 1}' WHERE id = '${id}'`, own],
    [`UPDATE widgets SET theme = '{"padding": 1}' WHERE id = '${id}'`, own],
    [`UPDATE widgets SET status = 'PUBLISHED', published_at = now() WHERE id = '${id}'`, own],
    [`UPDATE widgets SET published_at = now() - interval '1 day' WHERE id = '${id}'`, null],
    [
      `UPDATE widgets SET slug = '${renamed}' WHERE id = '${id}'`,
      widgetTags(projectId, id, slug, renamed),
    ],
    [`UPDATE widgets SET status = 'DRAFT' WHERE id = '${randomUUID()}'`, null],
    [`DELETE FROM widgets WHERE id = '${id}'`, widgetTags(projectId, id, renamed)],
  ]
  for (const [statement, expected] of table) t.same(await run(statement), expected, statement)
})

t.test('a widget that changes its id or project logs both tags', async (t) => {
  const [from, to] = [await addProject(), await addProject()]
  const { id, slug } = await addWidget(from)
  const moved = await run(`UPDATE widgets SET project_id = '${to}' WHERE id = '${id}'`)
  const expected = new Set([...widgetTags(from, id, slug), ...widgetTags(to, id, slug)])
  t.same(moved, [...expected].sort())
  const other = randomUUID()
  t.same(
    await run(`UPDATE widgets SET id = '${other}' WHERE id = '${id}'`),
    [...new Set([...widgetTags(to, id, slug), ...widgetTags(to, other, slug)])].sort(),
  )
})

t.test('a list of assets logs its widget, and deleting an asset logs the asset', async (t) => {
  const projectId = await addProject()
  const { id } = await addWidget(projectId)
  const [first = '', second = ''] = await addAssets(projectId, 2)
  const own = [tags.widget(id)]
  const table: [statement: string, expected: string[] | null][] = [
    [`INSERT INTO widget_assets VALUES ('${projectId}', '${id}', 0, '${first}')`, own],
    [`UPDATE widget_assets SET position = 0 WHERE widget_id = '${id}'`, null],
    [`UPDATE widget_assets SET position = 7 WHERE widget_id = '${id}'`, own],
    [`UPDATE widget_assets SET caption = 'Sold' WHERE widget_id = '${id}'`, own],
    [`UPDATE widget_assets SET caption = 'Sold' WHERE widget_id = '${id}'`, null],
    [`UPDATE widget_assets SET link_new_tab = true WHERE widget_id = '${id}'`, own],
    [`UPDATE widget_assets SET video_url = 'https://a.example' WHERE widget_id = '${id}'`, own],
    [`UPDATE widget_assets SET asset_id = '${second}' WHERE widget_id = '${id}'`, own],
    [`DELETE FROM assets WHERE id = '${second}'`, [tags.asset(second)]],
    [`INSERT INTO widget_assets VALUES ('${projectId}', '${id}', 1, '${first}')`, own],
    [`DELETE FROM widget_assets WHERE widget_id = '${id}'`, own],
  ]
  for (const [statement, expected] of table) t.same(await run(statement), expected, statement)
})

t.test('an asset logs only changes of its public fields', async (t) => {
  const projectId = await addProject()
  const [id = ''] = await addAssets(projectId, 1)
  const shown = {
    filename: "'b.png'",
    content_type: "'image/gif'",
    size_bytes: '2',
    width: '2',
    height: '2',
    frame_count: '2',
    has_alpha: 'true',
    sha256: "'x'",
    alt_text: "'A dune'",
    created_at: "now() - interval '1 day'",
  }
  const notShown = { metadata: `'{"a": 1}'`, updated_at: 'now()', folder_id: 'NULL' }
  const set = (column: string, value: string) =>
    run(`UPDATE assets SET ${column} = ${value} WHERE id = '${id}'`)
  for (const [column, value] of Object.entries(shown)) {
    t.same(await set(column, value), [tags.asset(id)], column)
    t.same(await set(column, column), null, `${column} unchanged`)
  }
  for (const [column, value] of Object.entries(notShown)) {
    t.same(await set(column, value), null, column)
  }
  t.same(await set('tags', "'{a}'"), [tags.assetTags(id)], 'tags are seen by few answers')
  t.same(await set('tags', "'{a}'"), null, 'tags unchanged')
})

t.test('a key logs its hash, and its last use is not a change', async (t) => {
  const projectId = await addProject()
  const key = await addKey(projectId)
  const hex = Buffer.from(key.keyHash).toString('hex')
  const other = '00'.repeat(32)
  const table: [change: string, expected: string[] | null][] = [
    ['last_used = now()', null],
    [`name = 'X', key_prefix = 'x', created_at = now()`, null],
    [`permissions = 'READ_WRITE'`, [tags.key(hex)]],
    [`allowed_origins = '{https://a.example}'`, [tags.key(hex)]],
    ['expires_at = now()', [tags.key(hex)]],
    [`key_hash = '\\x${other}'`, [tags.key(hex), tags.key(other)].sort()],
  ]
  for (const [change, expected] of table) {
    t.same(await run(`UPDATE api_keys SET ${change} WHERE id = '${key.id}'`), expected, change)
  }
  t.same(await run(`DELETE FROM api_keys WHERE id = '${key.id}'`), [tags.key(other)])
})

t.test('deleting a project logs one tag for everything in it', async (t) => {
  const [first, second] = [await addProject(), await addProject()]
  t.equal(await logged((tx) => addProject(tx)), null, 'a new project has no cached answers')
  t.equal(await run(`UPDATE projects SET name = 'X', slug = 'x' WHERE id = '${first}'`), null)
  const { id } = await addWidget(first)
  await addKey(first)
  for (const [i, assetId] of (await addAssets(first, 1500)).entries()) {
    if (i < 3) {
      await db.widgetAsset.create({
        data: { projectId: first, widgetId: id, position: i, assetId },
      })
    }
  }
  t.same(await run(`DELETE FROM projects WHERE id = '${first}'`), [tags.project(first)])
  const renamed = randomUUID()
  t.same(
    await run(`UPDATE projects SET id = '${renamed}' WHERE id = '${second}'`),
    [tags.project(second), tags.project(renamed)].sort(),
  )
})

t.test('a row and its project deleted in one transaction are logged in either order', async (t) => {
  const projectId = await addProject()
  const widget = await addWidget(projectId)
  const both = await logged(async (tx) => {
    await tx.widget.delete({ where: { id: widget.id } })
    await tx.project.delete({ where: { id: projectId } })
  })
  const own = widgetTags(projectId, widget.id, widget.slug)
  t.same(both, [...own, tags.project(projectId)].sort())
})

t.test('an upsert and a statement with several parts log all their changes', async (t) => {
  const projectId = await addProject()
  const [one, two] = [await addWidget(projectId), await addWidget(projectId)]
  const slug = fresh()
  const upserted = await run(`
    INSERT INTO widgets (project_id, name, slug, layout, updated_at)
    VALUES ('${projectId}', 'W', '${one.slug}', 'GRID', now()), ('${projectId}', 'W', '${slug}', 'GRID', now())
    ON CONFLICT (project_id, slug) DO UPDATE SET layout = 'MASONRY'`)
  t.ok(upserted?.includes(tags.widget(one.id)))
  t.ok(upserted?.includes(tags.projectSlug(projectId, slug)))
  const parts = await run(`
    WITH gone AS (DELETE FROM widgets WHERE id = '${one.id}' RETURNING 1)
    UPDATE widgets SET theme = '{"padding": 2}' WHERE id = '${two.id}'`)
  const expected = [
    ...widgetTags(projectId, one.id, one.slug),
    ...widgetTags(projectId, two.id, two.slug),
  ]
  t.same(parts, [...new Set(expected)].sort())
})

t.test('two widgets that swap their slugs log both', async (t) => {
  const projectId = await addProject()
  const [one, two] = [await addWidget(projectId), await addWidget(projectId)]
  const swapped = await logged(async (tx) => {
    for (const [id, slug] of [
      [one.id, fresh()],
      [two.id, one.slug],
      [one.id, two.slug],
    ]) {
      await tx.$executeRawUnsafe(`UPDATE widgets SET slug = '${slug}' WHERE id = '${id}'`)
    }
  })
  for (const { id, slug } of [one, two]) {
    for (const tag of widgetTags(projectId, id, slug)) t.ok(swapped?.includes(tag), tag)
  }
})

t.test('a change of more than 1000 assets is logged as a change of their project', async (t) => {
  const projectId = await addProject()
  await addAssets(projectId, 1001)
  const all = [tags.project(projectId)]
  t.same(await run(`UPDATE assets SET alt_text = 'x' WHERE project_id = '${projectId}'`), all)
  const { id } = await addWidget(projectId)
  await db.$executeRaw`
    INSERT INTO widget_assets SELECT project_id, ${id}::uuid, row_number() OVER (), id FROM assets
    WHERE project_id = ${projectId}::uuid`
  t.same(await run(`DELETE FROM assets WHERE project_id = '${projectId}'`), all)
})

t.test(
  'more than 1000 tags without a common project are logged as a change of everything',
  async (t) => {
    const projectId = await addProject()
    const insert = (count: number) => `
    INSERT INTO widgets (project_id, name, slug, layout, updated_at)
    SELECT '${projectId}', 'W', 'w-' || n, 'GRID', now() FROM generate_series(1, ${count}) AS n`
    t.equal((await run(insert(333)))?.length, 999)
    await run(`DELETE FROM widgets WHERE project_id = '${projectId}'`)
    t.same(await run(insert(334)), [tags.everything])
    t.same(await run(`DELETE FROM widgets WHERE project_id = '${projectId}'`), [tags.everything])
  },
)

t.test('many small statements log every tag, in entries of bounded size', async (t) => {
  const projectId = await addProject()
  const ids = await addAssets(projectId, 350)
  const { changes } = await db.transaction(async (tx) => {
    for (const id of ids) await tx.$executeRaw`UPDATE assets SET width = 9 WHERE id = ${id}::uuid`
    return numberChanges(tx)
  })
  t.equal(changes.length, 4)
  t.same(changes.flatMap((change) => change.tags).sort(), ids.map(tags.asset).sort())
})

t.test('sessions that disable triggers or change the search path still log', async (t) => {
  const projectId = await addProject()
  const [id = ''] = await addAssets(projectId, 1)
  const settings = ['SET LOCAL session_replication_role = replica', `SET LOCAL search_path = ''`]
  for (const [i, setting] of settings.entries()) {
    const found = await logged(async (tx) => {
      const table = setting.includes('search_path') ? 'public.assets' : 'assets'
      await tx.$executeRawUnsafe(setting)
      await tx.$executeRawUnsafe(`UPDATE ${table} SET width = ${i + 20} WHERE id = '${id}'`)
      await tx.$executeRawUnsafe('SET LOCAL search_path = public')
    })
    t.same(found, [tags.asset(id)], setting)
  }
})

t.test('a logged commit is on disk under any setting of the session', async (t) => {
  const projectId = await addProject()
  const [id = ''] = await addAssets(projectId, 1)
  await db.transaction(async (tx) => {
    const setting = () => tx.$queryRaw<[{ synchronous_commit: string }]>`SHOW synchronous_commit`
    await tx.$executeRaw`SET LOCAL synchronous_commit = off`
    await tx.$executeRaw`UPDATE assets SET width = 30 WHERE id = ${id}::uuid`
    await numberChanges(tx)
    t.same(await setting(), [{ synchronous_commit: 'on' }])
  })
})

// Last: it empties the tables.
t.test('truncating a table is logged as a change of everything', async (t) => {
  const tables = ['widget_assets', 'api_keys', 'widgets', 'assets', 'projects']
  for (const table of tables) {
    t.same(await run(`TRUNCATE ${table} CASCADE`), [tags.everything], table)
  }
})
