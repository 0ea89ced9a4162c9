import { AppError } from '@vitrine/contracts/errors'
import type { Actor, ScopedDatabase, Transaction } from '@vitrine/database'
import { type UsageRow, usageRepository } from './repository.js'
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
/** The limits of organizations and users without limits of their own. */
export type BudgetLimits = Record<Budget, number>

/** What a call adds to the use of some budgets. */
type Amounts = Partial<BudgetLimits>

type Usage = Record<Budget, { limit: number; used: number }>

/** The caller and their organization. */
type Member = Actor & { organizationId: string }

type Deps = { database: ScopedDatabase; limits: BudgetLimits }

export function createBudgets({ database, limits }: Deps) {
  const limitOf = ({ budget, ownLimit }: UsageRow): number => ownLimit ?? limits[budget as Budget]

  const usageAs = (member: Member) =>
    usageRepository(database.forActor(member)).ofOrganization(member.organizationId)

  /** @param isIncluded whether the usage includes the call's own share already. */
  const refuseBeyond = (rows: readonly UsageRow[], amounts: Amounts, isIncluded: boolean): void => {
    for (const row of rows) {
      const amount = amounts[row.budget as Budget]
      if (amount === undefined) continue
      const used = isIncluded ? row.used - amount : row.used
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
    requireWithin: async (
      tx: Transaction,
      organizationId: string,
      amounts: Amounts,
    ): Promise<void> => {
      const usage = usageRepository(tx)
      await usage.lock(organizationId)
      refuseBeyond(requireMember(await usage.ofOrganization(organizationId)), amounts, true)
    },

    /**
     * Call it before the work, to avoid work that would be rejected in the end.
     *
     * @throws AppError QUOTA_EXCEEDED
     */
    requireRoom: async (member: Member, amounts: Amounts): Promise<void> =>
      refuseBeyond(requireMember(await usageAs(member)), amounts, false),

    /** Checks the budgets of a user in the same way: organizations and personal access tokens. */
    requireWithinUser: async (tx: Transaction, userId: string, amounts: Amounts): Promise<void> => {
      const usage = usageRepository(tx)
      await usage.lock(userId)
      refuseBeyond(await usage.ofUser(userId), amounts, true)
    },

    usageOf: async (member: Member): Promise<Omit<Usage, 'organizations' | 'tokens'>> => {
      const rows = requireMember(await usageAs(member))
      const entries = rows.map((row) => [row.budget, { limit: limitOf(row), used: row.used }])
      return Object.fromEntries(entries)
    },
  }
}

/** Organizations of others have no rows. */
function requireMember(rows: UsageRow[]): UsageRow[] {
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
