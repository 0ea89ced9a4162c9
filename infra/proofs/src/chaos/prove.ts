import type { Options } from '../options.js'
import type { Context, Result } from '../proof.js'
import { createAdminClient } from '../stack/admin-client.js'
import { withBackends } from '../stack/backends.js'
import { startStack } from '../stack/stack.js'
import { createTenant } from '../stack/tenants.js'
import { nemeses } from './nemeses.js'
import { type Outcome, runTrial } from './trial.js'

const stackSize = { replicas: 3, managers: 2 }
const shownProblems = 5

/** Runs one trial for each nemesis, on one stack. A trial is clean if nothing is stale, lost or wrong, and all recovers. */
export async function proveChaos(options: Options, { log, signal }: Context): Promise<Result> {
  const chosen = nemeses.filter(
    ({ name }) => options.nemeses.length === 0 || options.nemeses.includes(name),
  )
  return withBackends(async (backends) => {
    const stack = await startStack(backends, stackSize)
    try {
      const admin = createAdminClient(() => stack.managers.map(({ url }) => url()), signal)
      const projects = [await createTenant(admin), await createTenant(admin)] as const
      admin.close()
      let passed = 0
      const failures: string[] = []
      for (const nemesis of chosen) {
        signal.throwIfAborted()
        const outcome = await runTrial(nemesis, { stack, projects, lasting: options.seconds })
        const problems = problemsOf(outcome)
        log(`  ${nemesis.name}: ${describe(outcome)}`)
        if (problems.length === 0) passed += 1
        else failures.push([nemesis.name, ...problems].join('\n'))
      }
      return { passed, failures }
    } finally {
      await stack.dispose()
    }
  })
}

const describe = ({ reads, acknowledged, unavailable, recoveredMs }: Outcome): string =>
  `${reads} reads, ${unavailable} × 503, ${acknowledged} changes, recovered in ${(recoveredMs / 1000).toFixed(1)} s`

function problemsOf({ reads, acknowledged, problems }: Outcome): string[] {
  const more = problems.length - shownProblems
  return [
    ...(reads === 0 || acknowledged === 0 ? ['nothing was read, or nothing was changed'] : []),
    ...problems.slice(0, shownProblems),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}
