import { CommandError, exitCodes } from '../failure.js'
import type { Values } from '../operations/options.js'
import type { Context } from '../session/context.js'

type Outcome = { assetId: string; status: string }

const isList = (value: unknown): value is Outcome[] => Array.isArray(value)

/**
 * Shows what came of each asset; false for the answer of a job, which has none yet.
 *
 * @throws CommandError if some were not changed.
 */
export async function showOutcomes({ results }: Values, { output }: Context): Promise<boolean> {
  if (!isList(results)) return false
  for (const outcome of results) await output.item(outcome)
  const failed = results.filter(({ status }) => status !== 'ok').length
  if (failed === 0) return true
  throw new CommandError(`${failed} of ${results.length} failed.`, exitCodes.failed)
}
