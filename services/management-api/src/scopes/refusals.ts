import type { Metrics } from '@vitrine/http'
import { type App, errorOf, statusOf } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../changes/author.js'
import { bearerOf } from '../changes/rights/bearer.js'
import { isUuid } from '../fields/uuid.js'
import type { SecurityLog } from '../security-log/log.js'

/**
 * Counts every 401 and 403 by its code, and records those of an organization in its audit log. It does so
 * after the answer, so that response times do not reveal whether an account exists.
 */
export function reportRefusals(app: App, security: SecurityLog, meter: Metrics): void {
  const counts = new Map<string, number>()
  meter.counterBy('code', {
    name: 'refusals_total',
    help: 'Calls that were answered by 401 or 403, by the code of the error.',
    read: () => Object.fromEntries(counts),
  })
  meter.counter({
    name: 'audit_events_left_out_total',
    help: 'Refusals and failed logins that the audit log does not tell, for there were too many.',
    read: () => security.leftOut,
  })
  app.addHook('onResponse', (request, _reply, done) => {
    const code = errorOf(request)?.code
    if (code !== undefined && [401, 403].includes(statusOf(code))) {
      counts.set(code, (counts.get(code) ?? 0) + 1)
      logRefusal(request, security, code)
    }
    done()
  })
}

/** Without a valid token the caller is unknown, and nothing is logged. */
function logRefusal(request: FastifyRequest, security: SecurityLog, code: string): void {
  const bearer = bearerOf(request)
  if (bearer === null || !isUuid(bearer.sub)) return
  const { sub: userId, personalToken } = bearer
  const origin = originOf(request)
  if (code === 'SESSION_ENDED') {
    security.ofAccount(origin, 'account.refuse', { id: userId, isActor: true }, code)
    return
  }
  const { orgId, projectId } = request.params as { orgId?: string; projectId?: string }
  if (orgId !== undefined && isUuid(orgId)) {
    security.ofOrganization(origin, 'organization.refuse', { id: orgId, userId }, code)
  } else if (projectId !== undefined && isUuid(projectId)) {
    security.ofOrganization(origin, 'project.refuse', { id: projectId, userId }, code)
  } else if (personalToken !== undefined) {
    const { organizationId: id } = personalToken.scope
    security.ofOrganization(origin, 'organization.refuse', { id, userId }, code)
  }
}
