import { closed, Name, Nullable, Timestamp, TimestampInput, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

const Permissions = Type.Enum(['READ', 'READ_WRITE'])

const shown = {
  id: Uuid,
  name: Type.String(),
  keyPrefix: Type.String(),
  permissions: Permissions,
  expiresAt: Nullable(Timestamp),
  createdAt: Timestamp,
}

export const ApiKey = Type.Object({
  ...shown,
  projectId: Uuid,
  lastUsed: Nullable(Timestamp),
})
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = Type.Object({
  ...shown,
  key: Type.String({ description: 'the whole key: shown here once and never again' }),
})
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const NewApiKey = Type.Object(
  {
    name: Name,
    permissions: Type.Optional(Permissions),
    expiresAt: Type.Optional(Nullable(TimestampInput)),
  },
  closed,
)
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyParams = Type.Object({ keyId: Uuid })
