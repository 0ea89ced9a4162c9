import type { Prisma } from '@vitrine/database'

/** An action for the audit log, such as `widget.publish`, and the resource. */
export type AuditedAction = {
  /** `<resource>.<verb>` */
  action: string
  resourceId: string
  /** All ids, if several resources changed in the same way. `resourceId` is the first. */
  resourceIds?: string[]
  /** See `difference`. Never a secret. */
  changes?: Prisma.InputJsonObject
  /** Set if it is not the author's own organization: a registration creates it. */
  organizationId?: string
  /** Set if the author was unknown at first; null if the actor's account is being deleted. */
  actorId?: string | null
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The old and the new value of each field that changed: `{name: {from: "A", to: "B"}}`. null stands
 * for a resource that does not exist yet, or no longer.
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
  // Dates become strings, as in JSON.
  return JSON.parse(JSON.stringify(Object.fromEntries(changed)))
}
