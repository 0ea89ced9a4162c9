/**
 * The tables of a backup, each before those that refer to it. `ofOrganization` is the condition for the rows of one
 * organization; a table without it belongs to the installation.
 */
type SavedTable = {
  name: string
  ofOrganization?: (id: string) => string
  where?: string
  /** Has no foreign key: rows stay for a while after their project is deleted. */
  outlivesProject?: true
}

const own = (id: string) => `organization_id = '${id}'`
const inProjects = (id: string) =>
  `project_id IN (SELECT id FROM projects WHERE organization_id = '${id}')`

/** Members, and those whose names the audit log and the invitations show. */
const peopleOf = (id: string) => `id IN (
  SELECT user_id FROM memberships WHERE organization_id = '${id}'
  UNION SELECT invited_by_id FROM invitations WHERE organization_id = '${id}'
  UNION SELECT actor_id FROM audit_events WHERE organization_id = '${id}')`

export const savedTables: readonly SavedTable[] = [
  { name: 'users', ofOrganization: peopleOf },
  { name: 'organizations', ofOrganization: (id) => `id = '${id}'` },
  { name: 'memberships', ofOrganization: own },
  { name: 'invitations', ofOrganization: own },
  { name: 'projects', ofOrganization: own },
  { name: 'personal_access_tokens', ofOrganization: own },
  { name: 'presets', ofOrganization: inProjects },
  { name: 'signing_keys', ofOrganization: inProjects },
  { name: 'folders', ofOrganization: inProjects },
  { name: 'assets', ofOrganization: inProjects },
  { name: 'widgets', ofOrganization: inProjects },
  { name: 'widget_assets', ofOrganization: inProjects },
  { name: 'api_keys', ofOrganization: inProjects },
  { name: 'organization_budgets', ofOrganization: own },
  { name: 'user_budgets' },
  { name: 'audit_events', ofOrganization: own },
  { name: 'widget_statistics', ofOrganization: inProjects, outlivesProject: true },
  { name: 'asset_statistics', ofOrganization: inProjects, outlivesProject: true },
  { name: 'bulk_changes' },
  { name: 'idempotency_keys' },
  { name: 'event_producers' },
  // No mail is sent a second time.
  { name: 'jobs', where: "kind <> 'send-mail'" },
]

/** Why a table is in no backup. */
export const leftOutTables = new Map([
  ['_prisma_migrations', 'the migration job writes it'],
  ['change_head', 'the log belongs to the database: caches must notice that it is another one'],
  ['change_log', 'likewise'],
  ['replicas', 'processes that run now'],
  ['cache_purges', 'a position in the log'],
  ['tag_counts', 'triggers count again'],
  ['asset_hashes', 'likewise'],
  ['project_usage', 'likewise'],
  ['sessions', 'a session that was ended after the backup must stay ended'],
  ['refresh_tokens', 'likewise'],
  ['email_tokens', 'likewise'],
  ['login_codes', 'likewise'],
])

/** Numbers of transactions of one cluster. Triggers set them again. */
export const leftOutColumns = ['revised_in', 'versioned_in']
