import { createClient, createSession, logIn, orThrow, VitrineError } from '@vitrine/sdk'
import type { Demo } from '../stack-file.js'

/** The embed codes of one demo widget, including the demo's key. */
export type WidgetCodes = {
  slug: string
  name: string
  layout: string
  config: Readonly<Record<string, unknown>>
  /** The address of the widget in the console. */
  editor: string
  script: string
  snippet: string
  iframe: string
  iframeScript: string
}

/** @param language of the page, BCP 47. */
export type ReadCodes = (language: string) => Promise<readonly WidgetCodes[]>

/**
 * Reads the embed codes from the management API as the demo's user.
 *
 * @param width of the widgets, CSS length; the scripts measure it if it is left out.
 */
export function createCodes(baseUrl: string, demo: Demo, width?: string): ReadCodes {
  const { projectId, apiKey, slugs, email, password } = demo
  const vitrine = createClient({ baseUrl, session: createSession() })

  const read: ReadCodes = async (lang) => {
    const path = { projectId }
    const list = vitrine.GET('/api/projects/{projectId}/widgets', {
      params: { path, query: { size: 500 } },
    })
    const { content } = await orThrow(list)
    const shown = slugs.flatMap((slug) => content.find((widget) => widget.slug === slug) ?? [])
    return Promise.all(
      shown.map(async ({ id, slug, name, layout, config }) => {
        const embed = vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/embed', {
          params: {
            path: { projectId, widgetId: id },
            query: { lang, ...(width !== undefined && { width }) },
          },
        })
        const { placeholder, script, snippet, iframe, iframeScript } = await orThrow(embed)
        const fill = (code: string) => code.replaceAll(placeholder, apiKey)
        return {
          slug,
          name,
          layout,
          config,
          editor: `${baseUrl}/console/p/${projectId}/widgets/${id}`,
          script: fill(script),
          snippet: fill(snippet ?? '<p>A draft has no snippet.</p>'),
          iframe: fill(iframe),
          iframeScript,
        }
      }),
    )
  }

  return async (language) => {
    try {
      return await read(language)
    } catch (error) {
      if (!(error instanceof VitrineError && error.status === 401)) throw error
    }
    await logIn(vitrine, { email, password })
    return read(language)
  }
}
