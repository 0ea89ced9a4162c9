import { AppError } from '@vitrine/errors'
import Type from 'typebox'
import type { App } from './app.js'
import { probe } from './probe.js'
import { isLeavingRouter, leaveRouter } from './shutdown.js'

export type Check = {
  name: string
  /** Whether the service can do without: then it is only reported. A function is asked at each probe. */
  optional?: boolean | (() => boolean)
  /** Rejects, or answers false, when the dependency is not there. */
  run: () => Promise<unknown> | boolean
}

const Alive = Type.Object({ status: Type.String() })

const Ready = Type.Object({
  status: Type.Literal('ready'),
  checks: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { enum: ['up', 'down'] },
  }),
})

/** Longest time that a probe waits for a check, ms: kubelet's own limit is a second. */
const deadlineMs = 500

/**
 * `/healthz` (the process runs) and `/readyz` (it can serve: every check that isn't optional
 * passes, and it isn't shutting down), also below the service's own prefix, where a router finds it.
 * A check that has not answered in time counts as failed.
 */
export function health(app: App, { prefix, checks }: { prefix: string; checks: Check[] }): void {
  app.addHook('preClose', async () => leaveRouter(app))

  const bounded = checks.map((check) => ({ check, isUp: boundedAttempt(check) }))

  const ready = async () => {
    const outcomes = await Promise.all(
      bounded.map(async ({ check, isUp }) => ({ check, up: await isUp() })),
    )
    const missing = outcomes.filter(({ check, up }) => !up && !isOptional(check))
    if (isLeavingRouter(app)) {
      throw new AppError('NOT_READY', 'Shutting down.', { retryAfterSeconds: 1 })
    }
    if (missing.length > 0) {
      throw new AppError('NOT_READY', 'A dependency is not there.', {
        retryAfterSeconds: 1,
        details: missing.map(({ check }) => ({ field: check.name, message: 'is down' })),
      })
    }
    const entries = outcomes.map(({ check, up }) => [check.name, up ? 'up' : 'down'])
    return { status: 'ready' as const, checks: Object.fromEntries(entries) }
  }

  const tags = ['Health']
  const alive = { summary: 'Whether the process runs', tags, response: { 200: Alive } }
  const able = { summary: 'Whether it can serve', tags, response: { 200: Ready } }
  for (const path of ['', prefix]) {
    app.get(`${path}/healthz`, { ...probe, schema: alive }, async () => ({
      status: 'ok',
    }))
    app.get(`${path}/readyz`, { ...probe, schema: able }, ready)
  }
}

const isOptional = ({ optional = false }: Check): boolean =>
  typeof optional === 'function' ? optional() : optional

/** Probes share one attempt, and do not pile up behind a dependency that hangs. */
function boundedAttempt(check: Check): () => Promise<boolean> {
  let running: Promise<boolean> | null = null
  return async () => {
    running ??= attempt(check).finally(() => {
      running = null
    })
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), deadlineMs)
    })
    try {
      return await Promise.race([running, deadline])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function attempt({ run }: Check): Promise<boolean> {
  try {
    return (await run()) !== false
  } catch {
    // What is wrong with the dependency is logged by whoever uses it; here it is only "down".
    return false
  }
}
