import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Reply } from '@vitrine/testing/http'
import type { Account, AdminClient } from '../../stack/admin-client.js'
import type { Settled } from '../../stack/repeat.js'
import type { SampleProject } from '../../stack/tenants.js'
import type { Read, Write } from '../check.js'

export type Probe = {
  call: Call
  /** The state that an answer shows; null for an answer that is never right. */
  appearanceOf: (reply: Reply) => string | null
}

/** Something public, its history, and the requests that show its state. */
export type Subject = {
  name: string
  writes: Write[]
  reads: Read[]
  probes: readonly Probe[]
  /** Its state according to management-api. */
  ask: () => Promise<string>
}

/** How many subjects are read: the newest ones, of which some are deleted already. */
const shown = 10
/** Between two writes to one subject, ms: time for every replica to cache it. */
const leastPauseMs = 10
const mostPauseMs = 60

/** Two projects of different organizations. */
export type Projects = readonly [SampleProject, SampleProject]

/** The subjects of one trial, which the scripts write and the readers read. */
export function createTrialFixture(projects: Projects, admin: AdminClient) {
  const subjects: Subject[] = []
  const failures: string[] = []
  let isOn = true

  return {
    projects,
    admin,
    subjects,
    failures,
    isOn: () => isOn,
    end: (): void => {
      isOn = false
    },
    shown: (): readonly Subject[] => subjects.slice(-shown),
    /** Adds a subject whose first state is acknowledged now. @param first when it was requested. */
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
    /** Makes a change and records when it was sent and acknowledged. */
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
    /** Whether management-api answers 200 for a path. */
    exists: async (account: Account, path: string): Promise<boolean> =>
      (await admin.get(account, path)).status === 200,
  }
}

export type TrialFixture = ReturnType<typeof createTrialFixture>
