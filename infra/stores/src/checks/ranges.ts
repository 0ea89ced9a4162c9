import { send } from '../http.js'
import { deliveryPath } from '../stack/tenant.js'
import type { Check } from './check.js'
import { uploadMany } from './upload-many.js'

/** Ranges as in the header, and as arguments of `subarray`. */
const ranges: readonly [what: string, header: string, start: number, end?: number][] = [
  ['prefix', 'bytes=0-99', 0, 100],
  ['inner', 'bytes=100-199', 100, 200],
  ['suffix', 'bytes=-50', -50],
]

export const rangeRequests: Check = {
  name: 'ranges',
  needs: 'nothing',
  run: async (context, column) => {
    const { stack, tenant } = context
    const project = await tenant.project(stack.management.url())
    const assets = await uploadMany(context, project, 6)
    for (const [what, range, start, end] of ranges) {
      let right = 0
      for (const { id, picture } of assets) {
        const url = `${stack.delivery.url()}${deliveryPath(project, id)}`
        const { status, body } = await send(url, { headers: { range } })
        if (status === 206 && body.equals(picture.bytes.subarray(start, end))) right += 1
      }
      const isRight = right === assets.length && right > 0
      column.expect(`range requests, ${what}: 206`, isRight, `${right} of ${assets.length}`)
    }
  },
}
