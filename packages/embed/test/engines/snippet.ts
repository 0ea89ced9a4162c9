import { labelsFor } from '../../src/labels/all.js'
import type { renderSnippet as RenderSnippet } from '../../src/render.js'
import { publish, type WidgetSpec } from '../fixture/widgets.js'

const { renderSnippet }: { renderSnippet: typeof RenderSnippet } = await import(
  new URL('../../dist/server.js', import.meta.url).href
)

/** The server's embed code for a widget. */
export const snippetOf = (origin: string, slug: string, spec: WidgetSpec): string =>
  renderSnippet(publish(origin, slug, spec), { labels: labelsFor('en'), apiKey: 'pk_test' })
