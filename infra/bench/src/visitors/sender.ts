/** Calls without an answer. */
export const mostOpen = 64

/**
 * Sends events at a rate that does not depend on the answers, as long as a replica keeps up. The number of open calls is
 * bounded: on a busy machine thousands of connections would wait for each other until none is answered.
 */
export function startEvents(
  post: () => Promise<void>,
  { perCall, perSecond }: { perCall: number; perSecond: number },
) {
  let sent = 0
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []
  const startMs = performance.now()
  const sendDue = () => {
    const due = ((performance.now() - startMs) * perSecond) / 1000 / perCall
    for (; sent < due && open.size < mostOpen; sent += 1) {
      const call = post()
        .catch((error) => failures.push(error))
        .then(() => void open.delete(call))
      open.add(call)
    }
  }
  const timer = setInterval(sendDue, 10)
  return {
    calls: () => sent,
    /** @returns the rate that was sent. @throws if one of them was refused. */
    stop: async (): Promise<number> => {
      clearInterval(timer)
      const seconds = (performance.now() - startMs) / 1000
      await Promise.all(open)
      if (failures.length > 0) throw failures[0]
      return (perCall * sent) / seconds
    },
  }
}
