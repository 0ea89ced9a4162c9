import { createHash } from 'node:crypto'
import type { PublishedWidget } from './schemas.js'

/** The JSON of a widget, and its strong entity tag. */
type WidgetRepresentation = { body: Buffer; etag: string }

const known = new WeakMap<PublishedWidget, WidgetRepresentation>()

/** Serializes a widget: once per version, and not per request. */
export function representationOf(widget: PublishedWidget): WidgetRepresentation {
  const made = known.get(widget)
  if (made !== undefined) return made
  const body = Buffer.from(JSON.stringify(widget))
  const digest = createHash('sha256').update(body).digest('base64url')
  const representation = { body, etag: `"${digest.slice(0, 27)}"` }
  known.set(widget, representation)
  return representation
}
