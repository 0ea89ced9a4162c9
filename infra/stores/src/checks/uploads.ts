import { originalObject } from '@vitrine/contracts'
import pLimit from 'p-limit'
import { send } from '../http.js'
import { deliveryPath } from '../stack/tenant.js'
import type { Check, Uploaded } from './check.js'
import { atOnce, tryUploads } from './upload-many.js'

/** Uploads of all formats, the objects that are stored for them, and their delivery. */
export const uploads: Check = {
  name: 'uploads',
  needs: 'nothing',
  run: async (context, column) => {
    const { options, stack, tenant } = context
    const project = await tenant.project(stack.management.url())
    const count = options.uploads
    const statuses = new Map<number, number>()
    const taken = await tryUploads(context, project, count, (status) =>
      statuses.set(status, (statuses.get(status) ?? 0) + 1),
    )
    const seen = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
    column.expect(`${count} uploads, ${atOnce} at once: 201`, taken.length === count, seen)

    const limit = pLimit(atOnce)
    const differing = (isSame: (asset: Uploaded) => Promise<boolean>) =>
      countOf(taken, (asset) => limit(async () => !(await isSame(asset))))
    const { witness } = context
    const keyOf = ({ id }: Uploaded) => originalObject(project.id, id)
    const delivered = await differing(async ({ id, picture }) => {
      const reply = await send(`${stack.delivery.url()}${deliveryPath(project, id)}`)
      return reply.status === 200 && reply.body.equals(picture.bytes)
    })
    column.expect('originals over delivery: differing', delivered === 0, `${delivered}`)
    const straight = await differing(
      async (asset) => (await witness.read(keyOf(asset)))?.equals(asset.picture.bytes) === true,
    )
    column.expect('originals straight from the store: differing', straight === 0, `${straight}`)
    const types = await differing(
      async (asset) => (await witness.contentType(keyOf(asset))) === asset.picture.contentType,
    )
    column.expect('content types in the store: wrong', types === 0, `${types}`)
  },
}

async function countOf<Item>(items: readonly Item[], isSo: (item: Item) => Promise<boolean>) {
  return (await Promise.all(items.map(isSo))).filter(Boolean).length
}
