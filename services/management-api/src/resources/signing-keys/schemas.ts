import { signingKeyIdPattern } from '@vitrine/contracts'
import { Component, closedAs, Nullable, Page, PageQuery, Timestamp } from '@vitrine/http'
import Type, { type Static } from 'typebox'

/** At the same time: the key in use, its successor, and some for separate servers. */
export const maxSigningKeys = 10

const SigningKeyId = Type.String({
  pattern: signingKeyIdPattern,
  description: 'such as k1: what signatures by this key begin with',
})

export const SigningKey = Component('SigningKey', { id: SigningKeyId, createdAt: Timestamp })
export type SigningKey = Static<typeof SigningKey>

export const SigningKeyPage = Page(SigningKey)

export const CreatedSigningKey = Component('CreatedSigningKey', {
  id: SigningKeyId,
  createdAt: Timestamp,
  secret: Type.String({
    description:
      'for servers only; shown here once and never again. Sign with it as it stands here',
  }),
})
export type CreatedSigningKey = Static<typeof CreatedSigningKey>

/** Nothing to say about it, so the body may be left out. */
export const NewSigningKey = Nullable(Type.Object({}, closedAs('NewSigningKey')))

export const SigningKeyQuery = Type.Object(PageQuery.properties)
export type SigningKeyQuery = Static<typeof SigningKeyQuery>

export const SigningKeyParams = Type.Object({ signingKeyId: SigningKeyId })
