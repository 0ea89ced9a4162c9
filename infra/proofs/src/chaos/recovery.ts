import { setTimeout as sleep } from 'node:timers/promises'
import { freshName } from '@vitrine/testing'
import { type Caller, createCaller, json, type Reply } from '@vitrine/testing/http'
import type { Member } from '../stack/member.js'
import type { Stack } from '../stack/stack.js'
import type { SampleProject } from '../stack/tenants.js'
import { widgetProbe } from './workload/probes.js'

const pollMs = 25
/** For one request, which takes seconds on a busy machine. */
const timeoutMs = 10_000

type Sample = { project: SampleProject; widget: string }

/**
 * Waits until every replica answers from its cache and from the database, and every manager
 * acknowledges a change.
 *
 * @returns one line for each process that has not recovered by the limit, with its last answer and logged error.
 */
export async function untilRecovered(
  { replicas, managers }: Stack,
  { limitMs, ...sample }: Sample & { limitMs: number },
): Promise<string[]> {
  const caller = createCaller({ timeoutMs })
  const start = performance.now()
  const until = async (member: Member, findProblem: FindProblem): Promise<string | null> => {
    for (;;) {
      const problem = await findProblem(caller, member, sample).catch(String)
      if (problem === null) return null
      if (performance.now() - start > limitMs) {
        return `${member.name} did not recover: ${problem}; ${member.describe()}`
      }
      await sleep(pollMs)
    }
  }
  const problems = await Promise.all([
    ...replicas.map((replica) => until(replica, findReplicaProblem)),
    ...managers.map((manager) => until(manager, findManagerProblem)),
  ])
  caller.close()
  return problems.filter((problem) => problem !== null)
}

/** @returns the last wrong answer, or null. @throws if there is no answer. */
type FindProblem = (caller: Caller, member: Member, sample: Sample) => Promise<string | null>

const findReplicaProblem: FindProblem = async (caller, { url }, { project }) => {
  const kept = widgetProbe(project.slug, project.key)
  const neverAskedFor = widgetProbe(freshName('never'), project.key)
  for (const [probe, expected] of [
    [kept, 'v0'],
    [neverAskedFor, 'absent'],
  ] as const) {
    const reply = await caller.send(url(), probe.call)
    if (probe.appearanceOf(reply) !== expected) return describe(reply)
  }
  return null
}

const findManagerProblem: FindProblem = async (caller, { url }, { project, widget }) => {
  const { headers, body } = json({ config: { at: performance.now() } })
  const authorization = `Bearer ${project.token}`
  const call = { method: 'PUT', path: widget, headers: { ...headers, authorization }, body }
  const reply = await caller.send(url(), call)
  return reply.status === 200 ? null : describe(reply)
}

const describe = ({ status, body }: Reply): string => `${status} ${body}`
