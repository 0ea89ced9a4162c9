import { may } from '@vitrine/sdk/roles'
import type { Role } from '../session/me.ts'

type Person = { userId: string; role: Role }

/**
 * The actions that a person may take on a member, by the rules of the service: admins change and remove members up to
 * admin, owners all of them, and anyone may leave.
 */
export function actsOn(member: Person, actor: Person) {
  const isSelf = member.userId === actor.userId
  const mayGovern =
    may(actor.role, 'updateMember') && (member.role !== 'OWNER' || actor.role === 'OWNER')
  return { isSelf, mayChange: mayGovern, mayRemove: mayGovern || isSelf }
}

/** The roles that a person may give. */
export const rolesToGive = (role: Role): readonly Role[] =>
  role === 'OWNER'
    ? ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER']
    : role === 'ADMIN'
      ? ['VIEWER', 'EDITOR', 'ADMIN']
      : []
