import { eventLimits, eventTypes } from '@vitrine/contracts'
import { closed, closedAs, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'

const Event = Type.Object(
  {
    type: Type.Enum([...eventTypes], {
      description:
        'view: half in sight for a second; click: a link was followed; open: shown in the lightbox',
    }),
    assetId: Type.Optional({
      ...Uuid,
      description: 'the UUID of a picture of the widget; left out for the widget as a whole',
    }),
    n: Type.Integer({
      minimum: 1,
      maximum: eventLimits.timesEach,
      default: 1,
      description: 'how often',
    }),
  },
  closed,
)

export const RecordEventsBody = Type.Object(
  { events: Type.Array(Event, { minItems: 1, maxItems: eventLimits.events }) },
  closedAs('RecordEventsBody'),
)

export type VisitorEvent = Static<typeof Event>
