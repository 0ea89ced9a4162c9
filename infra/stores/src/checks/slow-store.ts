import { randomUUID } from 'node:crypto'
import { assetObjects, originalObject, projectObjects } from '@vitrine/contracts'
import pLimit from 'p-limit'
import { parsed, type Reply } from '../http.js'
import { pictureNo } from '../pictures.js'
import type { Project } from '../stack/tenant.js'
import { sweep } from '../sweep.js'
import type { Check, Context } from './check.js'

/** In each direction; a round trip takes twice as long. */
const delayMs = 1000
const bulkCount = 500
const atOnce = 16

/** With two seconds per round trip everything works, and deletes do not wait for the store. */
export const slowStore: Check = {
  name: 'slow store',
  needs: 'a proxy',
  run: async (context, column) => {
    const { stack, tenant, witness } = context
    const base = stack.management.url()
    const project = await tenant.project(base)
    const url = `${base}${project.path}/assets`
    const assetIds = await storedAssets(context, project)
    const objects = async (prefix: string) => (await witness.keys(prefix)).length
    await stack.link?.set({ kind: 'delay', ms: delayMs })
    try {
      const upload = await timed(async () => tenant.upload(base, project, await pictureNo(0)))
      column.expect('slow store: upload 201', upload.reply.status === 201, seen(upload))
      const { id } = parsed<{ id: string }>(upload.reply)
      const published = await timed(() => tenant.publish(base, project, [id]))
      column.expect('slow store: publish 200', true, `${published.ms} ms for four calls`)

      const single = await timed(() => tenant.call(`${url}/${id}`, 'DELETE'))
      const left = await objects(assetObjects(project.id, id))
      const isAhead = single.reply.status === 204 && left > 0
      column.expect('slow store: delete 204 before the objects go', isAhead, seen(single))

      const body = { action: 'delete', assetIds }
      const bulk = await timed(() => tenant.call(`${url}/bulk`, 'POST', body))
      const isBulkAhead =
        bulk.reply.status === 200 && (await objects(projectObjects(project.id))) > 0
      column.expect(`slow store: bulk of ${bulkCount} before they go`, isBulkAhead, seen(bulk))
    } finally {
      await stack.link?.set({ kind: 'none' })
    }
    await sweep(stack.database)
    const last = await objects(projectObjects(project.id))
    column.expect('slow store: objects after the sweep: none', last === 0, `${last}`)
  },
}

/** Inserts rows and objects of assets directly, because hundreds of uploads would take minutes. */
async function storedAssets({ stack, witness }: Context, project: Project): Promise<string[]> {
  const file = { contentType: 'image/jpeg', sizeBytes: 1, width: 1, height: 1 }
  const rows = Array.from({ length: bulkCount }, () => ({
    ...{ id: randomUUID(), projectId: project.id, filename: 'a.jpg' },
    ...{ sha256: new Uint8Array(32), ...file },
  }))
  await stack.database.asset.createMany({ data: rows })
  const limit = pLimit(atOnce)
  const ids = rows.map(({ id }) => id)
  const put = (id: string) => witness.put(originalObject(project.id, id), Buffer.from('x'))
  await Promise.all(ids.map((id) => limit(() => put(id))))
  return ids
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ reply: Value; ms: number }> {
  const startMs = performance.now()
  const reply = await work()
  return { reply, ms: Math.round(performance.now() - startMs) }
}

const seen = ({ reply, ms }: { reply: Reply; ms: number }) => `${reply.status} in ${ms} ms`
