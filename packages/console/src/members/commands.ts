import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import type { Role } from '../session/me.ts'
import { meQuery } from '../session/use-me.ts'
import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'
import type { Member } from './queries.ts'

/** Changing members withdraws invitations, and may change what the person may do. */
const refresh = (orgId: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['members', orgId] }),
    queries.invalidateQueries({ queryKey: ['invitations', orgId] }),
    queries.invalidateQueries({ queryKey: ['usage', orgId] }),
    queries.invalidateQueries(meQuery),
  ])

/** The present state of a member. @throws an error if the person is none any more. */
export async function readMember(orgId: string, { userId, email }: Member): Promise<Member> {
  await refresh(orgId)
  const params = { path: { orgId }, query: { q: email, size: largestPage } }
  const members = await allOf('/api/organizations/{orgId}/members', { params })
  const found = members.find((one) => one.userId === userId)
  if (found === undefined) throw new Refusal(t('The person is no longer a member.'))
  return found
}

/** @throws VitrineError PRECONDITION_FAILED if another person has changed the member. */
export async function changeRole(orgId: string, member: Member, role: Role): Promise<void> {
  const { userId, revision } = member
  const call = vitrine.PUT('/api/organizations/{orgId}/members/{userId}', {
    params: { path: { orgId, userId }, header: { 'If-Match': `"${revision}"` } },
    body: { role },
  })
  await orThrow(call).finally(() => refresh(orgId))
}

const remove = (orgId: string, { userId, revision }: Member): Promise<unknown> =>
  orThrow(
    vitrine.DELETE('/api/organizations/{orgId}/members/{userId}', {
      params: { path: { orgId, userId }, header: { 'If-Match': `"${revision}"` } },
    }),
  )

/** @throws VitrineError PRECONDITION_FAILED if another person has changed the member. */
export async function removeMember(orgId: string, member: Member): Promise<void> {
  await remove(orgId, member).finally(() => refresh(orgId))
}

/**
 * @param self the person's own membership.
 * @param depart shows another page, because the organization has no pages for the person any more.
 */
export async function leave(
  orgId: string,
  self: Member,
  depart: () => Promise<void>,
): Promise<void> {
  await remove(orgId, self)
  await depart()
  await queries.invalidateQueries(meQuery)
}

/** An earlier invitation of the same address ends. */
export async function invite(
  orgId: string,
  body: Schemas['NewInvitation'],
): Promise<Schemas['CreatedInvitation']> {
  const call = vitrine.POST('/api/organizations/{orgId}/invitations', {
    params: { path: { orgId } },
    body,
  })
  const created = await orThrow(call)
  await refresh(orgId)
  return created
}

export async function withdraw(orgId: string, invitationId: string): Promise<void> {
  const call = vitrine.DELETE('/api/organizations/{orgId}/invitations/{invitationId}', {
    params: { path: { orgId, invitationId } },
  })
  await orThrow(call).finally(() => refresh(orgId))
}
