import {
  type OriginalsRule,
  originalsRules,
  publicWidthBounds,
  type TransformationRule,
  transformationRules,
  type WatermarkPosition,
  watermarkBounds,
  watermarkDefaults,
  watermarkPositions,
} from '@vitrine/contracts'
import {
  Component,
  closedAs,
  Name,
  Nullable,
  Page,
  PageQuery,
  ReadOnly,
  Revision,
  Slug,
  Timestamp,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import Type, { type Static, type TSchema } from 'typebox'
import { SearchText } from '../../fields/search-text.js'
import { SortParameter } from '../../paging/sort.js'

const Counts = Component('ProjectCounts', {
  assets: Type.Integer(),
  widgets: Type.Integer(),
  published: Type.Integer({ description: 'published widgets' }),
  altMissing: Type.Integer({ description: 'assets without alternative text that need one' }),
})
export type Counts = Static<typeof Counts>

const Transformations = Type.Unsafe<TransformationRule>({
  type: 'string',
  enum: [...transformationRules],
  description:
    'the renditions that the public may request besides originals and the sizes of the embed: any, presets, or signed ones',
})

const Originals = Type.Unsafe<OriginalsRule>({
  type: 'string',
  enum: [...originalsRules],
  description:
    'who may fetch originals, and pictures with a side above maxPublicWidth: anyone, or holders of signed addresses',
})

const MaxPublicWidth = Type.Integer({
  minimum: publicWidthBounds.min,
  maximum: publicWidthBounds.max,
  description: 'pixels that neither side of a public picture exceeds, if originals are signed',
})

const position = Type.Unsafe<WatermarkPosition>({
  type: 'string',
  enum: [...watermarkPositions],
  description: 'where it is drawn, a little away from the edges; tile: all over the picture',
})
const opacity = Type.Number({
  minimum: watermarkBounds.opacity.min,
  maximum: watermarkBounds.opacity.max,
  description: 'as a part of 1',
})
const scale = Type.Number({
  minimum: watermarkBounds.scale.min,
  maximum: watermarkBounds.scale.max,
  description: 'its width as a part of the picture’s width',
})
const from = Type.Integer({
  minimum: watermarkBounds.from.min,
  maximum: watermarkBounds.from.max,
  description: 'pixels of the longer side from which a picture has it',
})

const description =
  'the picture of the project that is drawn on what addresses without a signature give; null: none'

const Watermark = Type.Object(
  { assetId: Uuid, position, opacity, scale, from },
  { title: 'Watermark', description },
)

/** @param value of the field if it is left out. */
const or = <Schema extends TSchema>(schema: Schema, value: Static<Schema>) =>
  Type.Optional({ ...schema, default: value } as Schema)

const NewWatermark = Type.Object(
  {
    assetId: Uuid,
    position: or(position, watermarkDefaults.position),
    opacity: or(opacity, watermarkDefaults.opacity),
    scale: or(scale, watermarkDefaults.scale),
    from: or(from, watermarkDefaults.from),
  },
  { ...closedAs('NewWatermark'), description },
)

export const Project = Component('Project', {
  id: Uuid,
  organizationId: Uuid,
  name: Type.String(),
  slug: Type.String(),
  transformations: Transformations,
  originals: Originals,
  maxPublicWidth: MaxPublicWidth,
  watermark: Nullable(Watermark),
  counts: Counts,
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Project = Static<typeof Project>

export const ProjectPage = Page(Project)

export const NewProject = Type.Object(
  { name: Name, slug: Type.Optional(Slug) },
  closedAs('NewProject'),
)
export type NewProject = Static<typeof NewProject>

export const ProjectUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    slug: Type.Optional(Slug),
    transformations: Type.Optional(Transformations),
    originals: Type.Optional(Originals),
    maxPublicWidth: Type.Optional(MaxPublicWidth),
    watermark: Type.Optional(Nullable(NewWatermark)),
    id: ReadOnly,
    organizationId: ReadOnly,
    counts: Volatile,
    createdAt: ReadOnly,
    updatedAt: Volatile,
    revision: Volatile,
  },
  closedAs('ProjectUpdate'),
)
export type ProjectUpdate = Writable<Static<typeof ProjectUpdate>>

export const projectSorts = { createdAt: 'time', updatedAt: 'time', name: 'text' } as const

export const ProjectQuery = Type.Object({
  ...PageQuery.properties,
  q: SearchText,
  sort: SortParameter(projectSorts),
})
export type ProjectQuery = Static<typeof ProjectQuery>
