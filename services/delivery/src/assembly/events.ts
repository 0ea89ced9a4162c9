import { randomUUID } from 'node:crypto'
import { createEventStream } from '@vitrine/cache'
import { eventStreamOf } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import { createDrops } from '../resources/events/drops.js'
import { createOutbox } from '../resources/events/outbox.js'
import type { Clients } from './clients.js'

/** The events of this process on their way to Redis. What waits is written when the app closes. */
export function startEvents(app: App, { clients: { cache }, metrics }: Deps) {
  const producer = randomUUID()
  const drops = createDrops()
  const stream = createEventStream(cache, eventStreamOf(producer))
  const outbox = createOutbox({ stream, producer, drops, log: app.log })
  app.addHook('onClose', () => outbox.close())
  metrics.counter({
    name: 'events_accepted_total',
    help: 'Events of visitors that Redis has taken.',
    read: outbox.sent,
  })
  metrics.counterBy('reason', {
    name: 'events_dropped_total',
    help: 'Events of visitors that are not counted, by reason.',
    read: drops.counts,
  })
  return { drops, outbox }
}

type Deps = { clients: Clients; metrics: Metrics }

export type Events = ReturnType<typeof startEvents>
