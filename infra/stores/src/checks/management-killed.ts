import { becomesTrue } from '../becomes-true.js'
import { startUploaders } from '../uploaders.js'
import type { Check } from './check.js'
import { expectNothingLost } from './nothing-lost.js'

const fault = 'management-api killed'
const enough = 12

export const managementKilled: Check = {
  name: fault,
  needs: 'nothing',
  run: async (context, column) => {
    const { stack, tenant } = context
    const project = await tenant.project(stack.management.url())
    const uploaders = startUploaders(context, project)
    const acknowledged = () => uploaders.acknowledged.length
    try {
      await becomesTrue(async () => acknowledged() >= enough)
      await stack.management.kill()
      await stack.management.start()
      const before = acknowledged()
      const recovered = await becomesTrue(async () => acknowledged() >= before + enough)
      column.expect(`${fault}: uploads succeed again`, recovered, `${acknowledged() - before}`)
    } finally {
      await uploaders.stop()
    }
    await expectNothingLost(context, column, fault, { project, uploaders })
  },
}
