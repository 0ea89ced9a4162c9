import { AppError } from '@vitrine/contracts/errors'
import type { Queryable, ScopedDatabase } from '@vitrine/database'
import { languageFor } from '@vitrine/embed'
import { createThreadPool, formatTimestamp } from '@vitrine/http'
import type { ProjectTenant } from '../../changes/author.js'
import { apiKeyRepository } from '../api-keys/repository.js'
import { type CodesTask, embedAnswer } from './codes.js'
import { embedRepository } from './repository.js'
import type { EmbedKey, EmbedQuery } from './schemas.js'

type Deps = { database: ScopedDatabase; publicUrl: string }

/** Placeholder for the API key, which only its owner knows. */
const placeholder = 'YOUR_API_KEY'

/** If the images of a widget have more characters, the codes are rendered in a thread. */
const maxMadeHere = 4 * 1024

export function createEmbedService({ database, publicUrl }: Deps) {
  const threads = createThreadPool({
    module: new URL(import.meta.resolve('#embed-thread')),
    threads: 1,
    maxQueue: 16,
    idleMs: 10_000,
    overloaded: { message: 'Too many codes are being made. Try again.', retryAfterSeconds: 1 },
  })

  const make = (task: CodesTask): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> =>
    task.widget.assets.length > maxMadeHere ? threads.run('codes', task) : embedAnswer(task)

  /** @throws AppError API_KEY_NOT_FOUND if the project has no such key. */
  const chooseKey = async (
    db: Queryable,
    projectId: string,
    keyId?: string,
  ): Promise<EmbedKey | null> => {
    const keys = await apiKeyRepository(db).list(projectId)
    if (keyId === undefined) return keys.find(isGood) ?? null
    const key = keys.find(({ id }) => id === keyId)
    if (key === undefined) throw new AppError('API_KEY_NOT_FOUND', 'There is no such API key.')
    return key
  }

  return {
    /**
     * The codes to paste for a widget, in three forms. A draft has no snippet, since it is not public, and
     * the other two show nothing until it is published.
     *
     * @returns the answer's JSON.
     * @throws AppError WIDGET_NOT_FOUND, API_KEY_NOT_FOUND, OVERLOADED.
     */
    codes: async (
      tenant: ProjectTenant,
      widgetId: string,
      { apiKeyId, lang = 'en', width }: EmbedQuery,
    ): Promise<Uint8Array<ArrayBuffer>> => {
      const { projectId } = tenant
      const db = database.forProject(tenant)
      const widget = await embedRepository(db).find(projectId, widgetId)
      if (widget === null) throw new AppError('WIDGET_NOT_FOUND', 'There is no such widget.')
      const language = languageFor(lang)
      const page = { publicUrl, apiKey: placeholder, language, width }
      const head = { placeholder, apiKey: shown(await chooseKey(db, projectId, apiKeyId)) }
      return make({ projectId, widget, page, head })
    },
    close: threads.close,
  }
}

const isGood = ({ expiresAt }: EmbedKey): boolean =>
  expiresAt === null || expiresAt.getTime() > Date.now()

function shown(key: EmbedKey | null) {
  if (key === null) return null
  const { id, name, keyPrefix, allowedOrigins, expiresAt } = key
  return { id, name, keyPrefix, allowedOrigins, expiresAt: expiresAt && formatTimestamp(expiresAt) }
}

export type EmbedService = ReturnType<typeof createEmbedService>
