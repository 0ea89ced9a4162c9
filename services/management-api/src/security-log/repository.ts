import { Prisma, type Queryable } from '@vitrine/database'

type SecurityEvent = {
  action: string
  /** The code of the error in the answer; null if there was none. */
  reason: string | null
  requestId: string
  clientRequestId: string | null
  address: string
  /** Id of the personal access token of the call; null if there was none. */
  tokenId: string | null
}

const columns = Prisma.sql`
  organization_id, project_id, actor_id, resource_type, resource_id,
  action, reason, request_id, token_id, client_request_id, address`

const valuesOf = (event: SecurityEvent) => Prisma.sql`
  ${event.action}, ${event.reason}::text, ${event.requestId}, ${event.tokenId}::uuid,
  ${event.clientRequestId}::text, ${event.address}`

export const securityEventRepository = (db: Queryable) => ({
  /** In each organization of the account. */
  appendOfAccount: async (
    event: SecurityEvent,
    { id, isActor = false }: { id: string; isActor?: boolean },
  ): Promise<void> => {
    const actor = isActor ? Prisma.sql`user_id` : Prisma.sql`NULL::uuid`
    await db.$executeRaw`
      INSERT INTO audit_events (${columns})
      SELECT organization_id, NULL::uuid, ${actor}, 'account', user_id, ${valuesOf(event)}
      FROM memberships WHERE user_id = ${id}::uuid`
  },

  /** In each organization of the account with this e-mail, if there is one. The actor is unknown. */
  appendOfEmail: async (event: SecurityEvent, emailKey: string): Promise<void> => {
    await db.$executeRaw`
      INSERT INTO audit_events (${columns})
      SELECT organization_id, NULL::uuid, NULL::uuid, 'account', user_id, ${valuesOf(event)}
      FROM memberships JOIN users ON users.id = user_id WHERE email_key = ${emailKey}`
  },

  /**
   * Appends to the organization with the id, or to that of the project with the id. Events of strangers
   * have neither account nor address. Otherwise the owner of an organization could publish a link to it and
   * see who opens it.
   */
  appendOfOrganization: async (event: SecurityEvent, id: string, userId: string): Promise<void> => {
    const target =
      event.action === 'project.refuse'
        ? Prisma.sql`
            SELECT vitrine_find_organization_of_project(${id}::uuid) AS organization_id,
              ${id}::uuid AS project_id`
        : Prisma.sql`
            SELECT id AS organization_id, NULL::uuid AS project_id
            FROM organizations WHERE id = ${id}::uuid`
    await db.$executeRaw`
      INSERT INTO audit_events (${columns})
      SELECT target.organization_id, project_id, user_id, split_part(${event.action}, '.', 1),
        ${id}::uuid, ${event.action}, ${event.reason}::text, ${event.requestId},
        CASE WHEN user_id IS NOT NULL THEN ${event.tokenId}::uuid END,
        CASE WHEN user_id IS NOT NULL THEN ${event.clientRequestId}::text END,
        CASE WHEN user_id IS NOT NULL THEN ${event.address} END
      FROM (${target}) AS target LEFT JOIN memberships AS member
        ON member.organization_id = target.organization_id AND user_id = ${userId}::uuid
      WHERE target.organization_id IS NOT NULL`
  },
})

export type SecurityEvents = ReturnType<typeof securityEventRepository>
