import {
  type NumberedChanges,
  numberChanges,
  type Prisma,
  type Queryable,
  type Transaction,
} from '@vitrine/database'

type NewAuditEvent = Omit<Prisma.AuditEventCreateManyInput, 'id' | 'createdAt'>

export const changeRepository = (tx: Transaction) => ({
  appendAuditEvents: async (events: NewAuditEvent[]): Promise<void> => {
    await tx.auditEvent.createMany({ data: events })
  },

  /** Numbers the changes of the transaction. Call it last: from then on every other writer waits. */
  number: (): Promise<NumberedChanges> => numberChanges(tx),
})

/** One budget: its own limit, or null for the default, and its usage. */
export type UsageRow = { budget: string; ownLimit: number | null; used: number }

type Row = { budget: string; own_limit: bigint | null; used: bigint }

const shaped = ({ budget, own_limit: limit, used }: Row): UsageRow => ({
  budget,
  used: Number(used),
  ownLimit: limit === null ? null : Number(limit),
})

export const usageRepository = (db: Queryable) => ({
  ofOrganization: async (organizationId: string): Promise<UsageRow[]> =>
    (
      await db.$queryRaw<Row[]>`
      SELECT * FROM vitrine_organization_usage(${organizationId}::uuid)`
    ).map(shaped),

  ofUser: async (userId: string): Promise<UsageRow[]> =>
    (await db.$queryRaw<Row[]>`SELECT * FROM vitrine_user_usage(${userId}::uuid)`).map(shaped),

  /** Locks the budgets of this organization or user until the transaction ends. */
  lock: async (id: string): Promise<void> => {
    await db.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`budgets:${id}`}, 0))`
  },
})
