import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiKey, createApiKey, originalObject, tags } from '@vitrine/contracts'
import type { Prisma, Transaction } from '@vitrine/database'
import { inspect } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import { freshName } from '@vitrine/testing'

/** Runs the work and logs the tags that it touches, in one transaction. */
export type Write = <Result>(
  work: (tx: Transaction, touch: (...tags: string[]) => void) => Promise<Result>,
) => Promise<Result>

type Deps = { write: Write; store: ObjectStore; folder: string }
type AssetFields = { id?: string; filename?: string; altText?: string | null; createdAt?: Date }
type WidgetFields = Partial<Omit<Prisma.WidgetUncheckedCreateInput, 'projectId' | 'assets'>> & {
  assetIds?: readonly string[]
}

type KeyFields = { expiresAt?: Date | null; apiKey?: ApiKey; allowedOrigins?: string[] }

/** A key's row, and the key itself. */
export type Key = { id: string; key: string; keyHash: Uint8Array<ArrayBuffer> }

/** What happens to the rows and objects of a project, and which tags that touches. */
export function projectRows(projectId: string, { write, store, folder }: Deps) {
  const widgetTags = ({ id, slug }: { id: string; slug: string }) => [
    tags.widget(id),
    tags.projectSlug(projectId, slug),
    tags.slug(slug),
  ]
  const keyTag = (keyHash: Uint8Array) => tags.key(Buffer.from(keyHash).toString('hex'))
  const places = (widgetId: string, assetIds: readonly string[]) =>
    assetIds.map((assetId, position) => ({ projectId, widgetId, assetId, position }))

  return {
    id: projectId,

    /** @returns the id. */
    addAsset: async (picture: Buffer, fields: AssetFields = {}): Promise<string> => {
      const path = join(folder, randomUUID())
      await writeFile(path, picture)
      const source = await inspect(path, { maxPixels: 100_000_000 })
      const id = fields.id ?? randomUUID()
      const sizeBytes = picture.length
      await store.putFile(originalObject(projectId, id), path, sizeBytes, source.contentType)
      const sha256 = new Uint8Array(createHash('sha256').update(picture).digest())
      await write(async (tx, touch) => {
        const row = { filename: 'picture', ...fields, id, projectId, sizeBytes, sha256 }
        await tx.asset.create({ data: { ...row, ...source } })
        touch(tags.asset(id))
      })
      return id
    },
    editAsset: (id: string, data: AssetFields) =>
      write(async (tx, touch) => {
        await tx.asset.update({ where: { id }, data })
        touch(tags.asset(id))
      }),
    deleteAsset: (id: string) =>
      write(async (tx, touch) => {
        await tx.asset.delete({ where: { id } })
        touch(tags.asset(id))
      }),

    /** Published, unless its fields say otherwise. */
    addWidget: ({ assetIds = [], ...fields }: WidgetFields = {}) =>
      write(async (tx, touch) => {
        const row = { ...newWidget(), ...fields, projectId }
        const widget = await tx.widget.create({ data: row, select: idAndSlug })
        await tx.widgetAsset.createMany({ data: places(widget.id, assetIds) })
        touch(...widgetTags(widget))
        return widget
      }),
    editWidget: (id: string, { assetIds, ...data }: WidgetFields) =>
      write(async (tx, touch) => {
        const before = await tx.widget.findUniqueOrThrow({ where: { id }, select: idAndSlug })
        if (assetIds) {
          await tx.widgetAsset.deleteMany({ where: { widgetId: id } })
          await tx.widgetAsset.createMany({ data: places(id, assetIds) })
        }
        const after = await tx.widget.update({ where: { id }, data, select: idAndSlug })
        touch(...widgetTags(before), ...widgetTags(after))
      }),
    deleteWidget: (id: string) =>
      write(async (tx, touch) => {
        touch(...widgetTags(await tx.widget.delete({ where: { id }, select: idAndSlug })))
      }),

    addKey: ({ apiKey = createApiKey(), ...fields }: KeyFields = {}): Promise<Key> =>
      write(async (tx, touch) => {
        const { key, keyPrefix, keyHash } = apiKey
        const { id } = await tx.apiKey.create({
          data: { projectId, name: 'Key', keyPrefix, keyHash, ...fields },
          select: { id: true },
        })
        touch(keyTag(keyHash))
        return { id, key, keyHash }
      }),
    setExpiry: ({ id, keyHash }: Key, expiresAt: Date) =>
      write(async (tx, touch) => {
        await tx.apiKey.update({ where: { id }, data: { expiresAt } })
        touch(keyTag(keyHash))
      }),
    revokeKey: ({ id, keyHash }: Key) =>
      write(async (tx, touch) => {
        await tx.apiKey.delete({ where: { id } })
        touch(keyTag(keyHash))
      }),

    /** Rows go by cascade. */
    delete: () =>
      write(async (tx, touch) => {
        await tx.project.delete({ where: { id: projectId } })
        touch(tags.project(projectId))
      }),
  }
}

const idAndSlug = { id: true, slug: true } as const

const newWidget = () => ({
  name: 'Widget',
  slug: freshName('widget'),
  layout: 'GRID' as const,
  status: 'PUBLISHED' as const,
  publishedAt: new Date(),
})

export type Project = ReturnType<typeof projectRows>
