import { AppError } from '@vitrine/contracts/errors'
import { type Counts, countingObserver } from '../counts.js'
import type { Environment } from '../environment/environment.js'
import type { Machine } from '../environment/machine.js'
import { type Answer, answerOf } from '../history.js'
import type { Coherence } from '../planted/load.js'
import { connect, type Timeouts } from '../servers/ports.js'
import { tagOf } from '../servers/postgres.js'

export type ProgramDeps = {
  environment: Environment
  machine: Machine
  counts: Counts
  timeoutMs: Timeouts
  graceMs: number
  /** The package, or a version of it without some rules. */
  coherence: Coherence
  /** Called for anything that must never happen, except wrong reads. */
  onProblem: (problem: string) => void
}

/** One run of a delivery process: the real replica and reader on simulated ports. */
export function startReplica(deps: ProgramDeps, id: string) {
  const { environment, machine, counts, timeoutMs, graceMs, coherence, onProblem } = deps
  const { postgres, scheduler, random } = environment
  const process = machine.startProcess()
  const { changeLog, entries, logCopy, buses } = connect(environment, machine, process, timeoutMs)
  const observer = countingObserver(counts, (keys) => onProblem(`${id} found stale: ${keys}`))
  let registrations = 0
  const replica = coherence.createReplica({
    changeLog,
    logCopy: graceMs > 0 ? logCopy : null,
    buses,
    clock: process.clock,
    observer,
    newId: () => {
      registrations += 1
      return `${id}/${registrations}`
    },
    graceMs,
    maxFloors: random.pick([2, 1000]),
  })
  const reader = coherence.createReader({
    replica,
    entries,
    observer,
    ttlSeconds: 60,
    maxBytes: random.pick([1200, 1_000_000]),
  })
  coherence.createAuditor({ replica, reader, buses, observer })
  replica.start()

  const fill = (facts: readonly number[]) => () =>
    machine.links.postgres.call(process, timeoutMs.postgres, () => {
      const behind = environment.isLagging() ? random.int(1, 3) : 0
      const asOf = Math.max(0, postgres.head() - behind)
      return { value: answerOf(postgres.stateAt(asOf), facts), tags: facts.map(tagOf), asOf }
    })

  const read = async (facts: readonly number[]): Promise<boolean> => {
    const startedAt = environment.nextPosition()
    const startMs = scheduler.nowMs()
    try {
      const key = `answer:${facts}`
      // Like delivery, it takes no turn of the event loop if the answer is known at once.
      const reading = reader.read<Answer>(key, fill(facts))
      const answer = reading instanceof Promise ? await reading : reading
      const endedAt = environment.nextPosition()
      const endMs = scheduler.nowMs()
      counts.reads += 1
      environment.noteRead({ replica: id, facts, startedAt, endedAt, startMs, endMs, answer })
      environment.trace?.(`${id} answers ${facts} with ${answer} since ${startMs.toFixed(2)}`)
      return true
    } catch (error) {
      counts.unavailable += 1
      environment.trace?.(`${id} refuses ${facts} since ${startMs.toFixed(2)}: ${error}`)
      if (!isUnavailable(error)) onProblem(`${id} failed a read: ${error}`)
      return false
    }
  }

  return {
    process,
    /** @param onAnswer called with whether the read was answered. */
    read: (facts: readonly number[], onAnswer: (isAnswered: boolean) => void): void =>
      process.deliver(() => void read(facts).then(onAnswer)),
    die: process.kill,
    /** It answers reads until it is killed. */
    leave: (): void => process.deliver(() => void replica.stop()),
  }
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'DATABASE_UNAVAILABLE' || error.code === 'PROPAGATION_PENDING')

export type ReplicaProgram = ReturnType<typeof startReplica>
