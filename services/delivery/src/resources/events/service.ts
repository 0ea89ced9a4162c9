import type { IncomingHttpHeaders } from 'node:http'
import type { EventCount } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { isbot } from 'isbot'
import type { RateLimits } from '../../rate-limits.js'
import { type FrameSignatures, splitSignature } from '../api-keys/frame-signature.js'
import type { KnownKey } from '../api-keys/repository.js'
import type { ApiKeyService } from '../api-keys/service.js'
import type { PublishedWidget } from '../widgets/schemas.js'
import type { WidgetService } from '../widgets/service.js'
import { type Drops, eventsIn } from './drops.js'
import type { Outbox } from './outbox.js'
import type { VisitorEvent } from './schemas.js'

type Deps = {
  apiKeys: Pick<ApiKeyService, 'identify'>
  widgets: Pick<WidgetService, 'findPublished'>
  limits: Pick<RateLimits, 'chargeEvents'>
  outbox: Outbox
  drops: Drops
  signatures: Pick<FrameSignatures, 'isValid'>
  publicUrl: string
}

type EventsRequest = {
  /** The API key, with a signature if a frame sends it. */
  sent: string | undefined
  slug: string
  headers: IncomingHttpHeaders
  /** The address of the visitor, for the rate limit alone. */
  ip: string
  events: readonly VisitorEvent[]
}

export function createEventService(deps: Deps) {
  const { apiKeys, widgets, limits, outbox, drops, signatures, publicUrl } = deps
  /** The opaque origin of a frame of ours, or its own where a browser does not know sandboxes. */
  const originsOfFrames: unknown[] = ['null', new URL(publicUrl).origin]

  return {
    /**
     * Counts events. Those that do not count are dropped without an error, so that the answer does not
     * tell which widgets exist.
     *
     * @throws AppError API_KEY_INVALID, ORIGIN_NOT_ALLOWED, API_KEY_READ_ONLY, TOO_MANY_REQUESTS
     */
    record: async ({ sent, slug, headers, ip, events }: EventsRequest): Promise<void> => {
      const { sentKey, signature } = splitSignature(sent)
      const isOwnFrame = (key: KnownKey) =>
        signature !== undefined &&
        originsOfFrames.includes(headers.origin) &&
        signatures.isValid(signature, key, slug)
      const key = await apiKeys.identify(sentKey, headers, isOwnFrame)
      if (key.permissions !== 'READ_WRITE') throw readOnly()
      limits.chargeEvents(key.id, ip, eventsIn(events))
      if (asksForPrivacy(headers)) return drops.add('privacy', events)
      if (isRobot(headers)) return drops.add('robot', events)
      const published = await widgets.findPublished(key.projectId, slug)
      if (published === null) return drops.add('unknown_widget', events)
      const shown = assetsOf(published)
      const isKnown = ({ assetId }: VisitorEvent) => assetId === undefined || shown.has(assetId)
      drops.add(
        'unknown_asset',
        events.filter((event) => !isKnown(event)),
      )
      const counts = events
        .filter(isKnown)
        .map(({ type, assetId = null, n }): EventCount => ({ type, assetId, n }))
      outbox.add({ projectId: key.projectId, widgetId: published.widget.id, counts })
    },
  }
}

export type EventService = ReturnType<typeof createEventService>

/** Global Privacy Control. A proxy may have repeated the field: its values are then one list. */
const asksForPrivacy = ({ 'sec-gpc': sent }: IncomingHttpHeaders): boolean =>
  String(sent ?? '')
    .split(',')
    .some((value) => value.trim() === '1')

/**
 * A robot that shows a page. Programs that record events on purpose, such as a server with the SDK, have names of
 * robots too, but no origin.
 */
const isRobot = ({ origin, 'user-agent': name }: IncomingHttpHeaders): boolean =>
  origin !== undefined && isbot(name)

const readOnly = () =>
  new AppError('API_KEY_READ_ONLY', 'This API key records no events: its permission is READ.')

/** The assets of a version of a widget. */
const assetIds = new WeakMap<PublishedWidget, ReadonlySet<string>>()

function assetsOf(widget: PublishedWidget): ReadonlySet<string> {
  const ids = assetIds.get(widget) ?? new Set(widget.assets.map(({ id }) => id))
  assetIds.set(widget, ids)
  return ids
}
