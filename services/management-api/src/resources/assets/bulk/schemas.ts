import { Component, closed, Nullable, Timestamp, Uuid } from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { FocalPoint } from '../focal-point.js'
import { AltText, AssetFilter, Decorative, maxTags, Tag, Tags } from '../schemas.js'

const maxBulkAssets = 500

const Filter = Type.Object(AssetFilter.properties, {
  ...closed,
  description: 'as in the list of assets',
})

const values = {
  altText: Type.Optional(Nullable(AltText)),
  decorative: Type.Optional(Decorative),
  focalPoint: Type.Optional(Nullable(FocalPoint)),
  tags: Type.Optional(Tags),
  folderId: Type.Optional(Nullable(Uuid)),
}

/** New values of fields. Omitted ones are kept. */
export const Values = Type.Object(values, closed)
export type Values = Static<typeof Values>

const input = {
  assetIds: Type.Array(Uuid, { minItems: 1, maxItems: maxBulkAssets }),
  assets: Type.Array(Type.Object({ id: Uuid, ...values }, closed), {
    minItems: 1,
    maxItems: maxBulkAssets,
    description: 'the new values of each asset',
  }),
  filter: Filter,
  exceptIds: Type.Array(Uuid, {
    minItems: 1,
    maxItems: maxBulkAssets,
    description: 'assets that are not changed though they match the filter',
  }),
  expectedCount: Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description:
      'how many assets the filter matches, without exceptIds; if it matches another number, nothing is done',
  }),
  folderId: Nullable(Uuid),
  tags: Type.Array(Tag, { minItems: 1, maxItems: maxTags }),
  values: Values,
}
export type BulkField = keyof typeof input

type Fields = { needed: readonly BulkField[]; allowed?: readonly BulkField[] }

/** The fields of each action, besides `action`: for assets that are named, and for those of a filter. */
export const bulkFields = {
  move: named('folderId'),
  tag: named('tags'),
  untag: named('tags'),
  delete: {
    byId: { needed: ['assetIds'] },
    byFilter: { needed: ['filter', 'expectedCount'], allowed: ['exceptIds'] },
  },
  update: {
    byId: { needed: ['assets'] },
    byFilter: { needed: ['filter', 'values'], allowed: ['exceptIds', 'expectedCount'] },
  },
} satisfies Record<string, { byId: Fields; byFilter: Fields }>

export type BulkAction = keyof typeof bulkFields

export const fieldsOf = (action: BulkAction, isByFilter: boolean): Required<Fields> => ({
  allowed: [],
  ...bulkFields[action][isByFilter ? 'byFilter' : 'byId'],
})

function named(parameter: 'folderId' | 'tags') {
  return {
    byId: { needed: ['assetIds', parameter] },
    byFilter: { needed: ['filter', parameter], allowed: ['exceptIds', 'expectedCount'] },
  } satisfies { byId: Fields; byFilter: Fields }
}

const actions = Object.keys(bulkFields) as BulkAction[]

export const BulkChange = Type.Object(
  {
    action: Type.Enum(actions),
    assetIds: Type.Optional(input.assetIds),
    assets: Type.Optional(input.assets),
    filter: Type.Optional(input.filter),
    exceptIds: Type.Optional(input.exceptIds),
    expectedCount: Type.Optional(input.expectedCount),
    folderId: Type.Optional(input.folderId),
    tags: Type.Optional(input.tags),
    values: Type.Optional(input.values),
  },
  {
    ...closed,
    documented: {
      title: 'BulkChange',
      oneOf: actions.flatMap((action) => [documented(action, false), documented(action, true)]),
    },
  },
)
export type BulkChange = Static<typeof BulkChange>

export const BulkResult = Component('BulkResult', {
  results: Type.Array(
    Component('BulkOutcome', {
      assetId: Uuid,
      status: Type.Enum(['ok', 'not_found', 'too_many_tags', 'decorative_with_text', 'in_use']),
      message: Type.Optional(Type.String()),
    }),
  ),
})
export type BulkResult = Static<typeof BulkResult>

export const AcceptedJob = Component('AcceptedJob', { jobId: Uuid })
export type AcceptedJob = Static<typeof AcceptedJob>

/** Failures that a job lists; of more, it has the number alone. */
export const maxListedFailures = 1000

export const Job = Component('Job', {
  id: Uuid,
  action: Type.String({ description: 'of the call that was accepted, such as move' }),
  state: Type.Enum(['RUNNING', 'DONE', 'FAILED']),
  code: Nullable(
    Type.String({ description: 'of a failed job: the code of the error that stopped it' }),
  ),
  done: Type.Integer({ description: 'assets that are finished, and seen so everywhere' }),
  total: Type.Integer(),
  failed: Type.Array(Component('JobFailure', { id: Uuid, code: Type.String() }), {
    description: `assets that could not be changed, the first ${maxListedFailures}; code as the status in the answer for named assets`,
  }),
  failedCount: Type.Integer(),
  createdAt: Timestamp,
  endedAt: Nullable(Timestamp),
})
export type Job = Static<typeof Job>

export const JobParams = Type.Object({ jobId: Uuid })

function documented(action: BulkAction, isByFilter: boolean) {
  const { needed, allowed } = fieldsOf(action, isByFilter)
  const name = `${action.charAt(0).toUpperCase()}${action.slice(1)}Assets`
  return {
    title: isByFilter ? `${name}ByFilter` : name,
    type: 'object',
    required: ['action', ...needed],
    properties: {
      action: { type: 'string', const: action },
      ...Object.fromEntries([...needed, ...allowed].map((field) => [field, input[field]])),
    },
    ...closed,
  }
}
