import { AppError } from '@vitrine/contracts/errors'
import Type from 'typebox'
import type { App } from '../app.js'
import { Component } from '../schemas.js'
import { isLeavingRouter, leaveRouter } from '../shutdown.js'
import { type Check, createCheckRunner } from './health-check.js'
import { probe, probeAppOf } from './probes.js'

const Alive = Component('Alive', { status: Type.String() })

const Ready = Component('Ready', {
  status: Type.Literal('ready'),
  checks: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { enum: ['up', 'down'] },
  }),
  reasons: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The errors of checks that are down',
    }),
  ),
})

/**
 * Adds `/healthz` (the process runs) and `/readyz` (every required check passes, and the service is not
 * shutting down), both at the root and below the service's prefix, which a router forwards.
 */
export function health(app: App, { prefix, checks }: { prefix: string; checks: Check[] }): void {
  app.addHook('preClose', async () => leaveRouter(app))

  const runs = checks.map((check) => createCheckRunner(check, app.log))

  const ready = async () => {
    const outcomes = await Promise.all(runs.map((run) => run()))
    const missing = outcomes.filter(({ check, up }) => !up && !isOptional(check))
    if (isLeavingRouter(app)) {
      throw new AppError('NOT_READY', 'Shutting down.', { retryAfterSeconds: 1 })
    }
    if (missing.length > 0) {
      throw new AppError('NOT_READY', 'A dependency is not there.', {
        retryAfterSeconds: 1,
        details: missing.map(({ check, reason = 'is down' }) => ({
          field: check.name,
          message: reason,
        })),
      })
    }
    const entries = outcomes.map(({ check, up }) => [check.name, up ? 'up' : 'down'])
    const reasons = outcomes.flatMap(({ check, reason }) =>
      reason === undefined ? [] : [[check.name, reason]],
    )
    return {
      status: 'ready' as const,
      checks: Object.fromEntries(entries),
      ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
    }
  }

  const tags = ['Health']
  const alive = {
    summary: 'Ask whether the process runs',
    description:
      'For supervisors, which restart a process that does not answer. It calls no dependency.',
    tags,
    response: { 200: Alive },
  }
  const able = {
    summary: 'Ask whether the process can serve',
    description:
      'For load balancers. The answer is 503 while a required dependency is down, and during a shutdown.',
    tags,
    response: { 200: Ready },
  }
  const mayRefuse = { ...probe.config, openapi: { errors: ['NOT_READY'] } } as const
  for (const [scope, path] of [
    [probeAppOf(app), ''],
    [app, prefix],
  ] as const) {
    scope.get(`${path}/healthz`, { ...probe, schema: alive }, async () => ({
      status: 'ok',
    }))
    scope.get(`${path}/readyz`, { ...probe, config: mayRefuse, schema: able }, ready)
  }
}

const isOptional = ({ optional = false }: Check): boolean =>
  typeof optional === 'function' ? optional() : optional
