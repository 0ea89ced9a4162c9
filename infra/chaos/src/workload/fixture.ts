import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Reply } from '@vitrine/testing/http'
import type { Read, Write } from '../history/history.js'
import type { Account, AdminClient } from './admin-client.js'
import type { Settled } from './repeat.js'
import type { Tenants } from './tenants.js'

/** A way to look at a subject. */
export type Probe = {
  call: Call
  /** The appearance that an answer shows; null for one that is never right. */
  appearanceOf: (reply: Reply) => string | null
}

/** One thing that the public may see, its history, and the ways to look at it. */
export type Subject = {
  name: string
  writes: Write[]
  reads: Read[]
  probes: readonly Probe[]
  /** How it is according to management-api. */
  ask: () => Promise<string>
}

/** Subjects that are read: the newest ones, some of which have come to their end. */
const shown = 10
/** Between two writes to one subject, ms: time to be read and kept everywhere. */
const leastPauseMs = 10
const mostPauseMs = 60

/** What the scripts write to and the readers reads from, for the time of one trial. */
export function createTrialFixture(tenants: Tenants, admin: AdminClient) {
  const subjects: Subject[] = []
  const failures: string[] = []
  let isOn = true

  return {
    tenants,
    admin,
    subjects,
    /** What went wrong with writes. */
    failures,
    isOn: () => isOn,
    end: (): void => {
      isOn = false
    },
    shown: (): readonly Subject[] => subjects.slice(-shown),
    /** @param since when its first state was asked for, and when it was acknowledged. */
    present: (
      subject: Pick<Subject, 'name' | 'probes' | 'ask'>,
      first: { appearance: string; startMs?: number },
    ): Subject => {
      const { appearance, startMs = performance.now() } = first
      const write = { appearance, startMs, endMs: performance.now() }
      const presented = { ...subject, writes: [write], reads: [] }
      subjects.push(presented)
      return presented
    },
    /** Changes how a subject looks, and notes when. */
    write: async (
      subject: Subject,
      appearance: string,
      change: () => Promise<Settled>,
    ): Promise<Settled> => {
      const write = {
        appearance,
        startMs: performance.now(),
        endMs: Number.POSITIVE_INFINITY,
      }
      subject.writes.push(write)
      const settled = await change()
      write.endMs = performance.now()
      return settled
    },
    pause: () => sleep(leastPauseMs + Math.random() * (mostPauseMs - leastPauseMs)),
    /** Whether management-api finds something under a path. */
    exists: async (account: Account, path: string): Promise<boolean> =>
      (await admin.get(account, path)).status === 200,
  }
}

export type TrialFixture = ReturnType<typeof createTrialFixture>
