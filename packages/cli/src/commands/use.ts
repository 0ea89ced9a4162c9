import type { Group } from '../group.js'

export const group: Group = {
  operations: [],
  attach: (command, context) => {
    command.action(async () => {
      const organizationId = await context.organizationId()
      const projectId = await context.projectId()
      await context.setDefaults({ organizationId, projectId })
      await context.output.item({ url: await context.url(), organizationId, projectId })
    })
  },
}
