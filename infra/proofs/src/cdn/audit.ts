import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller } from '@vitrine/testing/http'
import type { Read } from '../chaos/check.js'
import { readOnce } from './readers.js'
import type { Subject } from './subjects.js'

const timeoutMs = 15_000
const atOnce = 8
const pollMs = 100

type Options = {
  /** The address of the cache, and that of a replica. */
  cacheUrl: string
  replicaUrl: string
  /** How long a purge that nobody waits for may take. */
  limitMs: number
}

/** Compares every address behind the cache with a replica. @returns one line for each that stays different. */
export async function findForgotten(
  subjects: readonly Subject[],
  { cacheUrl, replicaUrl, limitMs }: Options,
): Promise<string[]> {
  const caller = createCaller({ timeoutMs })
  const deadlineMs = performance.now() + limitMs
  const waiting = subjects.flatMap((subject) => subject.paths.map((path) => ({ subject, path })))
  const forgotten: string[] = []
  const compare = async ({ subject, path }: { subject: Subject; path: string }) => {
    for (;;) {
      const now = await readOnce(caller, replicaUrl, { path })
      const kept = await readOnce(caller, cacheUrl, { path })
      subject.reads.push(kept)
      if (isSeen(now) && isSeen(kept) && shownBy(now) === shownBy(kept)) return
      if (performance.now() > deadlineMs) {
        forgotten.push(`${subject.name} is ${shownBy(kept)} in the cache, and ${shownBy(now)}`)
        return
      }
      await sleep(pollMs)
    }
  }
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await compare(next)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  caller.close()
  return forgotten
}

const isSeen = ({ outcome }: Read): boolean => outcome.kind === 'seen'

const shownBy = ({ outcome }: Read): string =>
  outcome.kind === 'seen' ? outcome.appearance : outcome.kind
