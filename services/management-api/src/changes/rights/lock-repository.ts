import { Prisma, type RawQueryable } from '@vitrine/database'

/*
 * Locks until the transaction ends. That of an account covers its password, sessions and tokens; that of an
 * organization its memberships and invitations.
 */

export async function lockAccount(tx: RawQueryable, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
}

export async function lockOrganization(
  tx: RawQueryable,
  organizationId: string | null,
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`
}

/** Waits for every change of every member. Call it with the organization locked. */
export async function lockMemberships(
  tx: RawQueryable,
  organizationId: string | null,
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM memberships WHERE organization_id = ${organizationId}::uuid FOR UPDATE`
}

/** Waits for every change of one member. Call it before the account is locked. */
export async function lockMembershipsOf(tx: RawQueryable, userId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM memberships WHERE user_id = ${userId}::uuid ORDER BY organization_id FOR UPDATE`
}

/**
 * The project, its rows and its tokens cannot be deleted. Call it before any row is locked. Otherwise a
 * deletion could lock the project and wait for a row of it, such as an asset or a token, while the call that
 * has locked that row waits for the project.
 */
export async function lockProjectShared(tx: RawQueryable, projectId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock_shared(${projectKey(projectId)})`
}

/** Waits for all changes in a project before it is deleted. */
export async function lockProject(tx: RawQueryable, projectId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${projectKey(projectId)})`
}

const projectKey = (projectId: string) => Prisma.sql`hashtextextended(${`project:${projectId}`}, 0)`
