import {
  closed,
  JsonText,
  Nullable,
  Page,
  ReadOnly,
  Timestamp,
  Uuid,
  type Writable,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'

export const maxTags = 50
export const maxMetadataBytes = 16 * 1024

export const Asset = Type.Object({
  id: Uuid,
  projectId: Uuid,
  folderId: Nullable(Uuid),
  filename: Type.String(),
  originalUrl: Type.String({ format: 'uri' }),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  width: Type.Integer({ description: 'pixels, as displayed' }),
  height: Type.Integer({ description: 'pixels, as displayed' }),
  altText: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  metadata: JsonText,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Asset = Static<typeof Asset>

export const AssetPage = Page(Asset)

const Tag = Type.String({
  trim: true,
  minLength: 1,
  maxLength: 64,
  format: 'single-line',
  description: 'text without control characters',
})

export const AssetUpdate = Type.Object(
  {
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    altText: Type.Optional(
      Nullable(Type.String({ maxLength: 2000, format: 'text', description: 'text' })),
    ),
    tags: Type.Optional(Type.Array(Tag, { maxItems: maxTags })),
    metadata: Type.Optional(
      Type.Unsafe<Record<string, unknown> | string>({
        type: ['object', 'string'],
        description: 'a JSON object, or a text of one',
      }),
    ),
    folderId: Type.Optional(Nullable(Uuid)),
    id: ReadOnly,
    projectId: ReadOnly,
    originalUrl: ReadOnly,
    contentType: ReadOnly,
    sizeBytes: ReadOnly,
    width: ReadOnly,
    height: ReadOnly,
    createdAt: ReadOnly,
    updatedAt: ReadOnly,
  },
  closed,
)
export type AssetUpdate = Writable<Static<typeof AssetUpdate>>

export const AssetParams = Type.Object({ assetId: Uuid })
