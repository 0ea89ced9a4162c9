import {
  Component,
  closedAs,
  Name,
  Nullable,
  Page,
  Timestamp,
  TimestampInput,
  Uuid,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { PresentedPassword } from '../schemas.js'

const Role = Type.Enum(['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'])

const shown = {
  id: Uuid,
  name: Type.String(),
  organizationId: Uuid,
  projectId: Nullable(Uuid),
  role: Role,
  tokenPrefix: Type.String(),
  expiresAt: Timestamp,
  createdAt: Timestamp,
}

export const Token = Component('Token', { ...shown, lastUsed: Nullable(Timestamp) })
export type Token = Static<typeof Token>

export const TokenPage = Page(Token)

export const CreatedToken = Component('CreatedToken', {
  ...shown,
  token: Type.String({ description: 'the whole token: shown here once and never again' }),
})
export type CreatedToken = Static<typeof CreatedToken>

export const NewToken = Type.Object(
  {
    name: Name,
    organizationId: Uuid,
    projectId: Type.Optional(
      Nullable(
        Type.String({
          lowercase: true,
          format: 'uuid',
          description: 'of the organization; the token is then limited to it',
        }),
      ),
    ),
    role: Type.Enum(['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'], {
      description: 'the most that the token may be used for: your own role at most',
    }),
    expiresAt: TimestampInput,
    password: PresentedPassword,
  },
  closedAs('NewToken'),
)
export type NewToken = Static<typeof NewToken>

export const TokenParams = Type.Object({ tokenId: Uuid })
