import { embedWidthsOf, renditionObjects } from '@vitrine/contracts'
import { becomesTrue } from '../becomes-true.js'
import type { Check } from './check.js'
import { uploadMany } from './upload-many.js'

/** For the first picture of the series. */
const pictureWidth = 1200

/** The renditions that the embed requests are prepared when a widget is published. */
export const publishing: Check = {
  name: 'publishing',
  needs: 'nothing',
  run: async (context, column) => {
    const { stack, tenant, witness } = context
    const project = await tenant.project(stack.management.url())
    const [asset] = await uploadMany(context, project, 1)
    if (asset === undefined) throw new Error('the picture to publish was not stored')
    await tenant.publish(stack.management.url(), project, [asset.id])
    const wanted = embedWidthsOf(pictureWidth).length * 2
    const stored = async () => (await witness.keys(renditionObjects(project.id, asset.id))).length
    const areMade = await becomesTrue(async () => (await stored()) === wanted)
    const seen = `${await stored()} of ${wanted}`
    column.expect('publishing: renditions made ahead', areMade, seen)
  },
}
