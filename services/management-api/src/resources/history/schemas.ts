import { Component, Nullable, Page, Timestamp, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

export const HistoryEntry = Component('HistoryEntry', {
  id: Uuid,
  action: Type.String({ description: 'such as widget.update' }),
  by: Nullable(
    Type.String({ description: 'the name of who did it; null when that account is gone' }),
  ),
  changes: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description:
      'per field its former and its new value, {from, to}; of config, theme and metadata the same per key, without from or to where the key is not set; of tags that a call for several assets changed {added, removed}; of the list of a widget whose assets were deleted with those of many others {removed}',
  }),
  createdAt: Timestamp,
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const HistoryPage = Page(HistoryEntry)
