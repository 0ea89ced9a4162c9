import {
  Component,
  closedAs,
  Page,
  PageQuery,
  ReadOnly,
  Revision,
  Timestamp,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { MemberRole } from '../../changes/rights/roles.js'
import { SearchText } from '../../fields/search-text.js'
import { SortParameter } from '../../paging/sort.js'

export const Member = Component('Member', {
  userId: Uuid,
  name: Type.String(),
  email: Type.String(),
  role: MemberRole,
  revision: Revision,
  createdAt: Timestamp,
})
export type Member = Static<typeof Member>

export const MemberPage = Page(Member)

export const MemberParams = Type.Object({ orgId: Uuid, userId: Uuid })

export const MemberUpdate = Type.Object(
  {
    role: MemberRole,
    userId: ReadOnly,
    name: ReadOnly,
    email: ReadOnly,
    createdAt: ReadOnly,
    revision: Volatile,
  },
  closedAs('MemberUpdate'),
)
export type MemberUpdate = Writable<Static<typeof MemberUpdate>>

export const memberSorts = { createdAt: 'time', name: 'text' } as const

export const MemberQuery = Type.Object({
  ...PageQuery.properties,
  q: SearchText,
  sort: SortParameter(memberSorts),
})
export type MemberQuery = Static<typeof MemberQuery>
