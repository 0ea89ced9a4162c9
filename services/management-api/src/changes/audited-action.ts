import type { Prisma } from '@vitrine/database'

/** What was done to what, for the audit log: `widget.publish`, and which widget. */
export type AuditedAction = {
  /** `<resource>.<verb>` */
  action: string
  resourceId: string
  /** Of several resources that changed alike, all of them; `resourceId` is the first. */
  resourceIds?: string[]
  /** See `difference`. Never a secret. */
  changes?: Prisma.InputJsonObject
  /** Where the author's own organization is not the one: a registration makes it. */
  organizationId?: string
  /** Likewise where nobody was known yet; null if the actor's account is being deleted. */
  actorId?: string | null
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Per field that changed what it was and what it is: `{name: {from: "A", to: "B"}}`. null stands
 * for a resource that was not, or is no more.
 */
export function difference<Row extends Fields>(
  before: Row | null,
  after: Row | null,
  names: readonly (keyof Row & string)[],
): Prisma.InputJsonObject {
  const changed = names.flatMap((name) => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null]
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[name, { from, to }]]
  })
  // As JSON has it: Dates become texts.
  return JSON.parse(JSON.stringify(Object.fromEntries(changed)))
}
