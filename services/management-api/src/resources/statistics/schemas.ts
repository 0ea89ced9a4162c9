import { Component, Nullable, Timestamp, TimestampInput, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const counts = {
  views: count('of a picture, if it has an assetId; otherwise of widgets'),
  clicks: count('links of pictures that were followed'),
  opens: count('pictures that were opened in the lightbox'),
}

export const EventCounts = Component('EventCounts', counts)
export type EventCounts = Static<typeof EventCounts>

export const Statistic = Component('Statistic', {
  start: Type.Optional(Timestamp),
  day: Type.Optional(Type.String({ description: 'YYYY-MM-DD in timeZone; of by=day' })),
  hour: Type.Optional(Type.String({ description: 'YYYY-MM-DDTHH:MM:SS in timeZone; of by=hour' })),
  widgetId: Type.Optional(Uuid),
  slug: Type.Optional(Nullable(Type.String({ description: 'null for a deleted widget' }))),
  name: Type.Optional(Nullable(Type.String({ description: 'null for a deleted widget' }))),
  assetId: Type.Optional(Uuid),
  filename: Type.Optional(Nullable(Type.String({ description: 'null for a deleted asset' }))),
  ...counts,
})
export type Statistic = Static<typeof Statistic>

export const Statistics = Component('Statistics', {
  from: Timestamp,
  to: Timestamp,
  timeZone: Type.String({ description: 'an IANA name' }),
  rounded: Type.Boolean({
    description:
      'true if the time or its days differ from those that were asked for: quarters of an hour are kept for 35 days, hours for 400',
  }),
  totals: EventCounts,
  content: Type.Array(Statistic),
  more: Type.Boolean({
    description: 'whether there are more widgets or assets than the 1000 with the most views',
  }),
})
export type Statistics = Static<typeof Statistics>

const time = {
  from: Type.Optional({ ...TimestampInput, description: 'by default 30 days before to' }),
  to: Type.Optional({ ...TimestampInput, description: 'by default now' }),
  tz: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'whose days and hours, an IANA name such as Europe/Berlin; by default the server’s',
    }),
  ),
}

export const StatisticsQuery = Type.Object({
  ...time,
  by: Type.Enum(['day', 'hour', 'widget', 'asset'], { default: 'day' }),
})
export type StatisticsQuery = Static<typeof StatisticsQuery>

export const WidgetStatisticsQuery = Type.Object({
  ...time,
  by: Type.Enum(['day', 'hour', 'asset'], { default: 'day' }),
})
