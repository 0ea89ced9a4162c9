import { check, type Violation } from '../history/check.js'
import type { Nemesis } from '../nemeses/nemeses.js'
import { seconds } from '../nemeses/nemesis.js'
import type { Stack } from '../stack/stack.js'
import { createAdminClient } from '../workload/admin-client.js'
import { createTrialFixture, type TrialFixture } from '../workload/fixture.js'
import { runReaders } from '../workload/readers.js'
import { scripts } from '../workload/scripts.js'
import { createWidget, type Tenants } from '../workload/tenants.js'
import { type Recovery, untilRecovered } from './recovery.js'

export type Outcome = {
  nemesis: string
  reads: number
  unavailable: number
  /** From the first attempt at a change to its acknowledgement, ms. */
  acknowledgedMs: readonly number[]
  violations: readonly Violation[]
  failures: readonly string[]
  /** null: it did not recover in time. */
  recoveredMs: number | null
}

/**
 * `lasting` is how long the nemesis does harm, in seconds; `readPauseMs` the time between two reads of each reader, by
 * default as short as the machine allows.
 */
export type TrialOptions = {
  stack: Stack
  tenants: Tenants
  lasting: number
  readPauseMs?: number
}

const warmUpSeconds = 1
const afterwardsSeconds = 0.5
/** Time for the last changes to be acknowledged and for reading the final states. Long, as on a busy machine. */
const endingMs = 180_000
const recoveryLimitMs = 300_000

/** Writes and reads while a nemesis does harm, then checks every answer. */
export async function runTrial(
  nemesis: Nemesis,
  { stack, tenants, lasting, readPauseMs = 3 }: TrialOptions,
): Promise<Outcome> {
  const ending = new AbortController()
  const admin = createAdminClient(() => stack.managers.map(({ url }) => url()), ending.signal)
  const fixture = createTrialFixture(tenants, admin)
  const [project] = tenants.projects
  const { path: widget } = await createWidget(admin, project, {})
  await admin.put(project, `${widget}/publish`, {})

  const performances = play(fixture)
  const readers = runReaders(fixture, { replicas: stack.replicas, pauseMs: readPauseMs })
  let recovery: Recovery = { recoveredMs: null, failures: [] }
  try {
    await seconds(warmUpSeconds)
    await nemesis.strike(stack, lasting)
    recovery = await untilRecovered(stack, { project, widget, limitMs: recoveryLimitMs })
    await seconds(afterwardsSeconds)
  } finally {
    fixture.end()
    const timer = setTimeout(() => ending.abort(new Error('it was never acknowledged')), endingMs)
    await Promise.all([performances, readers])
    clearTimeout(timer)
  }
  const violations = await judge(fixture, { isAsking: !ending.signal.aborted })
  admin.close()
  const { failures, ...counts } = summary(fixture)
  return {
    nemesis: nemesis.name,
    ...counts,
    violations,
    failures: [...failures, ...recovery.failures],
    recoveredMs: recovery.recoveredMs,
  }
}

/** Runs every script. A script that fails is recorded; the others go on. */
async function play(fixture: TrialFixture): Promise<void> {
  const runs = scripts.flatMap((script, i) => {
    // Widgets are edited in both projects; the other scripts alternate between them.
    const projects =
      i === 0
        ? fixture.tenants.projects
        : [fixture.tenants.projects[i % 2] ?? fixture.tenants.projects[0]]
    return projects.map((project) => script(fixture, project))
  })
  for (const { status, reason } of (await Promise.allSettled(runs)) as PromiseRejectedResult[]) {
    if (status === 'rejected') fixture.failures.push(`${reason}`)
  }
}

/** @param isAsking false if the managers no longer answer, which is recorded as a failure already. */
async function judge({ subjects }: TrialFixture, { isAsking }: { isAsking: boolean }) {
  const histories = await Promise.all(
    subjects.map(async ({ name, writes, reads, ask }) => {
      const isSettled = writes.every(({ endMs }) => Number.isFinite(endMs))
      const final = isAsking && isSettled ? await ask() : undefined
      return { subject: name, writes, reads, final }
    }),
  )
  return histories.flatMap(check)
}

function summary({ subjects, failures }: TrialFixture) {
  const reads = subjects.flatMap((subject) => subject.reads)
  return {
    reads: reads.length,
    unavailable: reads.filter(({ outcome }) => outcome.kind === 'unavailable').length,
    acknowledgedMs: subjects
      .flatMap(({ writes }) => writes.slice(1))
      .map(({ startMs, endMs }) => endMs - startMs)
      .filter(Number.isFinite),
    failures,
  }
}
