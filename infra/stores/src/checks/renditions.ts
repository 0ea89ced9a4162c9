import { renditionObjects } from '@vitrine/contracts'
import pLimit from 'p-limit'
import { becomesTrue } from '../becomes-true.js'
import { send } from '../http.js'
import { deliveryPath } from '../stack/tenant.js'
import type { Check } from './check.js'
import { uploadMany } from './upload-many.js'

const formats = ['webp', 'jpeg', 'png', 'avif']
const assetCount = 20

/** Renditions in four formats are rendered once and stored. */
export const renditions: Check = {
  name: 'renditions',
  needs: 'nothing',
  run: async (context, column) => {
    const { stack, tenant, witness } = context
    const project = await tenant.project(stack.management.url())
    const assets = await uploadMany(context, project, assetCount)
    const limit = pLimit(2)
    const wanted = assets.flatMap(({ id }) => formats.map((format) => ({ id, format })))
    const replies = await Promise.all(
      wanted.map(({ id, format }) =>
        limit(() => {
          const query = `?w=40&format=${format}`
          return send(`${stack.delivery.url()}${deliveryPath(project, id)}${query}`)
        }),
      ),
    )
    const good = replies.filter(({ status }) => status === 200).length
    const total = assetCount * formats.length
    column.expect(
      `${total} renditions in ${formats.length} formats: 200`,
      good === total,
      `${good}`,
    )

    const stored = async () => {
      const lists = assets.map(({ id }) => witness.keys(renditionObjects(project.id, id)))
      return (await Promise.all(lists)).flat().length
    }
    const areStored = await becomesTrue(async () => (await stored()) === total)
    column.expect('renditions: all stored', areStored, `${await stored()}`)
  },
}
