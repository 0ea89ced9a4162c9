import { Component, Page, PageQuery } from '@vitrine/http'
import Type, { type Static } from 'typebox'

export const TagCount = Component('TagCount', {
  tag: Type.String(),
  count: Type.Integer({ description: 'assets that have it' }),
})
export type TagCount = Static<typeof TagCount>

export const TagPage = Page(TagCount)

export const TagQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 64,
      format: 'single-line',
      description: 'part of the tag',
    }),
  ),
})
export type TagQuery = Static<typeof TagQuery>
