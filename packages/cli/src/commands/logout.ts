import { logOut } from '@vitrine/sdk'
import type { Group } from '../group.js'

export const group: Group = {
  operations: ['logout'],
  attach: (command, context) => {
    command.action(async () => {
      const stored = await context.credentials.read()
      if (stored?.url !== (await context.url())) {
        context.output.note('Nobody was signed in.')
        return
      }
      // A personal access token goes on being valid: "vitrine tokens revoke" ends it.
      if ('refreshToken' in stored) await logOut(await context.sessionClient())
      await context.credentials.write(null)
      context.output.note('Signed out.')
    })
  },
}
