import { tags as changeTags } from '@vitrine/contracts'
import type { Clock } from './ports.js'
import { longestRestMs } from './rest.js'

/** One answer that a cache in front may keep. */
export type EdgeAnswer = {
  /** Whether a cache may keep it. Call it once, immediately before the header fields are sent. */
  mayBeKept(): boolean
  /** Whether another part of it may be sent. Call it immediately before each one. */
  mayContinue(): boolean
  /** Call it when the last byte has been handed to the operating system, or the answer has ended without it. */
  end(): void
}

type Open = {
  tags: readonly string[]
  breakOff: () => void
  /** Something that it was made of may have changed since its request arrived. */
  isOutdated: boolean
  /** Its header fields have been sent, and let a cache keep it. */
  isKept: boolean
}

type Deps = { clock: Pick<Clock, 'monotonicMs'>; holdsLease: () => boolean }

/**
 * The answers under way that caches in front may keep. If something changes, no answer from before is kept: the header
 * fields of one that has not begun say so, and one that has begun is broken off, so that no cache has it completely.
 */
export function createEdgeAnswers({ clock, holdsLease }: Deps) {
  const open = new Map<string, Set<Open>>()
  /** When the last kept answer with a tag ended, the oldest first, within the longest rest. */
  const ended = new Map<string, number>()
  let restUntilMs = Number.NEGATIVE_INFINITY

  const noteEnd = (tag: string, now: number): void => {
    ended.delete(tag)
    ended.set(tag, now)
    for (const [oldest, at] of ended) {
      if (now - at < longestRestMs) return
      ended.delete(oldest)
    }
  }

  const end = (answer: Open): void => {
    const now = clock.monotonicMs()
    for (const tag of answer.tags) {
      const others = open.get(tag)
      others?.delete(answer)
      if (others?.size === 0) open.delete(tag)
      if (answer.isKept && !answer.isOutdated) noteEnd(tag, now)
    }
  }

  const restFrom = (ms: number): void => {
    restUntilMs = Math.max(restUntilMs, ms + longestRestMs)
  }

  /** Rule break-off-answers. */
  const outdate = (answer: Open): void => {
    if (answer.isOutdated) return
    answer.isOutdated = true
    if (!answer.isKept) return
    answer.breakOff()
    restFrom(clock.monotonicMs())
  }

  const drop = (tags: Iterable<string>): void => {
    for (const tag of tags) {
      open.get(tag)?.forEach(outdate)
      restFrom(ended.get(tag) ?? Number.NEGATIVE_INFINITY)
    }
  }

  const dropAll = (): void => drop(new Set([...open.keys(), ...ended.keys()]))

  return {
    /**
     * Call it when the request has arrived, before anything is read.
     *
     * @param tags of every change that may affect the answer.
     * @param breakOff ends the answer so that a cache notices that it is incomplete.
     */
    begin: (tags: readonly string[], breakOff: () => void): EdgeAnswer => {
      const answer: Open = { tags, breakOff, isOutdated: false, isKept: false }
      for (const tag of tags) open.set(tag, (open.get(tag) ?? new Set()).add(answer))
      return {
        mayBeKept: () => {
          // Rules keep-if-current and keep-by-lease: a writer that has fenced this replica does not wait for its answers.
          answer.isKept = !answer.isOutdated && holdsLease()
          return answer.isKept
        },
        mayContinue: () => !answer.isKept || (!answer.isOutdated && holdsLease()),
        end: () => end(answer),
      }
    },
    /** Call it with the tags of each change, before the change is acknowledged. */
    drop: (tags: readonly string[]): void =>
      tags.includes(changeTags.everything) ? dropAll() : drop(tags),
    /** Call it when the lease has ended. */
    dropAll,
    /** How long from now a cache may still receive an answer from before the dropped changes, ms. */
    restMs: (): number => Math.max(0, restUntilMs - clock.monotonicMs()),
  }
}

export type EdgeAnswers = ReturnType<typeof createEdgeAnswers>
