import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, createCaller, type Reply } from '@vitrine/testing/http'
import type { AdminClient } from '../stack/admin-client.js'
import { repeat } from '../stack/repeat.js'
import type { Kind, Subject } from './subjects.js'

/** Longer than the 10 s for which a writer waits for replicas and caches. */
const timeoutMs = 15_000
/** Between two changes of a subject, ms: many while an answer with the state before is on its way to the cache. */
const longestPauseMs = 600
/** The share of changes that nobody repeats if their acknowledgement does not come. */
const careless = 0.2
/** How many of the subjects that do not change any more are read. */
const keptOn = 10

type Options = { admin: AdminClient; managers: () => readonly string[]; signal: AbortSignal }

/** Makes changes at random, and records when each was sent and acknowledged. */
export function createChanges({ admin, managers, signal }: Options) {
  const caller = createCaller({ timeoutMs })
  const subjects: Subject[] = []
  const changing = new Set<Subject>()
  const retired: Subject[] = []
  const failures: string[] = []
  let isOn = true
  let made = 0

  /** @returns whether its outcome is known, so that the subject can be changed again. */
  const change = async (subject: Subject): Promise<boolean> => {
    const { call, appearance } = await subject.next()
    const write = { appearance, startMs: performance.now(), endMs: Number.POSITIVE_INFINITY }
    subject.writes.push(write)
    const isDone = ({ status }: Reply, isRepetition: boolean) =>
      status === 200 || status === 204 || (isRepetition && (status === 404 || status === 409))
    const { reply, isCertain } =
      Math.random() < careless
        ? await sendOnce(caller, managers, call)
        : await repeat(() => call, { caller, managers, isDone, signal })
    made += 1
    // 409: an attempt whose answer was lost is at work.
    const isAcknowledged = reply !== null && [200, 204, 404].includes(reply.status)
    if (isAcknowledged) write.endMs = performance.now()
    return isCertain && isAcknowledged && appearance !== 'gone'
  }

  const changeOften = async (subject: Subject): Promise<void> => {
    changing.add(subject)
    try {
      for (let isKnown = true; isKnown && isOn; ) {
        await sleep(Math.random() * longestPauseMs)
        isKnown = await change(subject)
      }
    } finally {
      changing.delete(subject)
      retired.push(subject)
    }
  }

  const create = async (kind: Kind): Promise<Subject> => {
    const subject = await kind(admin)
    subjects.push(subject)
    return subject
  }

  /** Changes one subject after the other. */
  const runLane = async (kind: Kind, first: Subject): Promise<void> => {
    for (let subject = first; isOn; ) {
      await changeOften(subject)
      if (isOn) subject = await create(kind)
    }
  }

  return {
    subjects,
    failures,
    made: (): number => made,
    /** Those that readers read: the ones that change, and some that have changed for the last time. */
    shown: (): readonly Subject[] => [...changing, ...retired.slice(-keptOn)],
    /** Creates a subject of each kind. @returns a function that changes them, and then others of the kinds, until `end`. */
    prepare: async (kinds: readonly Kind[]): Promise<() => Promise<void>> => {
      const firsts: [Kind, Subject][] = []
      for (const kind of kinds) firsts.push([kind, await create(kind)])
      return async () => {
        const lanes = await Promise.allSettled(firsts.map((first) => runLane(...first)))
        // A lane that fails is recorded; the others have gone on.
        for (const lane of lanes) if (lane.status === 'rejected') failures.push(`${lane.reason}`)
        caller.close()
      }
    },
    end: (): void => {
      isOn = false
    },
  }
}

export type Changes = ReturnType<typeof createChanges>

/** A call that is never repeated: whatever it has changed has to be purged without it. */
async function sendOnce(
  caller: Caller,
  managers: () => readonly string[],
  call: Parameters<Caller['send']>[1],
): Promise<{ reply: Reply | null; isCertain: boolean }> {
  const addresses = managers()
  const address = addresses[Math.floor(Math.random() * addresses.length)] ?? ''
  const reply = await caller.send(address, call).catch(() => null)
  return { reply, isCertain: reply !== null && reply.status !== 503 }
}
