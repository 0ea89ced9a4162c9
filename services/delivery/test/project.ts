import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ApiKey,
  createApiKey,
  createObjectChecksums,
  createSigningKeyCipher,
  createSigningSecret,
  type Exposure,
  type FileKey,
  fileObjects,
  mezzanineObject,
  originalObject,
  type TransformationRule,
  type Watermark,
} from '@vitrine/contracts'
import type { Prisma, Transaction } from '@vitrine/database'
import { ingest } from '@vitrine/imaging/direct'
import { type ObjectStore, sha256Of } from '@vitrine/object-store'
import { freshName, objectSecret } from '@vitrine/testing'

const signingKeyCipher = createSigningKeyCipher([objectSecret])
export const checksums = createObjectChecksums([objectSecret])

/** Runs the work in one transaction. Resolves when every replica has learnt of its changes. */
export type Write = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

type Deps = { write: Write; store: ObjectStore; folder: string }
type AssetFields = Partial<
  Pick<
    Prisma.AssetUncheckedCreateInput,
    | 'id'
    | 'filename'
    | 'altText'
    | 'tags'
    | 'createdAt'
    | 'focalX'
    | 'focalY'
    | 'salientX'
    | 'salientY'
  >
>
type WidgetFields = Partial<Omit<Prisma.WidgetUncheckedCreateInput, 'projectId' | 'assets'>> & {
  assetIds?: readonly string[]
  /** The texts and links of the places, in order. */
  items?: readonly Item[]
}
type Item = Partial<
  Pick<
    Prisma.WidgetAssetUncheckedCreateInput,
    'caption' | 'altText' | 'linkUrl' | 'linkNewTab' | 'videoUrl'
  >
>

type KeyFields = {
  expiresAt?: Date | null
  apiKey?: ApiKey
  allowedOrigins?: string[]
  permissions?: 'READ' | 'READ_WRITE'
}

type PresetFields = Partial<
  Pick<Prisma.PresetUncheckedCreateInput, 'w' | 'h' | 'fit' | 'format' | 'q' | 'gravity'>
>

/** A key's row, and the key itself. */
export type Key = { id: string; key: string; keyHash: Uint8Array<ArrayBuffer> }

/** Changes to the rows and objects of a project. */
export function projectRows(projectId: string, { write, store, folder }: Deps) {
  const places = (widgetId: string, assetIds: readonly string[], items: readonly Item[] = []) =>
    assetIds.map((assetId, position) => ({
      projectId,
      widgetId,
      assetId,
      position,
      ...items[position],
    }))

  /** @returns the columns of the file. */
  const storeFile = async (id: string, picture: Buffer, fileKey: FileKey) => {
    const path = join(folder, randomUUID())
    await writeFile(path, picture)
    const directory = await mkdtemp(`${path}-`)
    const limits = { maxPixels: 100_000_000 }
    const { source, mezzanines, described } = await ingest(path, { directory, limits })
    const { contentType, width, height, frameCount, hasAlpha } = source
    const { wideGamut = false, decodeMs = 0 } = source
    const sizeBytes = picture.length
    await store.putFile(originalObject(projectId, id, fileKey), path, sizeBytes, contentType)
    for (const { name, path, contentType } of mezzanines) {
      const key = mezzanineObject(projectId, id, name, fileKey)
      const [{ size: sizeBytes }, sha256] = await Promise.all([stat(path), sha256Of(path)])
      const metadata = checksums.metadataOf({ key, contentType, sha256 })
      const upload = await store.signUpload(key, 60)
      await upload({ path, sizeBytes, contentType, sha256, metadata })
    }
    const sha256 = new Uint8Array(createHash('sha256').update(picture).digest())
    const placeholder = {
      placeholderColor: described.color,
      placeholderThumbhash: new Uint8Array(Buffer.from(described.thumbhash, 'base64')),
    }
    return {
      sizeBytes,
      sha256,
      contentType,
      width,
      height,
      frameCount,
      hasAlpha,
      wideGamut,
      decodeMs,
      ...placeholder,
    }
  }

  /** @returns the id. */
  const addAsset = async (picture: Buffer, fields: AssetFields = {}): Promise<string> => {
    const id = fields.id ?? randomUUID()
    const columns = await storeFile(id, picture, null)
    await write(async (tx) => {
      const row = { filename: 'picture', ...fields, id, projectId }
      await tx.asset.create({ data: { ...row, ...columns } })
    })
    return id
  }

  return {
    id: projectId,

    addAsset,
    /** @returns what its addresses consist of. */
    addPicture: async (picture: Buffer) => ({
      projectId,
      assetId: await addAsset(picture),
    }),
    /** Stores another file, sets it, and removes the objects of the former one. */
    replaceFile: async (id: string, picture: Buffer): Promise<void> => {
      const fileKey = `v2-${randomBytes(8).toString('hex')}`
      const columns = await storeFile(id, picture, fileKey)
      const former = await write(async (tx) => {
        const row = await tx.asset.findUniqueOrThrow({ where: { id } })
        await tx.asset.update({ where: { id }, data: { ...columns, fileKey } })
        return row.fileKey
      })
      for (const prefix of fileObjects(projectId, id, former)) await store.removePrefix(prefix)
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

    setTransformations: (transformations: TransformationRule) =>
      write(async (tx) => {
        await tx.project.update({ where: { id: projectId }, data: { transformations } })
      }),
    setExposure: (data: Partial<Exposure>) =>
      write(async (tx) => {
        await tx.project.update({ where: { id: projectId }, data })
      }),
    setWatermark: (watermark: Watermark | null) =>
      write(async (tx) => {
        const data = {
          watermarkAssetId: watermark?.assetId ?? null,
          watermarkPosition: watermark?.position ?? null,
          watermarkOpacity: watermark?.opacity ?? null,
          watermarkScale: watermark?.scale ?? null,
          watermarkFrom: watermark?.from ?? null,
        }
        await tx.project.update({ where: { id: projectId }, data })
      }),
    /** Adds a preset, or replaces its parameters. */
    addPreset: (name: string, parameters: PresetFields) =>
      write(async (tx) => {
        await tx.preset.upsert({
          where: { projectId_name: { projectId, name } },
          create: { projectId, name, ...parameters },
          update: parameters,
        })
      }),
    deletePreset: (name: string) =>
      write(async (tx) => {
        await tx.preset.delete({ where: { projectId_name: { projectId, name } } })
      }),
    /** @returns the secret, unless an encrypted one was given. */
    addSigningKey: (number: number, given?: Uint8Array<ArrayBuffer>): Promise<string> =>
      write(async (tx) => {
        const secret = createSigningSecret()
        const sealed = given ?? signingKeyCipher.encrypt(secret, { projectId, number })
        await tx.signingKey.create({ data: { projectId, number, sealed } })
        return secret
      }),
    /** A key that `change` adds. */
    newSigningKey: (number: number) => {
      const secret = createSigningSecret()
      const sealed = signingKeyCipher.encrypt(secret, { projectId, number })
      const change = () =>
        write(async (tx) => {
          await tx.signingKey.create({ data: { projectId, number, sealed } })
        })
      return { secret, change }
    },
    revokeSigningKey: (number: number) =>
      write(async (tx) => {
        await tx.signingKey.delete({ where: { projectId_number: { projectId, number } } })
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
