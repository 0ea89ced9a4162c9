import type { Actor, ScopedDatabase, Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { Config } from '../config.js'
import { type UsageRow, usageRepository } from './budget-repository.js'
import { notMember } from './rights/rights.js'

/** Noun phrases for the budgets in error messages. */
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

/** The amounts that a call takes from some budgets. */
type Taken = Partial<Limits>

type Usage = Record<Budget, { limit: number; used: number }>

/** The caller and their organization. */
type Member = Actor & { organizationId: string }

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
     * Call it in the transaction that takes from a budget, after it has done so. Until it ends, no other
     * transaction takes from the budgets of the organization, so races cannot exceed them.
     *
     * @throws AppError QUOTA_EXCEEDED
     */
    requireWithin: async (tx: Transaction, organizationId: string, taken: Taken): Promise<void> => {
      const usage = usageRepository(tx)
      await usage.lock(organizationId)
      refuseBeyond(found(await usage.ofOrganization(organizationId)), taken, true)
    },

    /**
     * Call it before the work, to avoid work that would be rejected in the end.
     *
     * @throws AppError QUOTA_EXCEEDED
     */
    requireRoom: async (member: Member, taken: Taken): Promise<void> =>
      refuseBeyond(found(await usageAs(member)), taken, false),

    /** As `requireWithin`, for budgets of a user: organizations and personal access tokens. */
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

/** Organizations of others have no rows. */
function found(rows: UsageRow[]): UsageRow[] {
  if (rows.length === 0) throw notMember()
  return rows
}

export type Budgets = ReturnType<typeof createBudgets>

/** Verbs for the budgets of a user. */
const mayHave: Readonly<Partial<Record<string, string>>> = {
  organizations: 'You may own',
  tokens: 'You may have',
}

function quotaExceeded(budget: string, limit: number, used: number): AppError {
  const message = `${mayHave[budget] ?? 'The organization may have'} ${limit} ${counted[budget as Budget]} at most; ${used} are in use.`
  const details = [{ field: budget, message: `has the limit ${limit}; ${used} are in use` }]
  return new AppError('QUOTA_EXCEEDED', message, { details })
}
