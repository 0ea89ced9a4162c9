import { countingObserver } from '../counts.js'
import type { Environment } from '../environment/environment.js'
import { connect, logId } from '../servers/ports.js'
import { isUnavailable, type ProgramDeps } from './replica-program.js'

/** How often a client repeats a failed call, and after how long. */
const repeats = 3
const repeatAfterMs = 200
/** One in this many acknowledged changes is audited. */
const auditEvery = 20

/** One run of a management process: the real writer on simulated ports, and its clients. */
export function startWriter(deps: ProgramDeps, id: string) {
  const { environment, machine, counts, timeoutMs, hasCaches, coherence, onProblem } = deps
  const { postgres, random } = environment
  const process = machine.startProcess()
  const { clock } = process
  const ports = connect(environment, machine, process, timeoutMs)
  const { changeLog, logCopy, buses } = ports
  const observer = countingObserver(counts, (keys) =>
    onProblem(`a replica reported stale entries to ${id}: ${keys}`),
  )
  const writer = coherence.createWriter({
    changeLog,
    logCopy,
    buses,
    clock,
    observer,
    auditEvery,
    purger: hasCaches ? coherence.createPurger({ ...ports, clock, observer }) : null,
  })
  writer.start()

  const acknowledge = (head: number) => {
    counts.acks += 1
    environment.noteAck(id, head)
  }
  const transaction = <Result>(effect: () => Result) =>
    machine.links.postgres.call(process, timeoutMs.postgres, effect)

  /** A call that finds nothing to change: the call that made the change may still be waiting. */
  const confirm = async (): Promise<void> => {
    const head = await transaction(postgres.head)
    await writer.settled()
    acknowledge(head)
  }

  const write = async (): Promise<void> => {
    const changes = await transaction(() => environment.commit(pickChanges(environment)))
    const head = Math.max(...changes.map(({ seq }) => seq))
    await writer.settle({ logId, head, changes })
    acknowledge(head)
  }

  /** Makes a call and, if it fails, repeats it as a call that finds nothing to change. */
  const call = async (run: () => Promise<void>, left: number, onSuccess = () => {}) => {
    try {
      await run()
      onSuccess()
    } catch (error) {
      environment.trace?.(`${id} answers with an error: ${error}`)
      if (!isUnavailable(error)) onProblem(`${id} failed a write: ${error}`)
      if (left > 0) clock.after(repeatAfterMs, () => void call(confirm, left - 1, onSuccess))
    }
  }

  const begin = (run: () => Promise<void>, onSuccess = () => {}) =>
    process.deliver(() => void call(run, repeats, onSuccess))

  // A client that the previous run of this program did not answer repeats its call.
  clock.after(random.between(0, repeatAfterMs), () => begin(confirm))

  return {
    process,
    /** @param onSuccess called when the write, or a repetition of it, is acknowledged. */
    write: (onSuccess: () => void): void => begin(write, onSuccess),
    confirm: (): void => begin(confirm),
    leave: writer.stop,
    /** Commits and dies before it has notified anyone. */
    die: (): void =>
      process.deliver(() => {
        const last = transaction(() => {
          environment.commit(pickChanges(environment))
          process.kill()
        })
        last.catch(process.kill)
      }),
  }
}

/** The changes of one transaction: mostly one change of one fact, sometimes more. */
function pickChanges({ random, facts }: Environment): number[][] {
  const pickFact = () => random.int(0, facts - 1)
  if (random.chance(0.6)) return [[pickFact()]]
  if (random.chance(0.1)) return [Array.from({ length: facts }, (_, fact) => fact)]
  return random.chance(0.5) ? [[pickFact(), pickFact()]] : [[pickFact()], [pickFact()]]
}

export type WriterProgram = ReturnType<typeof startWriter>
