import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { fetchWidget } from '../requests.js'
import { createTenant, type Tenant } from '../tenant.js'

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
