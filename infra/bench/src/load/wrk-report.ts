export type WrkReport = { requests: number; perSecond: number; p99Ms: number }

const milliseconds = { us: 0.001, ms: 1, s: 1000, m: 60_000 } as const

/**
 * Parses the summary of `wrk --latency`.
 *
 * @throws if there were errors, because failing fast is not being fast.
 */
export function parseWrk(text: string): WrkReport {
  const failures = /^\s*(Non-2xx or 3xx responses: \d+|Socket errors: .*)$/m.exec(text)?.[1]
  if (failures !== undefined) throw new Error(`wrk: ${failures}`)
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(text)?.[1])
  const requests = Number(/^\s+(\d+) requests in /m.exec(text)?.[1])
  const [, amount, unit] = /^\s+99%\s+([\d.]+)(us|ms|s|m)$/m.exec(text) ?? []
  const p99Ms = Number(amount) * milliseconds[unit as keyof typeof milliseconds]
  if ([requests, perSecond, p99Ms].every(Number.isFinite)) return { requests, perSecond, p99Ms }
  throw new Error(`cannot parse the output of wrk: ${text}`)
}
