import { check, type Violation } from '../history/check.js'
import type { Nemesis } from '../nemeses/index.js'
import { seconds } from '../nemeses/nemesis.js'
import type { Stack } from '../stack/stack.js'
import { createDesk } from '../workload/admin-client.js'
import { createStage, type Stage } from '../workload/fixture.js'
import { watch } from '../workload/readers.js'
import { scripts } from '../workload/scripts.js'
import { createWidget, type World } from '../workload/tenants.js'
import { untilRecovered } from './recovery.js'

export type Outcome = {
  nemesis: string
  reads: number
  unavailable: number
  /** From the first sending of a change to its acknowledgement, ms. */
  acknowledgedMs: readonly number[]
  violations: readonly Violation[]
  /** What went wrong with writes. */
  failures: readonly string[]
  /** null: it did not recover in time. */
  recoveredMs: number | null
}

const warmUpSeconds = 1
const afterwardsSeconds = 0.5
/** For the last changes to be acknowledged, and for asking how everything is. */
const endingMs = 30_000
const recoveryLimitMs = 15_000

/** Writes and reads while a nemesis strikes; then, what became of every answer. */
export async function runTrial(
  nemesis: Nemesis,
  { stack, world, lasting }: { stack: Stack; world: World; lasting: number },
): Promise<Outcome> {
  const ending = new AbortController()
  const desk = createDesk(() => stack.managers.map(({ url }) => url()), ending.signal)
  const stage = createStage(world, desk)
  const [shop] = world.shops
  const { path: widget } = await createWidget(desk, shop, {})
  await desk.put(shop, `${widget}/publish`, {})

  const performances = play(stage)
  const audience = watch(stage, stack.replicas)
  let recoveredMs: number | null = null
  try {
    await seconds(warmUpSeconds)
    await nemesis.strike(stack, lasting)
    recoveredMs = await untilRecovered(stack, { shop, widget, limitMs: recoveryLimitMs })
    await seconds(afterwardsSeconds)
  } finally {
    stage.end()
    const timer = setTimeout(() => ending.abort(new Error('it was never acknowledged')), endingMs)
    await Promise.all([performances, audience])
    clearTimeout(timer)
  }
  const violations = await judge(stage, { isAsking: !ending.signal.aborted })
  desk.close()
  return { nemesis: nemesis.name, ...summary(stage), violations, recoveredMs }
}

/** Every script in both shops. One that fails is noted; the others go on. */
async function play(stage: Stage): Promise<void> {
  const runs = scripts.flatMap((script, i) => {
    // Widgets are edited in both shops, the other scripts take turns.
    const shops = i === 0 ? stage.world.shops : [stage.world.shops[i % 2] ?? stage.world.shops[0]]
    return shops.map((shop) => script(stage, shop))
  })
  for (const { status, reason } of (await Promise.allSettled(runs)) as PromiseRejectedResult[]) {
    if (status === 'rejected') stage.failures.push(`${reason}`)
  }
}

/** @param isAsking false when managers don't answer any more: that is a failure already. */
async function judge({ subjects }: Stage, { isAsking }: { isAsking: boolean }) {
  const histories = await Promise.all(
    subjects.map(async ({ name, writes, reads, ask }) => {
      const isSettled = writes.every(({ endMs }) => Number.isFinite(endMs))
      const final = isAsking && isSettled ? await ask() : undefined
      return { subject: name, writes, reads, final }
    }),
  )
  return histories.flatMap(check)
}

function summary({ subjects, failures }: Stage) {
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
