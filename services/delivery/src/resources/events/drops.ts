const reasons = {
  privacy: 0,
  robot: 0,
  unknown_widget: 0,
  unknown_asset: 0,
  /** The queue in this process or in Redis was full. */
  full: 0,
  /** Redis did not take them in time. */
  redis: 0,
}

type DropReason = keyof typeof reasons

/** Counts the events that are not counted as statistics, by reason. */
export function createDrops() {
  const counts = { ...reasons }
  return {
    counts: (): Readonly<Record<DropReason, number>> => counts,
    add: (reason: DropReason, events: Counted): void => {
      counts[reason] += eventsIn(events)
    },
  }
}

export type Drops = ReturnType<typeof createDrops>

type Counted = readonly { n: number }[]

export const eventsIn = (events: Counted): number => events.reduce((sum, { n }) => sum + n, 0)
