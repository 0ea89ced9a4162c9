import type { Role } from '@vitrine/database'

const rank = { VIEWER: 0, EDITOR: 1, ADMIN: 2, OWNER: 3 } satisfies Record<Role, number>

/** From the lowest to the highest. */
export const roles = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const satisfies readonly Role[]

export const isAtLeast = (role: Role, least: Role): boolean => rank[role] >= rank[least]

export const smallerRole = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one)
