import { bad, type Finding, good, setPurge } from './finding.js'
import { NoAnswer, type PublicReads, type Read } from './public-reads.js'

/** What to do about a dependency that a service lacks, by its name in `/readyz`. */
const remedies: ReadonlyMap<string, string> = new Map([
  ['database', 'Start Postgres, or correct DATABASE_URL.'],
  ['store', 'Start the object store, or correct the settings S3_*.'],
  ['cache', 'Start Redis, or correct REDIS_URL.'],
  ['mail', 'Start the mail server, or correct SMTP_URL.'],
  ['purge', setPurge],
])

/** Both services keep their clocks by NTP; this is more than an answer takes. */
const mostSkewMs = 10_000

type Ready = {
  checks?: Record<string, string>
  reasons?: Record<string, string>
  message?: string
  details?: readonly { field: string; message: string }[]
}

type Service = { name: string; address: string }

/** A service's own view, and how far its clock is ahead of this machine's, ms; null if it does not answer. */
export type Readiness = { findings: Finding[]; aheadMs: number | null }

/** @param address of its `/readyz`. */
export async function readinessOf(
  { read }: PublicReads,
  { name, address }: Service,
): Promise<Readiness> {
  const sentMs = Date.now()
  let answer: Read
  try {
    answer = await read(address)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { findings: [unreachable(name, error)], aheadMs: null }
  }
  const ready = readyOf(answer)
  if (ready === null && answer.status >= 502) {
    const message = `${name} does not answer: ${address} answers ${answer.status}.`
    return { findings: [bad(name, message, `Start ${name}.`)], aheadMs: null }
  }
  if (ready === null) {
    const message = `${address} answered ${answer.status}, and not as ${name} does.`
    const remedy =
      'Correct PUBLIC_URL, or the router: /api/v1/* and /embed* go to delivery, other /api/* to management-api.'
    return { findings: [bad(name, message, remedy)], aheadMs: null }
  }
  const aheadMs = aheadOf(answer.headers, sentMs, Date.now())
  const lacks = lacksOf(ready).map(([part, reason]) => {
    const message =
      reason === undefined ? `${name} does not reach its ${part}.` : `${name}, ${part}: ${reason}`
    return bad(part, message, remedies.get(part) ?? `Look at the log of ${name}.`)
  })
  if (answer.status === 200 && lacks.length === 0) lacks.push(good(name, `${name} is ready.`))
  if (lacks.length === 0) {
    const message = `${name} is not ready: ${ready.message ?? `it answered ${answer.status}`}`
    lacks.push(bad(name, message, `Look at the log of ${name}.`))
  }
  return { findings: lacks, aheadMs }
}

/** Names the dependencies that are missing, with the reasons that the service gives. */
function lacksOf({
  checks = {},
  reasons = {},
  details = [],
}: Ready): [string, string | undefined][] {
  const down = Object.keys(checks).filter((part) => checks[part] === 'down')
  return [
    ...details.map(({ field, message }): [string, string] => [field, message]),
    ...down.map((part): [string, string | undefined] => [part, reasons[part]]),
  ]
}

/** null if the answer is not one of Vitrine, such as a router's page. */
function readyOf({ status, body }: Read): Ready | null {
  try {
    const ready = JSON.parse(new TextDecoder().decode(body)) as Ready & { code?: string }
    const isOne = status === 200 ? ready.checks !== undefined : ready.code !== undefined
    return isOne && status !== 404 ? ready : null
  } catch {
    return null
  }
}

export const unreachable = (name: string, { address, message }: NoAnswer): Finding =>
  bad(
    name,
    `${name} does not answer at ${address}: ${message}.`,
    `Start ${name}, or correct PUBLIC_URL and the router in front.`,
  )

/** `Date` has whole seconds. */
function aheadOf(headers: Headers, sentMs: number, receivedMs: number): number | null {
  const dateMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(dateMs) ? null : dateMs + 500 - (sentMs + receivedMs) / 2
}

/** Whether the clocks of the services and of this machine agree. */
export function clockFinding(aheadMs: ReadonlyMap<string, number | null>): Finding {
  const wrong = [...aheadMs].flatMap(([name, ms]) =>
    ms === null || Math.abs(ms) < mostSkewMs
      ? []
      : [`that of ${name} is ${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead' : 'behind'}`],
  )
  if (wrong.length === 0)
    return good('clock', 'The clocks of the services and of this machine agree.')
  return bad(
    'clock',
    `The clocks differ from that of this machine: ${wrong.join(', ')}.`,
    'Set the clocks of all machines by NTP: signatures and sessions expire by them.',
  )
}
