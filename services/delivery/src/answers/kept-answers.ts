import type { ServerResponse } from 'node:http'
import { longestRestMs } from '@vitrine/coherence'
import { tags as changeTags } from '@vitrine/contracts'

/** An answer that a cache in front may keep, from the arrival of its request to its last byte. */
export type KeptAnswer = {
  /** Whether something that it was made of may have changed since. A cache must not keep it then. */
  readonly isOutdated: boolean
}

type Open = { isOutdated: boolean; response: ServerResponse; tags: readonly string[] }

/**
 * The answers under way that caches in front may keep. When something changes, those that were made of it are not kept: the
 * fields of one that has not begun say so, and one that has begun is broken off, so that the cache has no complete answer.
 *
 * @param monotonicMs never steps.
 */
export function createKeptAnswers({ monotonicMs }: { monotonicMs: () => number }) {
  const open = new Map<string, Set<Open>>()
  /** When the last answer with a tag ended, the oldest first, within the longest rest. */
  const ended = new Map<string, number>()
  let restUntilMs = 0

  const noteEnd = (tag: string, now: number): void => {
    ended.delete(tag)
    ended.set(tag, now)
    for (const [oldest, at] of ended) {
      if (now - at < longestRestMs) return
      ended.delete(oldest)
    }
  }

  const end = (answer: Open): void => {
    const now = monotonicMs()
    for (const tag of answer.tags) {
      const others = open.get(tag)
      others?.delete(answer)
      if (others?.size === 0) open.delete(tag)
      if (answer.response.headersSent) noteEnd(tag, now)
    }
  }

  /** @returns whether a cache may have received a part of it. */
  const outdate = (answer: Open): boolean => {
    answer.isOutdated = true
    if (!answer.response.headersSent) return false
    answer.response.destroy()
    return true
  }

  const outdateAll = (tag: string): boolean => {
    const hasEnded = monotonicMs() - (ended.get(tag) ?? Number.NEGATIVE_INFINITY) < longestRestMs
    const begun = [...(open.get(tag) ?? [])].filter(outdate)
    return hasEnded || begun.length > 0
  }

  const drop = (tags: Iterable<string>): void => {
    for (const tag of tags) if (outdateAll(tag)) restUntilMs = monotonicMs() + longestRestMs
  }

  const dropAll = (): void => drop(new Set([...open.keys(), ...ended.keys()]))

  return {
    /** Call it when the request has arrived, before anything is read. */
    begin: (response: ServerResponse, tags: readonly string[]): KeptAnswer => {
      const answer: Open = { isOutdated: false, response, tags }
      for (const tag of tags) open.set(tag, (open.get(tag) ?? new Set()).add(answer))
      response.once('close', () => end(answer))
      return answer
    },
    /** Call it with the tags of each change, before the change is acknowledged. */
    drop: (tags: readonly string[]): void =>
      tags.includes(changeTags.everything) ? dropAll() : drop(tags),
    /** Call it when this replica may not answer from what it knows any more. */
    dropAll,
    /** How long from now a cache may still receive an answer from before the dropped changes, ms. */
    restMs: (): number => Math.max(0, restUntilMs - monotonicMs()),
  }
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>
