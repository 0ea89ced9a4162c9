import { randomUUID } from 'node:crypto'
import { orThrow, pages, upload, type Vitrine, VitrineError } from '@vitrine/sdk'
import { type Acknowledgement, acknowledgementOf } from '@vitrine/sdk/acknowledgement'
import { findWidget } from '../find-widget.js'

/** Of one change. A healthy service acknowledges it in milliseconds, and gives up a replica after 10 s. */
const limitMs = 30_000
/** The key ends by itself if this process is killed. */
const keyLifetimeMs = 600_000

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const widgets = '/api/projects/{projectId}/widgets'
const assets = '/api/projects/{projectId}/assets'
const keys = '/api/projects/{projectId}/api-keys'

type Part = 'key' | 'picture' | 'widget'

type Outcome = { error?: unknown; response: Response }

/** @throws VitrineError for an answer of 400 or above. */
async function acknowledged(call: Promise<Outcome>): Promise<Acknowledgement | null> {
  const { error, response } = await call
  if (!response.ok) throw new VitrineError(response, error)
  return acknowledgementOf(response)
}

/**
 * A picture, a widget and an API key of one run. They have the run's name, so that they are found and removed also if the answer to
 * a creation was lost. No call is broken off by an interruption, because what it makes could appear after the removal.
 *
 * @param nowMs the clock of the service.
 */
export function createTrial(vitrine: Vitrine, projectId: string, nowMs: () => number) {
  const name = `vitrine-doctor-${randomUUID().slice(0, 8)}`
  const filename = `${name}.png`
  const path = { projectId }
  const signal = (): AbortSignal => AbortSignal.timeout(limitMs)
  /** What may exist. An answer below 500 says that a creation was refused. */
  const made = new Set<Part>()
  let widgetId = ''

  const make = async <Made>(part: Part, create: () => Promise<Made>): Promise<Made> => {
    made.add(part)
    try {
      return await create()
    } catch (error) {
      if (error instanceof VitrineError && error.status < 500) made.delete(part)
      throw error
    }
  }

  const createKey = () => {
    const expiresAt = new Date(nowMs() + keyLifetimeMs).toISOString()
    const body = { name, permissions: 'READ' as const, expiresAt }
    return orThrow(vitrine.POST(keys, { params: { path }, body, signal: signal() }))
  }

  const createPicture = () => {
    const file = new Blob([png])
    return upload(vitrine, { projectId, file, filename, decorative: true, signal: signal() })
  }

  const createWidget = (assetId: string) => {
    const body = { name, slug: name, layout: 'GRID' as const, assetIds: [assetId] }
    return orThrow(vitrine.POST(widgets, { params: { path }, body, signal: signal() }))
  }

  const removeWidget = async (): Promise<void> => {
    if (!made.has('widget')) return
    const found = await findWidget(vitrine, projectId, name)
    if (found !== undefined) {
      const params = { path: { projectId, widgetId: found.id } }
      await acknowledged(vitrine.DELETE(`${widgets}/{widgetId}`, { params, signal: signal() }))
    }
    made.delete('widget')
  }

  const removeKey = async (): Promise<void> => {
    if (!made.has('key')) return
    const all = await orThrow(vitrine.GET(keys, { params: { path }, signal: signal() }))
    for (const { id } of all.filter((key) => key.name === name)) {
      const params = { path: { projectId, keyId: id } }
      await acknowledged(vitrine.DELETE(`${keys}/{keyId}`, { params, signal: signal() }))
    }
    made.delete('key')
  }

  const removePicture = async (): Promise<Acknowledgement | null> => {
    if (!made.has('picture')) return null
    let last: Acknowledgement | null = null
    const params = { path, query: { q: filename } }
    for await (const asset of pages(vitrine, assets, { params })) {
      if (asset.filename !== filename) continue
      const one = { path: { projectId, assetId: asset.id } }
      const call = vitrine.DELETE(`${assets}/{assetId}`, { params: one, signal: signal() })
      last = await acknowledged(call)
    }
    made.delete('picture')
    return last
  }

  return {
    name,
    /** @returns the public address of the picture, and a key that reads the widget. */
    create: async (): Promise<{ address: string; key: string }> => {
      const { key } = await make('key', createKey)
      const { id, originalUrl: address } = await make('picture', createPicture)
      widgetId = (await make('widget', () => createWidget(id))).id
      return { address, key }
    },
    setPublished: (action: 'publish' | 'unpublish'): Promise<Acknowledgement | null> => {
      const params = { path: { projectId, widgetId } }
      return acknowledged(
        vitrine.PUT(`${widgets}/{widgetId}/${action}`, { params, signal: signal() }),
      )
    },
    removeWidget,
    removePicture,
    removeKey,
  }
}

export type Trial = ReturnType<typeof createTrial>
