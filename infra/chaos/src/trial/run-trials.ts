import type { ChaosOptions } from '../options.js'
import { complaints, isClean, trialTable } from '../report/trials.js'
import { type Stack, startStack, withBackends } from '../stack/stack.js'
import { createAdminClient } from '../workload/admin-client.js'
import { createTenants, type Tenants } from '../workload/tenants.js'
import { type Outcome, runTrial } from './trial.js'

/** The tenants that all trials of a stack use. */
export async function createTenantsOf({ managers }: Stack): Promise<Tenants> {
  const admin = createAdminClient(
    () => managers.map(({ url }) => url()),
    new AbortController().signal,
  )
  const tenants = await createTenants(admin)
  admin.close()
  return tenants
}

/**
 * Runs one trial for each nemesis, on one stack.
 *
 * @returns whether nothing was stale, lost or wrong, and all of it recovered.
 */
export async function runTrials(
  { nemeses, seconds, without }: ChaosOptions,
  log: (line: string) => void,
): Promise<boolean> {
  return withBackends(async (backends) => {
    const stack = await startStack(backends, { replicas: 4, managers: 2, without })
    try {
      const tenants = await createTenantsOf(stack)
      const outcomes: Outcome[] = []
      for (const nemesis of nemeses) {
        const outcome = await runTrial(nemesis, { stack, tenants, lasting: seconds })
        outcomes.push(outcome)
        log(`${nemesis.name}: ${outcome.reads} reads, ${isClean(outcome) ? 'clean' : 'NOT CLEAN'}`)
        for (const line of complaints(outcome)) log(`  ${line}`)
      }
      log(`\n${trialTable(outcomes)}`)
      return outcomes.every(isClean)
    } finally {
      await stack.dispose()
    }
  })
}
