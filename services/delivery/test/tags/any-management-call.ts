import { freshEmail, freshName, png } from '@vitrine/testing'
import fc, { type Arbitrary } from 'fast-check'
import type { Kind } from './managed-data.js'
import {
  bulkCall,
  type Call,
  call,
  type Fields,
  type Late,
  nthOf,
  registration,
} from './management-call.js'
import { slugs } from './small-database.js'

/*
 * All calls of owners to the management API that change something, with all their fields. Some are
 * rejected: names that are taken, resources of other projects, dates in the past.
 */
const nth = fc.nat(11)
const one = fc.constantFrom

/** Ids of the project, and occasionally of another one. */
const nameOne =
  (kind: Kind, n: number): Late =>
  (world, project) => {
    const all = world.all(kind)
    const own = n % 12 === 0 ? all : all.filter(({ parent }) => parent === project)
    return nthOf(own, n)?.id ?? null
  }
const nameAll =
  (kind: Kind): Late =>
  (world, project) =>
    world
      .all(kind)
      .filter(({ parent }) => parent === project)
      .map(({ id }) => id)

const folderId = fc.oneof(
  one(null),
  nth.map((n) => nameOne('folders', n)),
)
const assetIds = (minLength: number): Arbitrary<Late> =>
  fc
    .array(nth, { minLength, maxLength: 3 })
    .map(
      (ns) => (world, project) =>
        ns.map((n) => nameOne('assets', n)(world, project)).filter((id) => id !== null),
    )

/** The fields that are sent, at least the required ones. */
const some = (fields: Record<string, Arbitrary<unknown>>, required: string[] = []) =>
  fc.record(fields, { requiredKeys: required }) as Arbitrary<Fields>

const widget = {
  name: one('W', 'X'),
  slug: one(...slugs),
  layout: one('GRID', 'MASONRY'),
  assetIds: assetIds(0),
  config: one({}, { gap: 1 }, '{"filterByTags": true}'),
  theme: one({}, { backgroundColor: '#fff' }),
  status: one('DRAFT', 'PUBLISHED'),
}
const asset = {
  filename: one('f.png', 'g.png'),
  altText: one(null, 'A dune'),
  focalPoint: one(null, { x: 0.2, y: 1 }),
  tags: one([], ['a']),
  metadata: one({}, { a: 1 }, '{"a":2}'),
  folderId,
}
const key = {
  name: one('K'),
  permissions: one('READ', 'READ_WRITE'),
  expiresAt: one(null, '2040-01-01T00:00:00Z', '2020-01-01T00:00:00Z'),
  allowedOrigins: one([], ['https://a.example', 'https://*.b.example']),
}
const folder = { name: one('F', 'G'), parentId: folderId }
const project = { name: one('P', 'Q'), slug: one('p', 'q') }
const rules = {
  transformations: one('any', 'listed', 'signed'),
  originals: one('public', 'signed'),
  maxPublicWidth: one(320, 2048),
}
const preset = { w: one(null, 100, 200), fit: one('cover', 'fill'), format: one(null, 'auto') }
const label = { assetIds: assetIds(1), tags: one(['a'], ['a', 'b']) }

const post = (on: Kind, to: string, makes: Kind, body: Arbitrary<Fields | FormData>) =>
  fc.tuple(nth, body).map(([nth, body]) => call({ method: 'POST', on, nth, to, body, makes }))

const isAstray = fc.nat(11).map((n) => n === 0)
const put = (on: Kind, to: string, body?: Arbitrary<Fields | FormData>) =>
  fc
    .tuple(nth, isAstray, body ?? one(undefined))
    .map(([nth, isAstray, body]) =>
      call({ method: 'PUT', on, nth, to, isAstray, ...(body && { body }) }),
    )
/** Resources that have only one address. */
const putWhole = (on: Kind, body: Arbitrary<Fields>) =>
  fc.tuple(nth, body).map(([nth, body]) => call({ method: 'PUT', on, nth, body }))

const remove = (on: Kind, to = '') =>
  fc
    .tuple(nth, isAstray)
    .map(([nth, isAstray]) => call({ method: 'DELETE', on, nth, to, isAstray }))
/** Resources with a name in their address. */
const putBelow = (on: Kind, to: string, body: Arbitrary<Fields>) =>
  fc.tuple(nth, body).map(([nth, body]) => call({ method: 'PUT', on, nth, to, body }))
const removeBelow = (on: Kind, to: string) =>
  nth.map((nth) => call({ method: 'DELETE', on, nth, to, keeps: true }))

const removeWhole = (on: Kind) => nth.map((nth) => call({ method: 'DELETE', on, nth }))

const bulk = (body: Record<string, Arbitrary<unknown>>) =>
  fc.tuple(nth, some(body, Object.keys(body))).map(([nth, body]) => bulkCall(nth, body))

async function formOf(side: number): Promise<FormData> {
  const form = new FormData()
  const bytes = new Uint8Array(await png({ width: side, height: side }))
  form.set('file', new Blob([bytes]), 'f.png')
  return form
}
const [picture, otherPicture] = [await formOf(2), await formOf(3)]

/** A new user with an organization. */
export const register = registration(() => ({
  organizationName: freshName('O'),
  name: 'Ann',
  email: freshEmail(),
  password: 'a long password',
}))

const weighted: [weight: number, call: Arbitrary<Call>][] = [
  [1, one(register)],
  [
    1,
    post('account', '/organizations', 'organizations', some({ name: one('O2', 'O3') }, ['name'])),
  ],
  [1, putWhole('organizations', some({ name: one('O', 'N') }, ['name']))],
  [1, removeWhole('organizations')],
  [2, post('organizations', '/projects', 'projects', some(project, ['name']))],
  [1, putWhole('projects', some({ ...project, ...rules }))],
  [1, removeWhole('projects')],
  [
    6,
    post('projects', '/widgets', 'widgets', some(widget, ['name', 'slug', 'layout', 'assetIds'])),
  ],
  [8, put('widgets', '', some(widget))],
  [4, put('widgets', '', some({ assetIds: widget.assetIds }, ['assetIds']))],
  [6, put('widgets', '/publish')],
  [3, put('widgets', '/unpublish')],
  [2, post('widgets', '/duplicate', 'widgets', some({ name: widget.name, slug: widget.slug }))],
  [3, remove('widgets')],
  [4, post('projects', '/assets', 'assets', one(picture))],
  [5, put('assets', '', some(asset))],
  [2, put('assets', '/file', one(picture, otherPicture))],
  [3, remove('assets')],
  [1, bulk({ action: one('move'), assetIds: label.assetIds, folderId })],
  [1, bulk({ action: one('tag', 'untag'), ...label })],
  [2, bulk({ action: one('delete'), assetIds: label.assetIds })],
  [3, post('projects', '/api-keys', 'api-keys', some(key, ['name']))],
  [2, remove('api-keys')],
  [3, putBelow('projects', '/presets/card', some(preset))],
  [1, removeBelow('projects', '/presets/card')],
  [2, post('projects', '/signing-keys', 'signing-keys', one({}))],
  [1, remove('signing-keys')],
  [2, post('projects', '/folders', 'folders', some(folder, ['name']))],
  [1, put('folders', '', some(folder))],
  [2, remove('folders', '?recursive=true')],
]

export const anyCall: Arbitrary<Call> = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)

/** A key and published content in each of three projects. One slug is published by two of them. */
export const opening: readonly Call[] = [
  ...[0, 1].map((nth) =>
    call({
      method: 'POST',
      on: 'account',
      nth,
      to: '/organizations',
      makes: 'organizations',
      body: { name: `O${nth}` },
    }),
  ),
  ...[0, 1, 2].flatMap((nth) => [
    call({
      method: 'POST',
      on: 'organizations',
      nth,
      to: '/projects',
      makes: 'projects',
      body: { name: `P${nth}` },
    }),
    call({
      method: 'POST',
      on: 'projects',
      nth,
      to: '/api-keys',
      makes: 'api-keys',
      body: { name: 'K' },
    }),
    call({ method: 'POST', on: 'projects', nth, to: '/assets', makes: 'assets', body: picture }),
    call({
      method: 'POST',
      on: 'projects',
      nth,
      to: '/widgets',
      makes: 'widgets',
      body: { name: 'W', layout: 'GRID', slug: slugs[nth % 2], assetIds: nameAll('assets') },
    }),
    call({ method: 'PUT', on: 'widgets', nth, to: '/publish' }),
  ]),
]
