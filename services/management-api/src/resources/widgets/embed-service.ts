import { shownFilename } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import type { Published } from '@vitrine/embed'
import { AppError } from '@vitrine/errors'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import { apiKeyRepository } from '../api-keys/repository.js'
import {
  iframeCode,
  iframeScriptCode,
  pinnedScript,
  scriptCode,
  snippetCode,
} from './embed-codes.js'
import { embedRepository, type ShownWidget } from './embed-repository.js'
import type { Embed, EmbedKey, EmbedQuery } from './embed-schemas.js'

type Deps = { database: Database; publicUrl: string }

/** In place of a key: nobody but its owner has it. */
const placeholder = 'YOUR_API_KEY'

export function createEmbedService({ database, publicUrl }: Deps) {
  /** @throws AppError API_KEY_NOT_FOUND for an id that is none of the project's. */
  const chooseKey = async (projectId: string, keyId?: string): Promise<EmbedKey | null> => {
    const keys = await apiKeyRepository(database).list(projectId)
    if (keyId === undefined) return keys.find(isGood) ?? null
    const key = keys.find(({ id }) => id === keyId)
    if (key === undefined) throw new AppError('API_KEY_NOT_FOUND', 'There is no such API key.')
    return key
  }

  return {
    /**
     * What to paste to show a widget, in three forms. A draft has no snippet: nothing of it is
     * public, and the other two show nothing until it is published.
     *
     * @throws AppError WIDGET_NOT_FOUND, API_KEY_NOT_FOUND.
     */
    codes: async (
      { projectId }: ProjectTenant,
      widgetId: string,
      { apiKeyId, lang = 'en', width }: EmbedQuery,
    ): Promise<Embed> => {
      const widget = await embedRepository(database).find(projectId, widgetId)
      if (widget === null) throw new AppError('WIDGET_NOT_FOUND', 'There is no such widget.')
      const published = asPublished(projectId, widget, publicUrl)
      const page = { publicUrl, apiKey: placeholder, language: lang, width }
      return {
        placeholder,
        apiKey: await chooseKey(projectId, apiKeyId),
        script: scriptCode(published, page),
        pinnedScript: scriptCode(published, page, pinnedScript(publicUrl)),
        snippet: widget.status === 'PUBLISHED' ? snippetCode(published, page) : null,
        iframe: iframeCode(published, widget.name, page),
        iframeScript: iframeScriptCode(publicUrl),
      }
    },
  }
}

const isGood = ({ expiresAt }: EmbedKey): boolean =>
  expiresAt === null || expiresAt.getTime() > Date.now()

/** As delivery answers. */
const asPublished = (
  projectId: string,
  { id, slug, layout, config, theme, assets }: ShownWidget,
  publicUrl: string,
): Published => ({
  widget: { id, slug, layout, config: JSON.stringify(config), theme: JSON.stringify(theme) },
  assets: assets.map((asset) => ({
    ...asset,
    filename: shownFilename(asset.filename),
    url: `${publicUrl}/api/v1/deliver/${projectId}/${asset.id}`,
  })),
})

export type EmbedService = ReturnType<typeof createEmbedService>
