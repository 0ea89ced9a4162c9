import { setTimeout as sleep } from 'node:timers/promises'
import { freshName } from '@vitrine/testing'
import { createCaller, json } from '@vitrine/testing/http'
import type { Member } from '../stack/member.js'
import type { Stack } from '../stack/stack.js'
import { widgetProbe } from '../workload/probes.js'
import type { SampleProject } from '../workload/tenants.js'

const pollMs = 25
/** For one request, which takes seconds on a busy machine. */
const timeoutMs = 10_000

/**
 * Waits until every replica answers from its cache and from the database, and every manager
 * acknowledges a change.
 *
 * @returns how long that took, ms; null if longer than `limitMs`.
 */
export async function untilRecovered(
  { replicas, managers }: Pick<Stack, 'replicas' | 'managers'>,
  { project, widget, limitMs }: { project: SampleProject; widget: string; limitMs: number },
): Promise<number | null> {
  const caller = createCaller({ timeoutMs })
  const start = performance.now()
  const answers = async ({ url }: Member): Promise<boolean> => {
    const kept = widgetProbe(project.slug, project.key)
    const neverAskedFor = widgetProbe(freshName('never'), project.key)
    return (
      kept.appearanceOf(await caller.send(url(), kept.call)) === 'v0' &&
      neverAskedFor.appearanceOf(await caller.send(url(), neverAskedFor.call)) === 'absent'
    )
  }
  const acknowledges = async ({ url }: Member): Promise<boolean> => {
    const { headers, body } = json({ config: { at: performance.now() } })
    const authorization = `Bearer ${project.token}`
    const call = { method: 'PUT', path: widget, headers: { ...headers, authorization }, body }
    return (await caller.send(url(), call)).status === 200
  }
  const until = async (isWell: () => Promise<boolean>) => {
    while (!(await isWell().catch(() => false))) {
      if (performance.now() - start > limitMs) return false
      await sleep(pollMs)
    }
    return true
  }
  const all = await Promise.all([
    ...replicas.map((replica) => until(() => answers(replica))),
    ...managers.map((manager) => until(() => acknowledges(manager))),
  ])
  caller.close()
  return all.every(Boolean) ? performance.now() - start : null
}
