import { AppError } from '@vitrine/contracts/errors'
import type { Queryable, ScopedDatabase } from '@vitrine/database'
import { languageFor } from '@vitrine/embed'
import { compress, createThreadPool, type Encoding, formatTimestamp } from '@vitrine/http'
import { LRUCache } from 'lru-cache'
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

/** Maximum total size of the answers that are kept, bytes. */
const maxKeptBytes = 16 * 1024 * 1024

type Answer = { name: string; encoding: Encoding; task: () => Promise<CodesTask> }

export function createEmbedService({ database, publicUrl }: Deps) {
  const threads = createThreadPool({
    module: new URL(import.meta.resolve('#embed-thread')),
    threads: 1,
    maxQueue: 16,
    idleMs: 10_000,
    overloaded: { message: 'Too many codes are being made. Try again.', retryAfterSeconds: 1 },
  })

  const make = async ({ name, encoding, task }: Answer): Promise<Uint8Array> => {
    if (encoding !== 'identity') {
      return compress(await find({ name, encoding: 'identity', task }), encoding)
    }
    const facts = await task()
    return facts.widget.assets.length > maxMadeHere
      ? threads.run('codes', facts)
      : embedAnswer(facts)
  }

  /** Each answer is made and compressed once, and requests for the same one share the work. */
  const answers = new LRUCache<string, Uint8Array, Answer>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => make(context),
    // An answer that is evicted while it is made is sent all the same.
    ignoreFetchAbort: true,
  })

  const find = (answer: Answer): Promise<Uint8Array> =>
    answers.forceFetch(`${answer.encoding} ${answer.name}`, { context: answer })

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
     * @returns the answer's JSON in this encoding.
     * @throws AppError WIDGET_NOT_FOUND, API_KEY_NOT_FOUND, OVERLOADED.
     */
    codes: async (
      tenant: ProjectTenant,
      widgetId: string,
      { apiKeyId, lang = 'en', width, styles = 'inline' }: EmbedQuery,
      encoding: Encoding,
    ): Promise<Uint8Array> => {
      const { projectId } = tenant
      const db = database.forProject(tenant)
      const widgets = embedRepository(db)
      const version = await widgets.versionOf(projectId, widgetId)
      if (version === null) throw noWidget()
      const language = languageFor(lang)
      const head = { placeholder, apiKey: shown(await chooseKey(db, projectId, apiKeyId)) }
      const name = JSON.stringify([widgetId, version, language, width, styles, head])
      const task = async () => {
        // It may be newer than the version, whose name then is not asked for again.
        const widget = await widgets.find(projectId, widgetId)
        if (widget === null) throw noWidget()
        return {
          projectId,
          widget,
          page: { publicUrl, apiKey: placeholder, language, width, styles },
          head,
        }
      }
      return find({ name, encoding, task })
    },
    close: threads.close,
  }
}

const noWidget = () => new AppError('WIDGET_NOT_FOUND', 'There is no such widget.')

const isGood = ({ expiresAt }: EmbedKey): boolean =>
  expiresAt === null || expiresAt.getTime() > Date.now()

function shown(key: EmbedKey | null) {
  if (key === null) return null
  const { id, name, keyPrefix, allowedOrigins, expiresAt } = key
  return { id, name, keyPrefix, allowedOrigins, expiresAt: expiresAt && formatTimestamp(expiresAt) }
}

export type EmbedService = ReturnType<typeof createEmbedService>
