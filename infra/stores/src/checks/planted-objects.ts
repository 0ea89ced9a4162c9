import { renditionObjects } from '@vitrine/contracts'
import { jpeg } from '@vitrine/testing'
import { becomesTrue } from '../becomes-true.js'
import { send } from '../http.js'
import { deliveryPath } from '../stack/tenant.js'
import type { Check, Context, Uploaded } from './check.js'
import { uploadMany } from './upload-many.js'

const assetCount = 6

/** The store keeps the checksums of objects. An object without the right checksum is not served. */
export const plantedObjects: Check = {
  name: 'planted objects',
  needs: 'nothing',
  run: async (context, column) => {
    const { stack, tenant, witness } = context
    const project = await tenant.project(stack.management.url())
    const assets = await uploadMany(context, project, assetCount)
    const fetchAll = () => Promise.all(assets.map((asset) => fetchRendition(context, asset)))
    const keys = async () => {
      const lists = assets.map(({ id }) => witness.keys(renditionObjects(project.id, id)))
      return (await Promise.all(lists)).flat()
    }
    const right = await fetchAll()
    await becomesTrue(async () => (await keys()).length === assetCount)

    await restart(context)
    const readBack = sameCount(right, await fetchAll())
    const renders = await renderCount(context)
    const areKept = readBack === assetCount && renders === 0
    column.expect('checksums are kept: nothing is rendered again', areKept, `${renders} rendered`)

    for (const key of await keys()) await witness.put(key, await jpeg({ width: 40, height: 40 }))
    await restart(context)
    const replaced = sameCount(right, await fetchAll())
    column.expect('planted renditions: not served', replaced === assetCount, `${replaced}`)
  },
}

const fetchRendition = async ({ stack }: Context, { id, project }: Uploaded): Promise<Buffer> => {
  const reply = await send(`${stack.delivery.url()}${deliveryPath(project, id)}?w=40&format=jpeg`)
  return reply.status === 200 ? reply.body : Buffer.alloc(0)
}

const sameCount = (some: readonly Buffer[], others: readonly Buffer[]): number =>
  some.filter((bytes, index) => bytes.length > 0 && bytes.equals(others[index] ?? Buffer.alloc(0)))
    .length

/** This clears its caches in memory and on disk. */
async function restart({ stack }: Context): Promise<void> {
  await stack.delivery.kill()
  await stack.delivery.start()
  const isReady = async () => (await send(`${stack.delivery.url()}/readyz`)).status === 200
  await becomesTrue(isReady)
}

async function renderCount({ stack }: Context): Promise<number> {
  const { body } = await send(`${stack.delivery.url()}/metrics`)
  return Number(/^renditions_rendered_total (\d+)$/m.exec(`${body}`)?.[1])
}
