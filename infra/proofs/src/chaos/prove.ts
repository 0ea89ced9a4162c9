import { chosenOf, type Options } from '../options.js'
import { type Context, type Result, resultOf } from '../proof.js'
import { createAdminClient } from '../stack/admin-client.js'
import { withStack } from '../stack/stack.js'
import { createTenant } from '../stack/tenants.js'
import { nemeses } from './nemeses.js'
import { type Outcome, runTrial } from './trial.js'

const stackSize = { replicas: 3, managers: 2 }

/** Runs one trial for each nemesis, on one stack. A trial is clean if nothing is stale, lost or wrong, and all recovers. */
export async function proveChaos(options: Options, { log, signal }: Context): Promise<Result> {
  return withStack(stackSize, async (stack) => {
    const admin = createAdminClient(() => stack.managers.map(({ url }) => url()), signal)
    const projects = [await createTenant(admin), await createTenant(admin)] as const
    admin.close()
    const problems: Record<string, readonly string[]> = {}
    for (const nemesis of chosenOf(nemeses, options.nemeses)) {
      signal.throwIfAborted()
      const outcome = await runTrial(nemesis, { stack, projects, lasting: options.seconds })
      log(`  ${nemesis.name}: ${describe(outcome)}`)
      problems[nemesis.name] = problemsOf(outcome)
    }
    return resultOf(problems)
  })
}

const describe = ({ reads, acknowledged, unavailable, recoveredMs }: Outcome): string =>
  `${reads} reads, ${unavailable} × 503, ${acknowledged} changes, recovered in ${(recoveredMs / 1000).toFixed(1)} s`

const problemsOf = ({ reads, acknowledged, problems }: Outcome): readonly string[] => [
  ...(reads === 0 || acknowledged === 0 ? ['nothing was read, or nothing was changed'] : []),
  ...problems,
]
