import {
  Component,
  closed,
  closedAs,
  JsonText,
  Nullable,
  Page,
  PageQuery,
  ReadOnly,
  Revision,
  Timestamp,
  TimestampInput,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import type { ImageType } from '@vitrine/imaging'
import Type, { type Static } from 'typebox'
import { SearchText } from '../../fields/search-text.js'
import { SortParameter } from '../../paging/sort.js'
import { FocalPoint } from './focal-point.js'

export const maxTags = 50
export const maxMetadataBytes = 16 * 1024

/** Shown until the picture has loaded. */
const Placeholder = Type.Unsafe<{ color: string; thumbhash: string } | null>(
  Nullable(
    Type.Object(
      {
        color: Type.String({ description: 'the dominant colour, #rrggbb' }),
        thumbhash: Type.String({ description: 'a ThumbHash, base64' }),
      },
      { description: 'null until a job has looked at an asset of an older release' },
    ),
  ),
)

export const Asset = Component('Asset', {
  id: Uuid,
  projectId: Uuid,
  folderId: Nullable(Uuid),
  filename: Type.String(),
  originalUrl: Type.String({
    format: 'uri',
    description:
      'the address of the original; from version 2 on with the version, as ?v=2. If originals are private it is signed, and gives the original and every rendition for 12 to 24 hours',
  }),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String({ description: 'of the original, 64 hexadecimal digits' }),
  width: Type.Integer({ description: 'pixels, as displayed' }),
  height: Type.Integer({ description: 'pixels, as displayed' }),
  frameCount: Type.Integer({ description: 'more than 1 in an animation' }),
  version: Type.Integer({
    description: 'from 1, raised by 1 when the file or the focal point changes',
  }),
  focalPoint: Nullable(FocalPoint),
  altText: Nullable(Type.String()),
  decorative: Type.Boolean({ description: 'has no alternative text on purpose' }),
  placeholder: Placeholder,
  tags: Type.Array(Type.String()),
  metadata: JsonText,
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Asset = Static<typeof Asset>

export const AssetPage = Page(Asset)

export const Tag = Type.String({
  trim: true,
  minLength: 1,
  maxLength: 64,
  format: 'single-line',
  description: 'text without control characters',
})

export const Tags = Type.Array(Tag, { maxItems: maxTags })

export const AltText = Type.String({
  maxLength: 2000,
  format: 'text',
  description: 'text without the NUL character',
})

export const Decorative = Type.Boolean({
  description: 'needs no alternative text; true only without one',
})

const Metadata = Type.Unsafe<Record<string, unknown> | string>({
  type: ['object', 'string'],
  description: 'a JSON object, or text that holds one',
  // Generators read a choice of schemas, and only some a choice of types.
  documented: {
    description: 'a JSON object, or text that holds one',
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'string', contentMediaType: 'application/json' },
    ],
  },
})

/** The parts of an upload besides the file. */
export const UploadFields = Type.Object(
  {
    altText: Type.Optional(AltText),
    decorative: Type.Optional(Decorative),
    focalPoint: Type.Optional(FocalPoint),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
    folderId: Type.Optional(Uuid),
  },
  closed,
)
export type UploadFields = Static<typeof UploadFields>

/** The parts of a replacement besides the file. */
export const ReplacementFields = Type.Object(
  { focalPoint: Type.Optional(Nullable(FocalPoint)) },
  closed,
)
export type ReplacementFields = Static<typeof ReplacementFields>

export const AssetUpdate = Type.Object(
  {
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    altText: Type.Optional(Nullable(AltText)),
    decorative: Type.Optional(Decorative),
    focalPoint: Type.Optional(Nullable(FocalPoint)),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
    folderId: Type.Optional(Nullable(Uuid)),
    id: ReadOnly,
    projectId: ReadOnly,
    originalUrl: Volatile,
    contentType: ReadOnly,
    sizeBytes: ReadOnly,
    sha256: ReadOnly,
    width: ReadOnly,
    height: ReadOnly,
    frameCount: ReadOnly,
    version: ReadOnly,
    placeholder: Volatile,
    createdAt: ReadOnly,
    updatedAt: Volatile,
    revision: Volatile,
  },
  closedAs('AssetUpdate'),
)
export type AssetUpdate = Writable<Static<typeof AssetUpdate>>

const contentTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/tiff',
] as const satisfies ImageType[]

export const assetSorts = {
  createdAt: 'time',
  updatedAt: 'time',
  filename: 'text',
  sizeBytes: 'number',
} as const

const altStates = ['missing', 'present', 'decorative'] as const

/** Selects assets of a project: those that match all given conditions. */
export const AssetFilter = Type.Object({
  q: SearchText,
  id: Type.Optional(Type.Array(Uuid, { maxItems: 100 })),
  tag: Type.Optional(
    Type.Array(Tag, { maxItems: maxTags, description: 'assets that have all of these tags' }),
  ),
  folderId: Type.Optional(
    Type.String({
      lowercase: true,
      pattern: '^(root|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
      description: 'a UUID, or root',
    }),
  ),
  contentType: Type.Optional(Type.Enum([...contentTypes])),
  alt: Type.Optional(
    Type.Enum([...altStates], {
      description: 'has no alternative text; has one; needs none',
    }),
  ),
  unused: Type.Optional(Type.Boolean({ description: 'whether no widget shows it' })),
  duplicates: Type.Optional(
    Type.Boolean({ description: 'whether the project has another asset with the same bytes' }),
  ),
  minBytes: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  createdFrom: Type.Optional(TimestampInput),
  createdTo: Type.Optional({ ...TimestampInput, description: 'the moment after the last one' }),
})
export type AssetFilter = Static<typeof AssetFilter>

export const AssetQuery = Type.Object({
  ...PageQuery.properties,
  ...AssetFilter.properties,
  sort: SortParameter(assetSorts),
})
export type AssetQuery = Static<typeof AssetQuery>

/** An asset of so many bytes is large for a web page. */
export const largeBytes = 2_000_000

export const AssetCounts = Component('AssetCounts', {
  total: Type.Integer(),
  root: Type.Integer({ description: 'in no folder; the list of folders has the other counts' }),
  alt: Type.Object({
    missing: Type.Integer(),
    present: Type.Integer(),
    decorative: Type.Integer(),
  }),
  unused: Type.Integer(),
  duplicates: Type.Integer(),
  large: Type.Integer({
    description: `of ${largeBytes} bytes or more, as minBytes=${largeBytes} finds them`,
  }),
  contentTypes: Type.Array(Type.Object({ contentType: Type.String(), count: Type.Integer() })),
})
export type AssetCounts = Static<typeof AssetCounts>

const Sha256 = Type.String({
  lowercase: true,
  pattern: '^[0-9a-f]{64}$',
  description: 'a SHA-256, 64 hexadecimal digits',
})

export const AssetLookup = Type.Object(
  { sha256: Type.Array(Sha256, { minItems: 1, maxItems: 500 }) },
  closedAs('AssetLookup'),
)

/** Assets that a look-up shows of each hash. */
export const maxFoundPerHash = 100

export const FoundAssets = Type.Array(
  Component('FoundAssets', {
    sha256: Type.String(),
    assets: Type.Array(
      Component('FoundAsset', { id: Uuid, folderId: Nullable(Uuid), filename: Type.String() }),
      { description: `oldest first, ${maxFoundPerHash} at most; empty if there is none` },
    ),
  }),
)
export type FoundAssets = Static<typeof FoundAssets>

export const AssetUsagePage = Page(
  Component('AssetUsage', {
    id: Uuid,
    name: Type.String(),
    slug: Type.String(),
    status: Type.Enum(['DRAFT', 'PUBLISHED']),
  }),
)

export const AssetParams = Type.Object({ assetId: Uuid })
