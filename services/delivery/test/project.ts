import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ApiKey,
  createApiKey,
  createObjectChecksums,
  mezzanineObject,
  originalObject,
} from '@vitrine/contracts'
import type { Prisma, Transaction } from '@vitrine/database'
import { ingest } from '@vitrine/imaging/direct'
import { type ObjectStore, sha256Of } from '@vitrine/object-store'
import { freshName, objectSecret } from '@vitrine/testing'

export const checksums = createObjectChecksums([objectSecret])

/** Runs the work in one transaction. Resolves when every replica has learnt of its changes. */
export type Write = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

type Deps = { write: Write; store: ObjectStore; folder: string }
type AssetFields = { id?: string; filename?: string; altText?: string | null; createdAt?: Date }
type WidgetFields = Partial<Omit<Prisma.WidgetUncheckedCreateInput, 'projectId' | 'assets'>> & {
  assetIds?: readonly string[]
  /** The texts and links of the places, in order. */
  items?: readonly Item[]
}
type Item = Partial<
  Pick<Prisma.WidgetAssetUncheckedCreateInput, 'caption' | 'altText' | 'linkUrl' | 'linkNewTab'>
>

type KeyFields = { expiresAt?: Date | null; apiKey?: ApiKey; allowedOrigins?: string[] }

/** A key's row, and the key itself. */
export type Key = { id: string; key: string; keyHash: Uint8Array<ArrayBuffer> }

/** Changes to the rows and objects of a project. */
export function projectRows(projectId: string, { write, store, folder }: Deps) {
  const places = (widgetId: string, assetIds: readonly string[], items: readonly Item[] = []) =>
    assetIds.map((assetId, position) => ({
      ...{ projectId, widgetId, assetId, position },
      ...items[position],
    }))

  return {
    id: projectId,

    /** @returns the id. */
    addAsset: async (picture: Buffer, fields: AssetFields = {}): Promise<string> => {
      const path = join(folder, randomUUID())
      await writeFile(path, picture)
      const directory = await mkdtemp(`${path}-`)
      const limits = { maxPixels: 100_000_000 }
      const { source, mezzanines } = await ingest(path, { directory, limits })
      const id = fields.id ?? randomUUID()
      const sizeBytes = picture.length
      await store.putFile(originalObject(projectId, id), path, sizeBytes, source.contentType)
      for (const { name, path, contentType } of mezzanines) {
        const key = mezzanineObject(projectId, id, name)
        const [{ size: sizeBytes }, sha256] = await Promise.all([stat(path), sha256Of(path)])
        const metadata = checksums.metadataOf({ key, contentType, sha256 })
        const upload = await store.signUpload(key, 60)
        await upload({ path, sizeBytes, contentType, sha256, metadata })
      }
      const sha256 = new Uint8Array(createHash('sha256').update(picture).digest())
      await write(async (tx) => {
        const row = { filename: 'picture', ...fields, id, projectId, sizeBytes, sha256 }
        await tx.asset.create({ data: { ...row, ...source } })
      })
      return id
    },
    editAsset: (id: string, data: AssetFields) =>
      write(async (tx) => {
        await tx.asset.update({ where: { id }, data })
      }),
    deleteAsset: (id: string) =>
      write(async (tx) => {
        await tx.asset.delete({ where: { id } })
      }),

    /** Published, unless its fields say otherwise. */
    addWidget: ({ assetIds = [], items, ...fields }: WidgetFields = {}) =>
      write(async (tx) => {
        const row = { ...newWidget(), ...fields, projectId }
        const select = { id: true, slug: true }
        const widget = await tx.widget.create({ data: row, select })
        await tx.widgetAsset.createMany({ data: places(widget.id, assetIds, items) })
        return widget
      }),
    editWidget: (id: string, { assetIds, items, ...data }: WidgetFields) =>
      write(async (tx) => {
        if (assetIds) {
          await tx.widgetAsset.deleteMany({ where: { widgetId: id } })
          await tx.widgetAsset.createMany({ data: places(id, assetIds, items) })
        }
        await tx.widget.update({ where: { id }, data, select: { id: true } })
      }),
    deleteWidget: (id: string) =>
      write(async (tx) => {
        await tx.widget.delete({ where: { id }, select: { id: true } })
      }),

    addKey: ({ apiKey = createApiKey(), ...fields }: KeyFields = {}): Promise<Key> =>
      write(async (tx) => {
        const { key, keyPrefix, keyHash } = apiKey
        const { id } = await tx.apiKey.create({
          data: { projectId, name: 'Key', keyPrefix, keyHash, ...fields },
          select: { id: true },
        })
        return { id, key, keyHash }
      }),
    setExpiry: ({ id }: Key, expiresAt: Date) =>
      write(async (tx) => {
        await tx.apiKey.update({ where: { id }, data: { expiresAt } })
      }),
    revokeKey: ({ id }: Key) =>
      write(async (tx) => {
        await tx.apiKey.delete({ where: { id } })
      }),

    /** Rows are deleted by cascade. */
    delete: () =>
      write(async (tx) => {
        await tx.project.delete({ where: { id: projectId } })
      }),
  }
}

const newWidget = () => ({
  name: 'Widget',
  slug: freshName('widget'),
  layout: 'GRID' as const,
  status: 'PUBLISHED' as const,
  publishedAt: new Date(),
})

export type Project = ReturnType<typeof projectRows>
