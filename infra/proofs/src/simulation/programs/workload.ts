import type { Counts } from '../counts.js'
import type { Environment } from '../environment/environment.js'
import type { Answer } from '../history.js'
import { tagOf } from '../servers/postgres.js'
import type { ReplicaProgram } from './replica-program.js'
import type { Site } from './site.js'
import type { WriterProgram } from './writer-program.js'

type WorkloadDeps = {
  environment: Environment
  replicas: readonly Site<ReplicaProgram>[]
  writers: readonly Site<WriterProgram>[]
  writeEveryMs: number
  hasCaches: boolean
  counts: Counts
  calmMs: number
  endMs: number
  onProblem: (problem: string) => void
}

const readEveryMs = 250
/** Of each answer. More often than it changes, so that the cache has it mostly. */
const cachedReadEveryMs = 100
/** Reads of a change at every replica immediately after its acknowledgement, when one may be stale. */
const probes = 2
const probeWithinMs = 30
/** How long after the last fault every read must be answered, ms. */
const readsRecoverMs = 4000
/** How long after the last fault each writer starts a write that must be acknowledged, ms. */
const settleMs = 500

/** Reads at every replica, writes and repeated calls at every writer, and the check of recovery. */
export function createWorkload(deps: WorkloadDeps) {
  const { environment, replicas, writers, writeEveryMs, hasCaches, calmMs, endMs, onProblem } = deps
  const { random, scheduler } = environment

  const repeatedly = (everyMs: number, run: () => void) => {
    const next = () => {
      const waitMs = random.waitMs(everyMs)
      if (scheduler.nowMs() + waitMs > endMs) return
      scheduler.after(waitMs, () => {
        run()
        next()
      })
    }
    next()
  }

  const readAt = (site: Site<ReplicaProgram>, facts: readonly number[]) => {
    const startMs = scheduler.nowMs()
    site.program().read(facts, (isAnswered) => {
      if (!isAnswered && startMs > calmMs + readsRecoverMs) {
        onProblem(
          `${site.machine.name} does not answer ${startMs - calmMs} ms after the last fault`,
        )
      }
    })
  }

  const readThroughCache = (facts: readonly number[]) => {
    const { edgeCache, trace } = environment
    const key = String(facts)
    const startedAt = environment.nextPosition()
    const startMs = scheduler.nowMs()
    const note = (answer: Answer) => {
      const endedAt = environment.nextPosition()
      const endMs = scheduler.nowMs()
      environment.noteRead({ replica: 'cache', facts, startedAt, endedAt, startMs, endMs, answer })
    }
    const hit = edgeCache.get(key)
    if (hit !== undefined) {
      deps.counts.cacheHits += 1
      note(hit.answer)
      return
    }
    random
      .pick(replicas)
      .program()
      .serve(facts, (answer, mayBeKept) => {
        trace?.(
          `the cache ${mayBeKept ? 'keeps' : 'passes'} ${answer} for ${facts} since ${startMs.toFixed(2)}`,
        )
        if (mayBeKept) edgeCache.keep(key, { answer, tags: facts.map(tagOf) })
        note(answer)
      })
  }

  if (hasCaches) {
    for (const facts of environment.answers) {
      repeatedly(cachedReadEveryMs, () => readThroughCache(facts))
    }
  }
  for (const site of replicas) {
    repeatedly(readEveryMs, () => readAt(site, random.pick(environment.answers)))
  }
  for (const site of writers) {
    repeatedly(writeEveryMs, () => {
      if (random.chance(0.6)) site.program().write(() => undefined)
      else site.program().confirm()
    })
  }
  environment.onAck((head) => {
    const newest = environment.postgres.stateAt(head).indexOf(head)
    const concerned = environment.answers.filter((facts) => facts.includes(newest))
    for (const site of replicas) {
      for (let probe = 0; probe < probes; probe += 1) {
        const facts = random.pick(concerned.length > 0 ? concerned : environment.answers)
        scheduler.after(random.next() ** 2 * probeWithinMs, () => readAt(site, facts))
      }
    }
  })

  const recovering = new Set(writers)
  for (const site of writers) {
    scheduler.after(calmMs + settleMs, () => site.program().write(() => recovering.delete(site)))
  }

  return {
    /** Call it at the end. */
    checkRecovery: (): void => {
      for (const { machine } of recovering) {
        onProblem(`${machine.name} did not get a write acknowledged after the last fault`)
      }
    },
  }
}
