export type Event = { atMs: number; order: number; run: () => void; isCancelled: boolean }

/** A binary heap: the earliest event first, and events of the same time in the order they were added. */
export function createEventQueue() {
  const heap: Event[] = []

  const sink = (event: Event) => {
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      const left = heap[child]
      if (left === undefined) break
      const right = heap[child + 1]
      let first = left
      if (right !== undefined && isBefore(right, left)) {
        first = right
        child += 1
      }
      if (!isBefore(first, event)) break
      heap[index] = first
      index = child
    }
    heap[index] = event
  }

  return {
    first: (): Event | undefined => heap[0],
    add: (event: Event): void => {
      let index = heap.length
      while (index > 0) {
        const parent = (index - 1) >> 1
        const above = heap[parent]
        if (above === undefined || !isBefore(event, above)) break
        heap[index] = above
        index = parent
      }
      heap[index] = event
    },
    removeFirst: (): void => {
      const last = heap.pop()
      if (last !== undefined && heap.length > 0) sink(last)
    },
  }
}

const isBefore = (left: Event, right: Event): boolean =>
  left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order)
