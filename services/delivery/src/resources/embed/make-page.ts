import { createHash } from 'node:crypto'
import type { PublishedWidget } from '../widgets/schemas.js'
import { type PageFacts, widgetPage } from './page.js'

/** A page as it is sent, its policy, and a strong validator of both. */
export type EmbedPage = { html: Uint8Array; policy: string; etag: string }

/** @param body the answer to a fetch of the widget. */
export type PageTask = Omit<PageFacts, 'published'> & { body: string }

/** All that a page takes. For a large widget it is tens of milliseconds: those go to a thread. */
export function makePage({ body, ...facts }: PageTask): EmbedPage {
  const published = JSON.parse(body) as PublishedWidget
  const { html, policy } = widgetPage({ published, ...facts })
  const digest = createHash('sha256').update(html).update(policy).digest('base64url')
  return { html: new TextEncoder().encode(html), policy, etag: `"${digest.slice(0, 27)}"` }
}
