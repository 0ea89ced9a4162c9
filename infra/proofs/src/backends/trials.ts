import { untilRecovered } from '../chaos/recovery.js'
import { runTrial } from '../chaos/trial.js'
import type { Projects } from '../chaos/workload/fixture.js'
import { chosenOf, type Options } from '../options.js'
import { type Context, type Result, resultOf } from '../proof.js'
import { type AdminClient, createAdminClient } from '../stack/admin-client.js'
import type { PrivateBackends } from '../stack/backends.js'
import { type Stack, startStack } from '../stack/stack.js'
import { createTenant, createWidget } from '../stack/tenants.js'
import type { Failover } from './failovers.js'
import type { PooledUrls } from './routes.js'
import { createSteadyReads, type SteadyReads } from './steady-reads.js'

const stackSize = { replicas: 2, managers: 2 }
const longestOutageMs = 25_000
const recoveryLimitMs = 180_000

export const databaseTimeoutMs = 2000

const settings = {
  // The default, so that replicas answer from their caches until there is a new leader.
  REDIS_GRACE_SECONDS: '900',
  // Three installations of each server share this machine: that it is busy must not look like an outage of another one.
  DATABASE_TIMEOUT_MS: String(databaseTimeoutMs),
  REDIS_TIMEOUT_MS: '1000',
}

export type Place = { options: Options; context: Context; backends: PrivateBackends }

type Arrangement = {
  label: string
  failovers: readonly Failover[]
  /** Of the reads of what nobody changes, during a failover: how much must be answered, 0–1. */
  leastShare: number
  /** Of the services, instead of those of the backends. */
  urls?: PooledUrls
}

/** Tries each kind of failover on one stack. Each attempt is one test, and so are the reads of what nobody changes. */
export async function proveFailovers(
  { options, context, backends }: Place,
  { label, failovers, leastShare, urls }: Arrangement,
): Promise<Result> {
  const { log, signal } = context
  const env = { ...backends.env, ...urls }
  const stack = await startStack({ ...backends, env }, { ...stackSize, settings })
  const admin = createAdminClient(() => stack.managers.map(({ url }) => url()), signal)
  try {
    const projects = [await createTenant(admin), await createTenant(admin)] as const
    const steady = await createSteadyReads(admin, projects[0])
    const common = { stack, projects, admin, steady, leastShare, log }
    const reading = steady.run(stack.replicas)
    const problems: Record<string, readonly string[]> = {}
    try {
      for (const failover of chosenOf(failovers, options.nemeses)) {
        for (let i = 0; i < options.failovers; i += 1) {
          signal.throwIfAborted()
          const name = `${label}, ${failover.name} ${i + 1}`
          problems[name] = await tryOne({ ...common, failover, name })
        }
      }
    } finally {
      steady.end()
      await reading
    }
    const violations = steady.violations().map(({ kind, what }) => `${kind}: ${what}`)
    return resultOf({ ...problems, [`${label}, what nobody changes`]: violations })
  } finally {
    admin.close()
    await stack.dispose()
  }
}

type Attempt = {
  stack: Stack
  projects: Projects
  admin: AdminClient
  steady: SteadyReads
  failover: Failover
  leastShare: number
  name: string
  log: Context['log']
}

/** One failover while scripts write. @returns the problems. */
async function tryOne({ failover, name, ...common }: Attempt): Promise<string[]> {
  const { stack, projects, admin, steady, leastShare, log } = common
  const [project] = projects
  const { path: widget } = await createWidget(admin, project, {})
  await steady.warm(stack.replicas)
  const problems: string[] = []
  const times = { fromMs: 0, toMs: 0 }
  const outcome = await runTrial(
    {
      name,
      strike: async () => {
        times.fromMs = performance.now()
        const restore = await failover.strike()
        const sample = { project, widget, limitMs: recoveryLimitMs }
        problems.push(...(await untilRecovered(stack, sample)))
        times.toMs = performance.now()
        await restore()
      },
    },
    { stack, projects, lasting: 0 },
  )
  problems.push(...outcome.problems)
  const outageMs = times.toMs - times.fromMs
  const { reads, missed } = steady.count(times.fromMs, times.toMs)
  const share = 1 - missed.length / reads
  if (outageMs > longestOutageMs) problems.push(`writes were back after ${seconds(outageMs)}`)
  if (!(share >= leastShare)) {
    const shown = missed.map(({ replica, kind, atMs }) => `${replica} ${kind} ${seconds(atMs)}`)
    problems.push(`${missed.length} of ${reads} reads were not answered: ${shown.join(', ')}`)
  }
  const { acknowledged, unavailable } = outcome
  log(
    `  ${name}: writes back in ${seconds(outageMs)}, ${percent(share)} of ${reads} reads of steady content answered; ${acknowledged} changes, ${outcome.reads} reads of what changes, ${unavailable} × 503`,
  )
  return problems
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`
