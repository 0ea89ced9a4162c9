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
  /** Whether a cache in front keeps answers. */
  hasCaches: boolean
  /** The package, or a version of it without some rules. */
  coherence: Coherence
  /** Called for anything that must never happen, except wrong reads. */
  onProblem: (problem: string) => void
}

/** Called when a cache has received the whole answer. */
type OnComplete = (answer: Answer, mayBeKept: boolean) => void

const longestRenderMs = 300
const longestPartMs = 600
/** Less than that of the package, since clocks differ. */
const longestRestMs = 980

/** One run of a delivery process: the real replica and reader on simulated ports. */
export function startReplica(deps: ProgramDeps, id: string) {
  const { environment, machine, counts, timeoutMs, graceMs, hasCaches, coherence, onProblem } = deps
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
    hasCaches,
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

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => void process.clock.after(ms, resolve))

  /**
   * Answers a request of the cache: some time after it has read, the header fields, and after them the parts of the body.
   * Bytes arrive although the process has stopped since it sent them.
   */
  const serve = async (facts: readonly number[], onComplete: OnComplete): Promise<void> => {
    const { edgeAnswers } = replica
    if (edgeAnswers === null) throw new Error('this run has no cache')
    let isBrokenOff = false
    const edgeAnswer = edgeAnswers.begin(facts.map(tagOf), () => {
      counts.brokenOff += 1
      isBrokenOff = true
    })
    try {
      const answer = await reader.read<Answer>(`answer:${facts}`, fill(facts))
      if (random.chance(0.5)) await pause(random.between(0, longestRenderMs))
      const mayBeKept = edgeAnswer.mayBeKept()
      for (let parts = random.int(0, 2); parts > 0; parts -= 1) {
        await pause(random.between(0, longestPartMs))
        if (isBrokenOff || !edgeAnswer.mayContinue()) return
      }
      const restMs = random.chance(0.5) ? random.next() : random.between(0, longestRestMs)
      scheduler.after(restMs, () => onComplete(answer, mayBeKept))
      await pause(0)
    } catch (error) {
      counts.unavailable += 1
      if (!isUnavailable(error)) onProblem(`${id} failed a request of the cache: ${error}`)
    } finally {
      edgeAnswer.end()
    }
  }

  return {
    process,
    serve: (facts: readonly number[], onComplete: OnComplete): void =>
      process.deliver(() => void serve(facts, onComplete)),
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
