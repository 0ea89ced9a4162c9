import { orThrow } from '@vitrine/sdk'
import { usageError } from '../failure.js'
import type { Group } from '../group.js'
import type { Context } from '../session/context.js'
import { saveSession } from '../session/save-session.js'
import { isInteractive } from '../terminal.js'

export const group: Group = {
  operations: ['login', 'refresh'],
  attach: (command, context) => {
    command
      .option('--email <address>')
      .option('--password <->', 'read from stdin; otherwise you are asked')
      .option('--token <->', 'a personal access token, read from stdin')
      .action(async ({ email, password, token }) => {
        if (token !== undefined) return withToken(context, token)
        await withPassword(context, email ?? (await askEmail(context)), password)
      })
  },
}

async function withToken(context: Context, given: string): Promise<void> {
  const token = await context.secrets.read('--token', given)
  const url = await context.url()
  const vitrine = await context.tokenClient(token)
  await orThrow(vitrine.GET('/api/auth/me'))
  await context.signIn({ url, personalToken: token })
  context.output.note(`Signed in at ${url} by a personal access token.`)
}

async function withPassword(
  context: Context,
  email: string,
  given: string | undefined,
): Promise<void> {
  const password = await context.secrets.read('--password', given)
  const vitrine = await context.sessionClient()
  await saveSession(
    await orThrow(vitrine.POST('/api/auth/login', { body: { email, password } })),
    context,
  )
}

async function askEmail({ terminal }: Context): Promise<string> {
  if (!isInteractive(terminal)) throw usageError('Missing: --email.')
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({ message: 'E-mail', output: terminal.stderr })
  if (isCancel(answer)) throw usageError('Missing: --email.')
  return answer
}
