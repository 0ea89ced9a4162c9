import {
  Component,
  closedAs,
  Name,
  Nullable,
  Page,
  ReadOnly,
  Timestamp,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { MemberRole } from '../../changes/rights/roles.js'
import { Email } from '../../fields/email.js'

/** In bytes of UTF-8, since bcrypt reads no more than 72: checked in the service. */
export const passwordBytes = { min: 8, max: 72 }
export const Password = Type.String({
  maxLength: passwordBytes.max,
  documented: {
    type: 'string',
    minLength: passwordBytes.min,
    maxLength: passwordBytes.max,
    description:
      'at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail',
  },
})

/** Only compared, so the limits for new passwords do not apply. */
export const PresentedPassword = Type.String({ maxLength: 1000 })

/** `cookie` sends the refresh token of the session in a cookie; otherwise it is in the body. */
export const SessionMode = Type.Optional(
  Type.Enum(['cookie'], {
    description:
      'keeps the refresh token in a cookie that scripts cannot read, and out of bodies; for pages of the origin of PUBLIC_URL',
  }),
)
export type SessionMode = Static<typeof SessionMode> | undefined

export const Registration = Type.Object(
  { organizationName: Name, name: Name, email: Email, password: Password, session: SessionMode },
  closedAs('Registration'),
)
export type Registration = Omit<Static<typeof Registration>, 'session'>

export const Credentials = Type.Object(
  {
    email: Type.String({
      trim: true,
      maxLength: 254,
      format: 'single-line',
      description: 'text without control characters',
    }),
    password: PresentedPassword,
    session: SessionMode,
  },
  closedAs('Credentials'),
)
export type Credentials = Omit<Static<typeof Credentials>, 'session'>

export const Acceptance = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    name: Type.Optional(Name),
    password: Type.Optional(Password),
    session: SessionMode,
  },
  closedAs('Acceptance'),
)
export type Acceptance = Omit<Static<typeof Acceptance>, 'session'>

export const InvitationToken = Type.Object(
  { token: Type.String({ maxLength: 200 }) },
  closedAs('InvitationToken'),
)

/** What the holder of an invitation's token sees of it. */
export const ShownInvitation = Component('ShownInvitation', {
  organization: Type.String({ description: 'its name' }),
  invitedBy: Nullable(Type.String({ description: 'the name of the person who invites' })),
  email: Type.String(),
  role: MemberRole,
  expiresAt: Timestamp,
})
export type ShownInvitation = Static<typeof ShownInvitation>

/** A refresh token, or that it is in the cookie. The service checks whether it was issued. */
export const SessionToken = Type.Object(
  {
    refreshToken: Type.Optional(
      Type.String({ maxLength: 200, description: 'required unless session is cookie' }),
    ),
    session: SessionMode,
  },
  closedAs('SessionToken'),
)
export type SessionToken = Static<typeof SessionToken>

export const AccountUpdate = Type.Object(
  {
    name: Name,
    id: ReadOnly,
    email: ReadOnly,
    organizations: ReadOnly,
    emailVerified: Volatile,
    timeZone: Volatile,
    utcOffset: Volatile,
    uploadLimits: Volatile,
    token: Volatile,
  },
  closedAs('AccountUpdate'),
)
export type AccountUpdate = Writable<Static<typeof AccountUpdate>>

const RevokeTokens = Type.Optional(
  Type.Boolean({ description: 'true also revokes all personal access tokens of the account' }),
)

export const PasswordChange = Type.Object(
  { currentPassword: PresentedPassword, newPassword: Password, revokeTokens: RevokeTokens },
  closedAs('PasswordChange'),
)
export type PasswordChange = Static<typeof PasswordChange>

export const SessionsEnd = Type.Object({ revokeTokens: RevokeTokens }, closedAs('SessionsEnd'))
export type SessionsEnd = Static<typeof SessionsEnd>

export const AccountDeletion = Type.Object(
  { password: PresentedPassword },
  closedAs('AccountDeletion'),
)
export type AccountDeletion = Static<typeof AccountDeletion>

/** The token of a mail. */
const MailToken = Type.String({ maxLength: 200 })

export const Verification = Type.Object(
  { token: Type.Optional(MailToken), password: Type.Optional(PresentedPassword) },
  closedAs('Verification'),
)

export const ForgottenPassword = Type.Object({ email: Email }, closedAs('ForgottenPassword'))

export const PasswordReset = Type.Object(
  { token: MailToken, password: Password },
  closedAs('PasswordReset'),
)
export type PasswordReset = Static<typeof PasswordReset>

export const MailAnswer = Component('MailAnswer', {
  sendsMail: Type.Boolean({ description: 'whether this installation sends mail at all' }),
  message: Type.String(),
})
export type MailAnswer = Static<typeof MailAnswer>

export const User = Component('User', { id: Uuid, name: Type.String(), email: Type.String() })

const inBody = {
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'lifetime of the access token, seconds' }),
  organizationId: Nullable(
    Type.String({
      format: 'uuid',
      description: 'the organization that the account joined first; null if it is in none',
    }),
  ),
  user: User,
}

export const Session = Component('Session', { ...inBody, refreshToken: Type.String() })
export type Session = Static<typeof Session>

/** A session whose refresh token is in the cookie. */
export const CookieSession = Component('CookieSession', inBody)
export type CookieSession = Static<typeof CookieSession>

/** The answer to a call with a `SessionMode`. */
export const SessionAnswer = Type.Union([Session, CookieSession])

/** A live session in the list of sessions. */
const LiveSession = Component('LiveSession', {
  id: Uuid,
  device: Nullable(Type.String({ description: 'browser and system, as the client named itself' })),
  address: Nullable(Type.String({ description: 'IP address of the login or the last refresh' })),
  createdAt: Timestamp,
  lastUsed: Timestamp,
  current: Type.Boolean({ description: 'whether it is the session of this call' }),
})

export const SessionPage = Page(LiveSession)

export const SessionParams = Type.Object({ sessionId: Uuid })

export const Me = Component('Me', {
  ...User.properties,
  emailVerified: Type.Boolean({
    description: 'whether the person showed that mails to the address arrive',
  }),
  organizations: Type.Array(
    Component('Membership', {
      id: Uuid,
      name: Type.String(),
      slug: Type.String(),
      role: MemberRole,
    }),
  ),
  timeZone: Type.String({
    description: 'IANA name of the zone of all times that have no zone, such as Europe/Berlin',
  }),
  utcOffset: Type.String({ description: 'of that zone now, such as +02:00' }),
  uploadLimits: Component('UploadLimits', {
    maxBytes: Type.Integer({ description: 'of one file' }),
    maxPixels: Type.Integer({ description: 'of one picture, all frames of an animation together' }),
  }),
  token: Nullable(
    Component('CurrentToken', {
      id: Uuid,
      name: Type.String(),
      organizationId: Uuid,
      projectId: Nullable(Uuid),
      role: MemberRole,
      expiresAt: Timestamp,
    }),
  ),
})
