import {
  closed,
  JsonText,
  Nullable,
  Page,
  PageQuery,
  ReadOnly,
  Revision,
  Timestamp,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import type { ImageType } from '@vitrine/imaging'
import Type, { type Static } from 'typebox'
import { SearchText } from '../../fields/search-text.js'
import { SortParameter } from '../../paging/sort.js'

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
  revision: Revision,
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

const Tags = Type.Array(Tag, { maxItems: maxTags })

const AltText = Type.String({
  maxLength: 2000,
  format: 'text',
  description: 'text without the NUL character',
})

const Metadata = Type.Unsafe<Record<string, unknown> | string>({
  type: ['object', 'string'],
  description: 'a JSON object, or text that holds one',
})

/** The parts of an upload besides the file. */
export const UploadFields = Type.Object(
  {
    altText: Type.Optional(AltText),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
    folderId: Type.Optional(Uuid),
  },
  closed,
)
export type UploadFields = Static<typeof UploadFields>

export const AssetUpdate = Type.Object(
  {
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    altText: Type.Optional(Nullable(AltText)),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
    folderId: Type.Optional(Nullable(Uuid)),
    id: ReadOnly,
    projectId: ReadOnly,
    originalUrl: ReadOnly,
    contentType: ReadOnly,
    sizeBytes: ReadOnly,
    width: ReadOnly,
    height: ReadOnly,
    createdAt: ReadOnly,
    updatedAt: Volatile,
    revision: Volatile,
  },
  closed,
)
export type AssetUpdate = Writable<Static<typeof AssetUpdate>>

const contentTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const satisfies ImageType[]

export const assetSorts = {
  createdAt: 'time',
  updatedAt: 'time',
  filename: 'text',
  sizeBytes: 'number',
} as const

export const AssetQuery = Type.Object({
  ...PageQuery.properties,
  q: SearchText,
  tag: Type.Optional(Type.Array(Tag, { maxItems: maxTags })),
  folderId: Type.Optional(
    Type.String({
      lowercase: true,
      pattern: '^(root|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
      description: 'a UUID, or root',
    }),
  ),
  contentType: Type.Optional(Type.Enum([...contentTypes])),
  sort: SortParameter(assetSorts),
})
export type AssetQuery = Static<typeof AssetQuery>

export const AssetUsagePage = Page(
  Type.Object({
    id: Uuid,
    name: Type.String(),
    slug: Type.String(),
    status: Type.Enum(['DRAFT', 'PUBLISHED']),
  }),
)

const maxBulkAssets = 500

const bulkInput = {
  assetIds: Type.Array(Uuid, { minItems: 1, maxItems: maxBulkAssets }),
  folderId: Nullable(Uuid),
  tags: Type.Array(Tag, { minItems: 1, maxItems: maxTags }),
}

/** The parameters of each action besides the assets. */
export const bulkParameters = {
  move: 'folderId',
  tag: 'tags',
  untag: 'tags',
  delete: null,
} as const

type BulkAction = keyof typeof bulkParameters

export const BulkChange = Type.Object(
  {
    action: Type.Enum(Object.keys(bulkParameters) as BulkAction[]),
    assetIds: bulkInput.assetIds,
    folderId: Type.Optional(bulkInput.folderId),
    tags: Type.Optional(bulkInput.tags),
  },
  { ...closed, documented: { oneOf: Object.keys(bulkParameters).map(documentedBulk) } },
)
export type BulkChange = Static<typeof BulkChange>

export const BulkResult = Type.Object({
  results: Type.Array(
    Type.Object({
      assetId: Uuid,
      status: Type.Enum(['ok', 'not_found', 'too_many_tags']),
      message: Type.Optional(Type.String()),
    }),
  ),
})
export type BulkResult = Static<typeof BulkResult>

export const AssetParams = Type.Object({ assetId: Uuid })

/** Only for the document: an upload is streamed and not validated by a schema. */
export const UploadBody = {
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        description: 'The file and, in any order, parts of text. An empty one counts as left out.',
        properties: {
          file: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
          altText: { type: 'string', maxLength: 2000, example: 'A dune at sunset' },
          tags: {
            type: 'array',
            maxItems: maxTags,
            items: { type: 'string', minLength: 1, maxLength: 64 },
            description: 'one part for each tag, or one part with all of them as a JSON array',
            example: ['sand', 'sea'],
          },
          metadata: {
            type: 'string',
            contentMediaType: 'application/json',
            description: 'a JSON object',
            example: '{"photographer":"Ada"}',
          },
          folderId: { type: 'string', description: 'a UUID, or empty for none' },
        },
        additionalProperties: false,
      },
      encoding: {
        tags: { style: 'form', explode: true },
        metadata: { contentType: 'application/json, text/plain' },
      },
    },
  },
}

/** Only for the document: the body of this action. */
function documentedBulk(action: string) {
  const parameter = bulkParameters[action as BulkAction]
  return {
    title: `${action.charAt(0).toUpperCase()}${action.slice(1)}Assets`,
    type: 'object',
    required: ['action', 'assetIds', ...(parameter === null ? [] : [parameter])],
    properties: {
      action: { type: 'string', const: action },
      assetIds: bulkInput.assetIds,
      ...(parameter !== null && { [parameter]: bulkInput[parameter] }),
    },
    ...closed,
  }
}
