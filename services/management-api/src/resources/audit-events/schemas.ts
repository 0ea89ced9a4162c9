import {
  Component,
  Nullable,
  Page,
  PageQuery,
  Timestamp,
  TimestampInput,
  Uuid,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'

export const AuditEvent = Component('AuditEvent', {
  id: Uuid,
  organizationId: Uuid,
  projectId: Nullable(Uuid),
  actor: Type.Unsafe<{ id: string; name: string; email: string } | null>({
    type: ['object', 'null'],
    required: ['id', 'name', 'email'],
    properties: { id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
    description: 'who did it; null when that account is gone',
  }),
  tokenId: Nullable(
    Type.String({
      format: 'uuid',
      description: 'the personal access token that the actor used; null for none',
    }),
  ),
  action: Type.String({ description: 'such as widget.publish' }),
  resourceType: Type.String(),
  resourceId: Uuid,
  resourceIds: Type.Array(Uuid, {
    description: 'of one event for several resources, all of them; resourceId is the first',
  }),
  requestId: Type.String({
    description:
      'the service’s own id of the call, as in its log; also its X-Request-Id, if the client sent none',
  }),
  clientRequestId: Nullable(
    Type.String({ description: 'the X-Request-Id that the client sent; anyone may send any' }),
  ),
  changes: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'per field its former and its new value, {from, to}; of the tags of several assets the added and removed ones, {added, removed}; of the lists of many widgets whose assets were deleted the removed ones, {removed}; never a secret',
  }),
  reason: Nullable(
    Type.String({ description: 'of a refusal or a failed login: the error’s code' }),
  ),
  address: Nullable(
    Type.String({ description: 'of a login, a logout or a refusal: where the call came from' }),
  ),
  createdAt: Timestamp,
})

export type AuditEvent = Static<typeof AuditEvent>

export const AuditEventPage = Page(AuditEvent)

const filterText = Type.Optional(
  Type.String({ minLength: 1, maxLength: 100, format: 'single-line' }),
)

export const AuditEventFilter = Type.Object({
  actorId: Type.Optional(Uuid),
  action: filterText,
  resourceType: filterText,
  resourceId: Type.Optional(Uuid),
  requestId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'single-line',
      description: 'of the events themselves: all that one call changed',
    }),
  ),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
})
export type AuditEventFilter = Static<typeof AuditEventFilter>

export const AuditEventQuery = Type.Object({
  ...PageQuery.properties,
  ...AuditEventFilter.properties,
})
export type AuditEventQuery = Static<typeof AuditEventQuery>
