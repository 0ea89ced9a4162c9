import { existsSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon, { type Options, type Request } from 'autocannon'
import type { Target } from './get.js'
import { cpuMsOfTree } from './processes.js'

/** Throughput of a server with 16 connections that send the next request after each answer. */
export type Throughput = {
  perSecond: number
  /** CPU time of the server and its processes per answer, µs. It does not depend on how fast the load generator is. */
  cpuUs: number
}

/** @throws if an answer has another status, because failing fast is not being fast. */
export async function measureThroughput(
  target: Target,
  server: { pid: number },
  { seconds = 2, status = 200 }: { seconds?: number; status?: number } = {},
): Promise<Throughput> {
  const before = cpuMsOfTree(server.pid)
  const { errors, requests, statusCodeStats, duration } = await autocannon({
    url: target.url,
    headers: { ...target.headers },
    connections: 16,
    duration: seconds,
    sampleInt: 100,
  })
  const cpuMs = cpuMsOfTree(server.pid) - before
  const answers = statusCodeStats?.[`${status}`]?.count ?? 0
  if (errors > 0 || answers < requests.total) {
    throw new Error(`${target.url}: ${JSON.stringify(statusCodeStats)}, ${errors} errors`)
  }
  return { perSecond: answers / duration, cpuUs: (1000 * cpuMs) / answers }
}

/** What the server did with the requests of one client. */
export type Outcome = {
  sent: number
  answers: { status: number; ms: number }[]
}

type Offer = {
  /** The origin of the targets. */
  url: string
  seconds: number
  /** Gives the next target. `body` is posted. */
  next: () => Target & { body?: string }
}

/**
 * Each connection sends a request when the former one was answered.
 *
 * @param amount waits for so many answers instead of cutting off requests at the end of the seconds.
 */
export async function offerInTurn(
  offer: Offer,
  how: { connections: number; amount?: number },
): Promise<Outcome> {
  const outcome: Outcome = { sent: 0, answers: [] }
  await run(outcome, offer, how)
  return outcome
}

const pulsesPerSecond = 20

/**
 * Sends requests at a rate that does not depend on the answers. autocannon sends the requests of a second at its
 * beginning, so instances that begin one after the other share the rate: a twentieth of the requests every 50 ms. Each
 * request of a second has a connection of its own, which skips seconds while it waits for an answer.
 */
export async function offerAtRate(offer: Offer, perSecond: number): Promise<Outcome> {
  const outcome: Outcome = { sent: 0, answers: [] }
  const perPulse = Math.max(1, Math.round(perSecond / pulsesPerSecond))
  const pulses = Math.round(perSecond / perPulse)
  const rate = { connections: perPulse, overallRate: perPulse, ignoreCoordinatedOmission: true }
  await Promise.all(
    Array.from({ length: pulses }, async (_, i) => {
      await sleep((1000 * i) / pulses)
      // Half a second is left for the answers to the last pulse.
      await run(outcome, { ...offer, seconds: offer.seconds - 0.5 }, rate)
    }),
  )
  return outcome
}

/** Adds to the outcome. */
function run(outcome: Outcome, { url, seconds, next }: Offer, rate: Partial<Options>) {
  const setupRequest = (request: Request): Request => {
    outcome.sent += 1
    const { url, headers, body } = next()
    const { pathname, search } = new URL(url)
    const path = pathname + search
    const asked = { ...request, path, headers: { ...headers } }
    return body === undefined ? asked : { ...asked, method: 'POST', body }
  }
  const options = { ...rate, url, duration: seconds, sampleInt: 100, requests: [{ setupRequest }] }
  return new Promise<void>((resolve, reject) => {
    autocannon(options, (error) => (error ? reject(error) : resolve())).on(
      'response',
      (_client, status, _bytes, ms) => outcome.answers.push({ status, ms }),
    )
  })
}

/** Priority among sessions (autogroups), which Linux applies before niceness. */
const sessionFile = '/proc/self/autogroup'

/**
 * Does the work while this process has the highest priority, if that is permitted, as to root. Real clients run on other machines and
 * do not compete for these cores; otherwise the load generator's own waiting would be measured.
 */
export async function withPriority<Result>(work: () => Promise<Result>): Promise<Result> {
  const { PRIORITY_HIGHEST, PRIORITY_NORMAL } = constants.priority
  prefer(PRIORITY_HIGHEST)
  try {
    return await work()
  } finally {
    prefer(PRIORITY_NORMAL)
  }
}

function prefer(priority: number): void {
  try {
    setPriority(priority)
    if (existsSync(sessionFile)) writeFileSync(sessionFile, String(priority))
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: { code?: string } }
    const refusals = ['EACCES', 'EPERM', 'EROFS', 'EAGAIN']
    if (!refusals.includes(info?.code ?? code ?? '')) throw error
  }
}
