import { AppError } from '@vitrine/errors'
import Type from 'typebox'
import type { App } from './app.js'
import { probe } from './probe.js'
import { isLeavingRouter, leaveRouter } from './shutdown.js'

export type Check = {
  name: string
  /** Whether the service can do without: then it is only reported. */
  optional?: boolean
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

/**
 * `/healthz` (the process runs) and `/readyz` (it can serve: every check that isn't optional
 * passes, and it isn't shutting down), also below the service's own prefix, where a router finds it.
 */
export function health(app: App, { prefix, checks }: { prefix: string; checks: Check[] }): void {
  app.addHook('preClose', async () => leaveRouter(app))

  const ready = async () => {
    const outcomes = await Promise.all(
      checks.map(async (check) => ({ check, up: (await attempt(check)) !== false })),
    )
    const missing = outcomes.filter(({ check, up }) => !up && check.optional !== true)
    if (isLeavingRouter(app))
      throw new AppError('NOT_READY', 'Shutting down.', { retryAfterSeconds: 1 })
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

async function attempt({ run }: Check): Promise<unknown> {
  try {
    return await run()
  } catch {
    // What is wrong with the dependency is logged by whoever uses it; here it is only "down".
    return false
  }
}
