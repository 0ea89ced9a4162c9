import { createHash } from 'node:crypto'
import { type PageFacts, widgetPage } from './page.js'

/** A page as it is sent, its policy, and a strong validator of both. */
export type EmbedPage = { html: Uint8Array; policy: string; etag: string }

/** Renders a page. For a large widget this takes tens of milliseconds, so it runs on a thread. */
export function makePage(facts: PageFacts): EmbedPage {
  const { html, policy } = widgetPage(facts)
  const digest = createHash('sha256').update(html).update(policy).digest('base64url')
  return { html: new TextEncoder().encode(html), policy, etag: `"${digest.slice(0, 27)}"` }
}
