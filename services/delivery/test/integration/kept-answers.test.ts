import type { App } from '@vitrine/http'
import { png, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import type { Key, Project } from '../project.js'
import { deliver, fetchWidget } from '../requests.js'
import { createTenant, type Tenant } from '../tenant.js'

const picture = await png({ width: 8, height: 8 })
const draft = { status: 'DRAFT', publishedAt: null } as const

/** The entry that Redis stores under a key after a request. A Redis that is too slow is skipped. */
async function kept({ cache }: Tenant, key: string, ask: () => Promise<unknown>): Promise<string> {
  let entry: string | null = null
  await until(async () => {
    await ask()
    entry = await cache.get(key)
    return entry !== null
  })
  return String(entry)
}

const keyEntry = ({ keyHash }: Key) => `api-key:${Buffer.from(keyHash).toString('hex')}`

t.test('a new replica serves answers cached in Redis', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const { key } = await project.addKey()
  const { slug } = await project.addWidget({ config: { is: 'real' } })
  const first = await build(t, {})
  const entryKey = await tenant.entryKey(`published-widget:${project.id}:${slug}`)
  const entry = await kept(tenant, entryKey, () => fetchWidget(first, slug, key))
  await until(async () => {
    const late = await build(t, {})
    await tenant.cache.set(entryKey, entry.replace('real', 'kept'), 60)
    return (await fetchWidget(late, slug, key)).body.includes('kept')
  })
  t.match((await fetchWidget(first, slug, key)).body, 'real', 'the first one keeps its own')
})

type Scene = {
  what: string
  arrange: (project: Project) => Promise<{
    entryKey: string
    see: (app: App) => Promise<{ statusCode: number }>
    change: () => Promise<unknown>
    after: number
  }>
}

const scenes: Scene[] = [
  {
    what: 'a published widget',
    arrange: async (project) => {
      const [{ key }, { id, slug }] = [await project.addKey(), await project.addWidget()]
      return {
        entryKey: `published-widget:${project.id}:${slug}`,
        see: (app) => fetchWidget(app, slug, key),
        change: () => project.editWidget(id, draft),
        after: 404,
      }
    },
  },
  {
    what: 'that there is no such widget',
    arrange: async (project) => {
      const [{ key }, { id, slug }] = [await project.addKey(), await project.addWidget(draft)]
      return {
        entryKey: `published-widget:${project.id}:${slug}`,
        see: (app) => fetchWidget(app, slug, key),
        change: () => project.editWidget(id, { status: 'PUBLISHED', publishedAt: new Date() }),
        after: 200,
      }
    },
  },
  {
    what: 'a key',
    arrange: async (project) => {
      const [key, { slug }] = [await project.addKey(), await project.addWidget()]
      return {
        entryKey: keyEntry(key),
        see: (app) => fetchWidget(app, slug, key.key),
        change: () => project.revokeKey(key),
        after: 401,
      }
    },
  },
  {
    what: 'an asset',
    arrange: async (project) => {
      const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
      return {
        entryKey: `delivered-asset:${asset.projectId}:${asset.assetId}`,
        see: (app) => deliver(app, asset, '', { 'if-none-match': '*' }),
        change: () => project.deleteAsset(asset.assetId),
        after: 404,
      }
    },
  },
]

t.test('entries of an older Redis dump are not served', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const replicas = [await build(t, {}), await build(t, {})]
  for (const { what, arrange } of scenes) {
    await t.test(what, async (t) => {
      const { entryKey, see, change, after } = await arrange(project)
      for (const app of replicas) t.not((await see(app)).statusCode, after)
      const storedKey = await tenant.entryKey(entryKey)
      const dump = await kept(tenant, storedKey, () => Promise.all(replicas.map(see)))
      await change()
      const justStarted = await build(t, {})
      for (const round of ['first', 'second']) {
        for (const app of [...replicas, justStarted]) {
          t.ok(await tenant.cache.set(storedKey, dump, 60))
          t.equal((await see(app)).statusCode, after, `${round} request`)
        }
      }
    })
  }
})

t.test('invalid entries in Redis are ignored', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const [{ key }, { slug }] = [await project.addKey(), await project.addWidget()]
  const entryKey = await tenant.entryKey(`published-widget:${project.id}:${slug}`)
  for (const garbage of [
    '',
    '{',
    'null',
    '[]',
    '{"value":{}}',
    '{"value":{},"tags":[],"asOf":""}',
  ]) {
    const app = await build(t, {})
    t.ok(await tenant.cache.set(entryKey, garbage, 60))
    t.equal((await fetchWidget(app, slug, key)).statusCode, 200, garbage)
  }
})
