import {
  Component,
  closedAs,
  Nullable,
  Page,
  PageQuery,
  ReadOnly,
  Revision,
  Slug,
  Timestamp,
  Volatile,
  type Writable,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { SortParameter } from '../../paging/sort.js'

export const maxPresets = 50

const Side = Nullable(Type.Integer({ minimum: 1, maximum: 4096, description: 'pixels' }))

const Choice = <Value extends string>(...values: Value[]) =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null] })

/** The parameters of an image address. */
const parameters = {
  w: Side,
  h: Side,
  fit: Choice('cover', 'contain', 'fill'),
  format: Choice('webp', 'jpeg', 'png', 'avif', 'auto'),
  q: Nullable(Type.Integer({ minimum: 1, maximum: 100, description: 'quality' })),
  gravity: Choice('focal', 'center', 'auto'),
}

export const Preset = Component('Preset', {
  name: Slug,
  ...parameters,
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Preset = Static<typeof Preset>

export const PresetPage = Page(Preset)

export const PresetUpdate = Type.Object(
  {
    w: Type.Optional(parameters.w),
    h: Type.Optional(parameters.h),
    fit: Type.Optional(parameters.fit),
    format: Type.Optional(parameters.format),
    q: Type.Optional(parameters.q),
    gravity: Type.Optional(parameters.gravity),
    name: Type.Optional(Slug),
    createdAt: ReadOnly,
    updatedAt: Volatile,
    revision: Volatile,
  },
  closedAs('PresetUpdate'),
)
export type PresetUpdate = Writable<Static<typeof PresetUpdate>>

export const presetSorts = { createdAt: 'time', name: 'text' } as const

export const PresetQuery = Type.Object({
  ...PageQuery.properties,
  sort: SortParameter(presetSorts),
})
export type PresetQuery = Static<typeof PresetQuery>

export const PresetParams = Type.Object({ presetName: Slug })
