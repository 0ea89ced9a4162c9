import { maxAllowedOrigins } from '@vitrine/contracts'
import {
  Component,
  closedAs,
  Name,
  Nullable,
  Revision,
  Timestamp,
  TimestampInput,
  Uuid,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'

const Permissions = Type.Enum(['READ', 'READ_WRITE'])

const shown = {
  id: Uuid,
  name: Type.String(),
  keyPrefix: Type.String(),
  permissions: Permissions,
  allowedOrigins: Type.Array(Type.String(), {
    description: 'whose pages may use it; empty for all',
  }),
  expiresAt: Nullable(Timestamp),
  revision: Revision,
  createdAt: Timestamp,
}

export const ApiKey = Component('ApiKey', {
  ...shown,
  projectId: Uuid,
  lastUsed: Nullable(Timestamp),
})
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = Component('CreatedApiKey', {
  ...shown,
  key: Type.String({ description: 'the whole key: shown here once and never again' }),
})
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const NewApiKey = Type.Object(
  {
    name: Name,
    permissions: Type.Optional(Permissions),
    expiresAt: Type.Optional(Nullable(TimestampInput)),
    allowedOrigins: Type.Optional(
      Type.Array(Type.String({ maxLength: 300 }), { maxItems: maxAllowedOrigins }),
    ),
  },
  closedAs('NewApiKey'),
)
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyParams = Type.Object({ keyId: Uuid })
