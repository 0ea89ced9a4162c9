import type { ScopedDatabase } from '@vitrine/database'
import type { Budgets } from '../changes/budgets.js'
import type { Changes } from '../changes/changes.js'
import type { Config } from '../config.js'
import type { MailOutbox } from '../mail/outbox.js'
import type { JobRunner } from '../queue/runner.js'
import { createAuditEventService } from '../resources/audit-events/service.js'
import { createInvitationService } from '../resources/invitations/service.js'
import { createMemberService } from '../resources/members/service.js'
import { createOrganizationService } from '../resources/organizations/service.js'
import { createProjectService } from '../resources/projects/service.js'

export type OrganizationDeps = {
  config: Config
  database: ScopedDatabase
  changes: Changes
  jobs: JobRunner
  budgets: Budgets
  outbox: MailOutbox
}

export function organizationServices(deps: OrganizationDeps) {
  const { config, database } = deps
  return {
    organizations: createOrganizationService(deps),
    members: createMemberService(deps),
    invitations: createInvitationService(deps),
    auditEvents: createAuditEventService({
      database,
      auditRetentionDays: config.AUDIT_RETENTION_DAYS,
    }),
    projects: createProjectService(deps),
  }
}
