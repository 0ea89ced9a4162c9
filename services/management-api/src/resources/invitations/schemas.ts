import { Component, closedAs, Nullable, Page, Timestamp, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { MemberRole } from '../../changes/rights/roles.js'
import { Email } from '../../fields/email.js'

export const Invitation = Component('Invitation', {
  id: Uuid,
  email: Type.String(),
  role: MemberRole,
  invitedById: Nullable(Uuid),
  expiresAt: Timestamp,
  createdAt: Timestamp,
})
export type Invitation = Static<typeof Invitation>

export const InvitationPage = Page(Invitation)

export const CreatedInvitation = Component('CreatedInvitation', {
  ...Invitation.properties,
  token: Type.String({ description: 'for the invited person alone; shown this once' }),
  mailed: Type.Boolean({ description: 'whether a mail to the invited person is on its way' }),
})
export type CreatedInvitation = Static<typeof CreatedInvitation>

export const InvitationParams = Type.Object({ orgId: Uuid, invitationId: Uuid })

export const NewInvitation = Type.Object(
  { email: Email, role: MemberRole },
  closedAs('NewInvitation'),
)
export type NewInvitation = Static<typeof NewInvitation>
