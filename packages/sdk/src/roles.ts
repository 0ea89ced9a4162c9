import { leastRoles } from './generated/least-roles.js'

/** From the lowest to the highest. */
const ranks = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const

export type Role = (typeof ranks)[number]
/** The `operationId` of a call inside an organization or project. */
export type RoledCall = keyof typeof leastRoles

/** Whether a member of this role may make the call, for interfaces that show only possible actions. */
export const may = (role: Role, call: RoledCall): boolean =>
  ranks.indexOf(role) >= ranks.indexOf(leastRoles[call])
