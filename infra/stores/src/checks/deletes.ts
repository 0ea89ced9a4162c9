import { assetObjects, projectObjects } from '@vitrine/contracts'
import { send } from '../http.js'
import { deliveryPath } from '../stack/tenant.js'
import { sweep } from '../sweep.js'
import type { Check, Context, Uploaded } from './check.js'
import { uploadMany } from './upload-many.js'

const single = 5

/** Deletes one by one, in bulk and with the project: nothing is served or left over. */
export const deletes: Check = {
  name: 'deletes',
  needs: 'nothing',
  run: async (context, column) => {
    const { stack, tenant, witness } = context
    const base = stack.management.url()
    const project = await tenant.project(base)
    const assets = await uploadMany(context, project, Math.max(40, context.options.uploads / 2))
    const [some, many, rest] = [assets.slice(0, single), assets.slice(single, -5), assets.slice(-5)]

    const statuses = []
    for (const { id } of some) {
      const { status } = await tenant.call(`${base}${project.path}/assets/${id}`, 'DELETE')
      statuses.push(status)
    }
    const areGone = statuses.every((status) => status === 204)
    column.expect(`${single} single deletes: 204`, areGone, statuses.join(' '))

    const assetIds = many.map(({ id }) => id)
    const url = `${base}${project.path}/assets/bulk`
    const bulk = await tenant.call(url, 'POST', { action: 'delete', assetIds })
    column.expect('bulk delete: 200', bulk.status === 200, `of ${assetIds.length}`)

    const deleted = [...some, ...many]
    const served = await servedOf(context, deleted)
    column.expect('delivery of deleted assets: 404', served === 0, `${served} are served`)
    const left = () => leftOf(context, deleted)
    const atOnce = await left()
    await sweep(stack.database)
    const last = await left()
    const seen = `${atOnce} at once, ${last} after the second removal`
    column.expect('objects of deleted assets: none', last === 0, seen)

    const kept = await servedOf(context, rest)
    column.expect('assets that were not deleted: 200', kept === rest.length, `${kept}`)
    const { status } = await tenant.call(`${base}${project.path}`, 'DELETE')
    await sweep(stack.database)
    const keys = await witness.keys(projectObjects(project.id))
    const isGone = status === 204 && keys.length === 0
    column.expect('project deleted: no objects', isGone, `${status}, ${keys.length} left`)
  },
}

async function servedOf({ stack }: Context, assets: readonly Uploaded[]): Promise<number> {
  const statuses = []
  for (const { id, project } of assets) {
    statuses.push((await send(`${stack.delivery.url()}${deliveryPath(project, id)}`)).status)
  }
  return statuses.filter((status) => status === 200).length
}

async function leftOf({ witness }: Context, assets: readonly Uploaded[]): Promise<number> {
  let count = 0
  for (const { id, project } of assets) {
    count += (await witness.keys(assetObjects(project.id, id))).length
  }
  return count
}
