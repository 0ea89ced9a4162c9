import { createAdminClient } from '../stack/admin-client.js'
import type { Stack } from '../stack/stack.js'
import { createWidget } from '../stack/tenants.js'
import { check } from './check.js'
import { type Nemesis, seconds } from './nemesis.js'
import { untilRecovered } from './recovery.js'
import { createTrialFixture, type Projects, type TrialFixture } from './workload/fixture.js'
import { runReaders } from './workload/readers.js'
import { scripts } from './workload/scripts.js'

export type Outcome = {
  reads: number
  acknowledged: number
  unavailable: number
  /** From the end of the faults to the recovery of every process. */
  recoveredMs: number
  /** What was stale, lost or wrong, and what did not recover: one line each. */
  problems: readonly string[]
}

type TrialOptions = {
  stack: Stack
  projects: Projects
  /** How long the nemesis does harm, in seconds. */
  lasting: number
}

const warmUpSeconds = 1
const afterwardsSeconds = 0.5
/** Between two reads of each reader: the services share this machine. */
const readPauseMs = 10
/** Time for the last changes to be acknowledged and for reading the final states. Long, as on a busy machine. */
const endingMs = 180_000
const recoveryLimitMs = 300_000

/** Writes and reads while a nemesis does harm, then checks every answer. */
export async function runTrial(
  nemesis: Nemesis,
  { stack, projects, lasting }: TrialOptions,
): Promise<Outcome> {
  const ending = new AbortController()
  const admin = createAdminClient(() => stack.managers.map(({ url }) => url()), ending.signal)
  const fixture = createTrialFixture(projects, admin)
  const [project] = projects
  const { path: widget } = await createWidget(admin, project, {})
  await admin.put(project, `${widget}/publish`, {})

  const performances = play(fixture)
  const readers = runReaders(fixture, { replicas: stack.replicas, pauseMs: readPauseMs })
  let recoveredMs = 0
  try {
    await seconds(warmUpSeconds)
    await nemesis.strike(stack, lasting)
    const calmMs = performance.now()
    fixture.failures.push(
      ...(await untilRecovered(stack, { project, widget, limitMs: recoveryLimitMs })),
    )
    recoveredMs = performance.now() - calmMs
    await seconds(afterwardsSeconds)
  } finally {
    await end(fixture, Promise.all([performances, readers]), ending)
  }
  const violations = await judge(fixture, { isAsking: !ending.signal.aborted })
  admin.close()
  return { ...summary(fixture), recoveredMs, problems: [...violations, ...fixture.failures] }
}

/** Ends changes and reads. Changes that are not acknowledged in time are given up. */
export async function end(
  fixture: TrialFixture,
  running: Promise<unknown>,
  ending: AbortController,
): Promise<void> {
  fixture.end()
  const timer = setTimeout(() => ending.abort(new Error('it was never acknowledged')), endingMs)
  await running
  clearTimeout(timer)
}

/** Runs every script. A script that fails is recorded; the others go on. */
export async function play(fixture: TrialFixture): Promise<void> {
  const runs = scripts.flatMap((script, i) => {
    // Widgets are edited in both projects; the other scripts alternate between them.
    const [first, second] = fixture.projects
    const projects = i === 0 ? [first, second] : [i % 2 === 0 ? first : second]
    return projects.map((project) => script(fixture, project))
  })
  for (const run of await Promise.allSettled(runs)) {
    if (run.status === 'rejected') fixture.failures.push(`${run.reason}`)
  }
}

/** @param isAsking false if the managers no longer answer, which is recorded as a failure already. */
export async function judge({ subjects }: TrialFixture, { isAsking }: { isAsking: boolean }) {
  const histories = await Promise.all(
    subjects.map(async ({ name, writes, reads, ask }) => {
      const isSettled = writes.every(({ endMs }) => Number.isFinite(endMs))
      const final = isAsking && isSettled ? await ask() : undefined
      return { subject: name, writes, reads, final }
    }),
  )
  return histories.flatMap(check).map(({ kind, what }) => `${kind}: ${what}`)
}

export function summary({ subjects }: TrialFixture) {
  const reads = subjects.flatMap((subject) => subject.reads)
  const writes = subjects.flatMap((subject) => subject.writes.slice(1))
  return {
    reads: reads.length,
    acknowledged: writes.filter(({ endMs }) => Number.isFinite(endMs)).length,
    unavailable: reads.filter(({ outcome }) => outcome.kind === 'unavailable').length,
  }
}
