import { logOut } from '@vitrine/sdk'
import type { Group } from '../group.js'
import type { Context } from '../session/context.js'

export const group: Group = {
  operations: ['logout'],
  attach: (command, context) => {
    command.action(async () => {
      // Another process may be refreshing the session: its tokens would come after the end otherwise.
      const wasSignedIn = await context.credentials.exclusive(() => signOut(context))
      context.output.note(wasSignedIn ? 'Signed out.' : 'Nobody was signed in.')
    })
  },
}

/** @returns false if there was no session at the address. */
async function signOut(context: Context): Promise<boolean> {
  const stored = await context.credentials.read()
  if (stored?.url !== (await context.url())) return false
  // A personal access token goes on being valid: "vitrine tokens revoke" ends it.
  if ('refreshToken' in stored) await logOut(await context.sessionClient())
  await context.credentials.write(null)
  return true
}
