import { setImmediate } from 'node:timers/promises'
import type { App } from '@vitrine/http'
import { png, until } from '@vitrine/testing'
import t from 'tap'
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
        entryKey: `picture:${asset.projectId}:${asset.assetId}`,
        see: (app) => deliver(app, asset, '', { 'if-none-match': '*' }),
        change: () => project.deleteAsset(asset.assetId),
        after: 404,
      }
    },
  },
]

t.test('entries of an older Redis dump are not served', async (t) => {
  for (const isRedisSilent of [false, true]) {
    const tenant = await createTenant(t, { isRedisSilent })
    const project = await tenant.addProject()
    const replicas = [await build(t, {}), await build(t, {})]
    for (const { what, arrange } of scenes) {
      await t.test(
        `${what}, notified of the change by ${isRedisSilent ? 'Postgres' : 'Redis'}`,
        async (t) => {
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
        },
      )
    }
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

t.test('forty consecutive changes are each visible at once under constant reads', async (t) => {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const [{ key }, { id, slug }] = [await project.addKey(), await project.addWidget()]
  const replicas = [await build(t, {}), await build(t, {})]
  let isOver = false
  const readers = replicas.map(async (app) => {
    // A cached answer does not depend on the event loop, which other work occupies.
    for (; !isOver; await setImmediate()) await fetchWidget(app, slug, key)
  })
  for (let turn = 1; turn <= 40; turn += 1) {
    const isPublished = turn % 2 === 0
    const state = isPublished ? { status: 'PUBLISHED' as const, publishedAt: new Date() } : draft
    await project.editWidget(id, { ...state, config: { turn } })
    const seen = await Promise.all(
      replicas.map(async (app) => {
        const response = await fetchWidget(app, slug, key)
        return response.statusCode === 200 ? response.json().widget.config : response.statusCode
      }),
    )
    const wanted = isPublished ? JSON.stringify({ turn }) : 404
    t.strictSame(seen, [wanted, wanted], `turn ${turn}`)
  }
  isOver = true
  await Promise.all(readers)
})
