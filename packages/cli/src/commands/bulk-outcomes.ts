import { CommandError, exitCodes } from '../failure.js'
import type { FinishOptions } from '../operations/row.js'
import type { Values } from '../operations/values.js'
import type { Context } from '../session/context.js'
import { endOf, showJob } from './job-outcome.js'

type Outcome = { assetId: string; status: string }

const isList = (value: unknown): value is Outcome[] => Array.isArray(value)

/**
 * Shows what came of each asset. A job has no outcome yet: false, unless it is waited for.
 *
 * @throws CommandError if some were not changed.
 */
export async function showOutcomes(
  { results, jobId }: Values,
  context: Context,
  options: FinishOptions,
): Promise<boolean> {
  const { output } = context
  if (!isList(results)) {
    return options.wait ? showJob(await endOf(context, String(jobId)), context, {}) : false
  }
  for (const outcome of results) await output.item(outcome)
  const failed = results.filter(({ status }) => status !== 'ok').length
  if (failed === 0) return true
  throw new CommandError(`${failed} of ${results.length} failed.`, exitCodes.failed)
}
