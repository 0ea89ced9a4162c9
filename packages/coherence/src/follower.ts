import {
  type Ack,
  type Change,
  type ChangeNotification,
  decodeChangeNotification,
  tags as names,
} from '@vitrine/contracts'
import { createBatch } from './batch.js'
import { createFloors, type Floors } from './floors.js'
import type { Bus, ChangeLogStore, LogPage } from './ports.js'

/** One row of the register, and what its owner knows of the log. */
export type Registration = {
  readonly id: string
  /** The identity of the log. */
  readonly logId: string
  floors: Floors
  /** Database time minus monotonic time, ms. Ahead by the time that the renewal took to send. */
  timeOffsetMs: number
}

type Deps = {
  changeLog: ChangeLogStore
  buses: readonly Bus[]
  /** The current registration; null before the first one. */
  registration: () => Registration | null
  onChange: (tags: readonly string[]) => void
  /** Of `EdgeAnswers`; undefined if no caches in front are purged. */
  restMs: (() => number) | undefined
  maxFloors: number
}

/** Changes of the log in one answer of the database. */
export const pageSize = 1000

/** Applies the log to the floors of the current registration, and acknowledges what it applied. */
export function createFollower(deps: Deps) {
  const { changeLog, buses, registration, onChange, restMs, maxFloors } = deps

  const applyChanges = (floors: Floors, changes: readonly Change[]): void => {
    for (const change of changes) if (floors.apply(change)) onChange(change.tags)
  }

  const applyPage = (page: LogPage): void => {
    const current = registration()
    if (current === null) return
    if (page.from <= current.floors.cursor()) {
      applyChanges(current.floors, page.changes)
      return
    }
    // The log was pruned beyond the cursor: the missing changes may have named any tag.
    current.floors = createFloors(page, maxFloors)
    onChange([names.everything])
    for (const { tags } of page.changes) onChange(tags)
  }

  const pull = createBatch(async (): Promise<void> => {
    for (;;) {
      const current = registration()
      if (current === null) return
      const page = await changeLog.since(current.floors.cursor(), pageSize)
      applyPage(page)
      if (page.to >= page.head) return
    }
  })

  const acknowledge = (bus: Bus): void => {
    const current = registration()
    if (current === null) return
    const ack: Ack = {
      replica: current.id,
      seq: current.floors.cursor(),
      ...(restMs && { restMs: restMs() }),
    }
    void bus.publish('acks', JSON.stringify(ack))
  }

  const onNotification = async (bus: Bus, notification: ChangeNotification): Promise<void> => {
    const { logId, upTo, changes } = notification
    const current = registration()
    // Another database may use the same Redis: its changes are not of this log.
    if (current === null || logId !== current.logId) return
    applyChanges(current.floors, changes)
    // If the pull fails, nothing is acknowledged, and the writer waits for the next renewal.
    if (current.floors.cursor() < upTo) await pull().catch(() => undefined)
    // Rule apply-before-ack. The answer goes back on the bus that the notification came on.
    if ((registration()?.floors.cursor() ?? 0) >= upTo) acknowledge(bus)
  }

  for (const bus of buses) {
    bus.subscribe('changes', (message) => {
      const notification = decodeChangeNotification(message)
      if (notification !== null) void onNotification(bus, notification)
    })
  }

  return {
    /** The floors of a new registration. Reports the changes that the previous one lacked. */
    load: (page: LogPage): Floors => {
      const knownTo = registration()?.floors.cursor() ?? page.to
      if (page.from > knownTo) onChange([names.everything])
      for (const { seq, tags } of page.changes) if (seq > knownTo) onChange(tags)
      return createFloors(page, maxFloors)
    },
    applyPage,
    /** Applies the log up to a head that is read after the call. */
    pull,
    acknowledge: (): void => buses.forEach(acknowledge),
  }
}

export type Follower = ReturnType<typeof createFollower>
