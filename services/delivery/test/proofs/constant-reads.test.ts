import { setImmediate } from 'node:timers/promises'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { fetchWidget } from '../requests.js'
import { createTenant } from '../tenant.js'

const draft = { status: 'DRAFT', publishedAt: null } as const

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
