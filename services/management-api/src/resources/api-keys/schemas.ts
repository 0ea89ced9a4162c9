import { maxAllowedOrigins } from '@vitrine/contracts'
import {
  Component,
  closedAs,
  Name,
  Nullable,
  ReadOnly,
  Revision,
  Timestamp,
  TimestampInput,
  Uuid,
  Volatile,
  type Writable,
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

const optionalInput = {
  expiresAt: Type.Optional(Nullable(TimestampInput)),
  allowedOrigins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), { maxItems: maxAllowedOrigins }),
  ),
}

export const NewApiKey = Type.Object(
  { name: Name, permissions: Type.Optional(Permissions), ...optionalInput },
  closedAs('NewApiKey'),
)
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    ...optionalInput,
    id: ReadOnly,
    projectId: ReadOnly,
    keyPrefix: ReadOnly,
    permissions: ReadOnly,
    createdAt: ReadOnly,
    lastUsed: Volatile,
    revision: Volatile,
  },
  closedAs('ApiKeyUpdate'),
)
export type ApiKeyUpdate = Writable<Static<typeof ApiKeyUpdate>>

const maxOverlapSeconds = 30 * 24 * 3600

export const KeyRotation = Type.Object(
  {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: maxOverlapSeconds,
      description: 'how long the old key stays valid; with 0 it is revoked at once',
    }),
  },
  closedAs('KeyRotation'),
)
export type KeyRotation = Static<typeof KeyRotation>

export const ApiKeyParams = Type.Object({ keyId: Uuid })
