import { usageError } from '../failure.js'
import { isInteractive } from '../terminal.js'
import type { Context } from './context.js'

/** @throws CommandError unless a person agreed or `--yes` was given. */
export async function confirm(
  { terminal }: Context,
  message: string,
  isAgreed: boolean | undefined,
): Promise<void> {
  if (isAgreed) return
  if (!isInteractive(terminal)) throw usageError('This cannot be undone. Add --yes to do it.')
  const prompts = await import('@clack/prompts')
  const answer = await prompts.confirm({ message, initialValue: false, output: terminal.stderr })
  if (answer !== true) throw usageError('Nothing was done.')
}
