import type { Actor, ScopedDatabase, Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { notMember } from '../../authority/authority.js'
import type { Config } from '../../config.js'
import { type UsageRow, usageRepository } from './repository.js'

/** What the budgets count, as the sentence of a refusal names it. */
const counted = {
  projects: 'projects',
  assets: 'assets',
  storedBytes: 'bytes of originals',
  widgets: 'widgets',
  apiKeys: 'API keys',
  members: 'members',
  invitations: 'open invitations',
  organizations: 'organizations',
  tokens: 'personal access tokens',
} as const

type Budget = keyof typeof counted
type Limits = Record<Budget, number>

/** How much a call takes of some budgets. */
type Taken = Partial<Limits>

type Usage = Record<Budget, { limit: number; used: number }>

/** Who asks, and of which organization. */
type Member = Actor & { organizationId: string }

/** The limits of organizations and users for which the operator has set no others. */
const defaultLimits = (config: Config): Limits => ({
  projects: config.BUDGET_PROJECTS,
  assets: config.BUDGET_ASSETS,
  storedBytes: config.BUDGET_STORED_BYTES,
  widgets: config.BUDGET_WIDGETS,
  apiKeys: config.BUDGET_API_KEYS,
  members: config.BUDGET_MEMBERS,
  invitations: config.BUDGET_INVITATIONS,
  organizations: config.BUDGET_ORGANIZATIONS_PER_USER,
  tokens: config.BUDGET_TOKENS_PER_USER,
})

/** How much an organization, or a user, may have. */
export function createBudgets({ database, config }: { database: ScopedDatabase; config: Config }) {
  const defaults = defaultLimits(config)

  const limitOf = ({ budget, ownLimit }: UsageRow): number => ownLimit ?? defaults[budget as Budget]

  const usageAs = (member: Member) =>
    usageRepository(database.forActor(member)).ofOrganization(member.organizationId)

  /** @param isTaken whether the usage includes the call's own share already. */
  const refuseBeyond = (rows: readonly UsageRow[], taken: Taken, isTaken: boolean): void => {
    for (const row of rows) {
      const amount = taken[row.budget as Budget]
      if (amount === undefined) continue
      const used = isTaken ? row.used - amount : row.used
      if (used + amount > limitOf(row)) throw quotaExceeded(row.budget, limitOf(row), used)
    }
  }

  return {
    /**
     * Call it in the transaction that takes, after it has taken. Until it ends, no other transaction takes
     * from the budgets of the organization, so no race exceeds them.
     *
     * @throws AppError QUOTA_EXCEEDED
     */
    requireWithin: async (tx: Transaction, organizationId: string, taken: Taken): Promise<void> => {
      const usage = usageRepository(tx)
      await usage.lock(organizationId)
      refuseBeyond(found(await usage.ofOrganization(organizationId)), taken, true)
    },

    /**
     * Before a call takes anything: saves the effort of one that would be refused in the end.
     *
     * @throws AppError QUOTA_EXCEEDED
     */
    requireRoom: async (member: Member, taken: Taken): Promise<void> =>
      refuseBeyond(found(await usageAs(member)), taken, false),

    /** As `requireWithin`, of what a user has: organizations and personal access tokens. */
    requireWithinUser: async (tx: Transaction, userId: string, taken: Taken): Promise<void> => {
      const usage = usageRepository(tx)
      await usage.lock(userId)
      refuseBeyond(await usage.ofUser(userId), taken, true)
    },

    usageOf: async (member: Member): Promise<Omit<Usage, 'organizations' | 'tokens'>> => {
      const rows = found(await usageAs(member))
      const entries = rows.map((row) => [row.budget, { limit: limitOf(row), used: row.used }])
      return Object.fromEntries(entries)
    },
  }
}

/** Of an organization of others there are no rows. */
function found(rows: UsageRow[]): UsageRow[] {
  if (rows.length === 0) throw notMember()
  return rows
}

export type Budgets = ReturnType<typeof createBudgets>

/** Of the budgets of a user. */
const mayHave: Readonly<Partial<Record<string, string>>> = {
  organizations: 'You may own',
  tokens: 'You may have',
}

function quotaExceeded(budget: string, limit: number, used: number): AppError {
  const message = `${mayHave[budget] ?? 'The organization may have'} ${limit} ${counted[budget as Budget]} at most; ${used} are in use.`
  const details = [{ field: budget, message: `has the limit ${limit}; ${used} are in use` }]
  return new AppError('QUOTA_EXCEEDED', message, { details })
}
