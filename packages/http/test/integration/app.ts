import { AppError } from '@vitrine/contracts/errors'
import type { Test } from 'tap'
import Type from 'typebox'
import {
  type App,
  type ArrivalLimits,
  allowSlowBody,
  closed,
  createApp,
  health,
  JsonText,
  Name,
  Nullable,
  PageQuery,
  ReadOnly,
  refuseUnknownQueries,
  Slug,
  Timestamp,
  TimestampInput,
  Uuid,
  Volatile,
} from '../../src/index.js'

const Thing = Type.Object({
  id: Uuid,
  name: Name,
  note: Nullable(Type.String()),
  metadata: JsonText,
  tags: Type.Array(Type.String()),
  createdAt: Timestamp,
  publishedAt: Nullable(Timestamp),
})

const ThingInput = Type.Object(
  {
    name: Name,
    slug: Type.Optional(Slug),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    colour: Type.Optional(Type.Enum(['red', 'blue'])),
    note: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    nested: Type.Optional(Type.Object({ deep: Type.Boolean() }, closed)),
    at: Type.Optional(TimestampInput),
  },
  closed,
)

const ThingUpdate = Type.Object(
  {
    name: Name,
    id: ReadOnly,
    tags: ReadOnly,
    createdAt: ReadOnly,
    publishedAt: ReadOnly,
    updatedAt: Volatile,
  },
  closed,
)

function currentThing({ id }: { id: string }) {
  if (id === 'none') throw new AppError('ASSET_NOT_FOUND', 'There is no such thing.')
  const fixed = { name: 'thing', note: null, metadata: {}, tags: ['x', 'y'.repeat(100)] }
  const createdAt = new Date(2026, 0, 2, 3, 4, 5, 678)
  return { ...fixed, id, createdAt, publishedAt: null, keyHash: 'secret' }
}

/** An app with every kind of route that the ground rules cover, which logs into an array. */
export async function build(
  t: Test,
  dependencies = { database: true, cache: true },
  arrival: Partial<ArrivalLimits> = {},
) {
  const lines: string[] = []
  const app = createApp({
    logLevel: 'trace',
    logStream: { write: (line) => lines.push(line) },
    bodyLimit: 1000,
    arrival,
    headers: { 'access-control-allow-origin': '*' },
  })
  health(app, {
    prefix: '/api',
    checks: [
      { name: 'database', run: () => dependencies.database },
      { name: 'cache', optional: true, run: async () => Promise.reject(new Error('no')) },
    ],
  })
  app.get(
    '/things/:id',
    { schema: { params: Type.Object({ id: Uuid }), response: { 200: Thing } } },
    async ({ params }) => ({
      id: params.id,
      name: 'thing',
      note: null,
      metadata: { b: 1, a: [true] },
      tags: ['x'],
      createdAt: new Date(2026, 0, 2, 3, 4, 5, 678),
      publishedAt: null,
      keyHash: 'secret',
    }),
  )
  app.post('/things', { schema: { body: ThingInput } }, async ({ body }) => body)
  app.put(
    '/named-things/:id',
    {
      schema: { body: ThingUpdate, response: { 200: Thing } },
      config: { current: async ({ params }) => currentThing(params as { id: string }) },
    },
    async ({ body, params }) => {
      const { name } = body
      return { ...currentThing(params as { id: string }), name, note: Object.keys(body).join() }
    },
  )
  app.options('*', async () => 'preflight')
  app.put('/things/:id', async () => ({ fine: true }))
  app.post('/things/bulk', async () => ({ fine: true }))
  app.post('/large', { preParsing: async (request) => allowSlowBody(request.raw) }, async () => 'x')
  app.get(
    '/list',
    { schema: { querystring: Type.Object({ size: Type.Integer({ maximum: 5 }) }) } },
    async ({ query }) => query,
  )
  app.get('/bug', async () => {
    throw new Error('the password is hunter2')
  })
  app.get('/kept', async (_request, reply) => {
    reply.header('etag', '"1"').header('content-disposition', 'inline')
    return reply.code(304).send()
  })
  app.get('/lost', async (_request, reply) => {
    reply.header('etag', '"1"').header('content-disposition', 'inline')
    throw new AppError('STORE_UNAVAILABLE', 'Try again.')
  })
  app.get('/long', async () => 'x'.repeat(4_000_000))
  app.get('/busy', async () => {
    throw new AppError('OVERLOADED', 'Try again.', { retryAfterSeconds: 3 })
  })
  await app.register(async (scope: App) => {
    refuseUnknownQueries(scope)
    const Query = Type.Object({ ...PageQuery.properties, sort: Type.Optional(Type.String()) })
    scope.get('/closed', { schema: { querystring: Query } }, async ({ query }) => query)
    scope.get('/bare', async () => 'x')
  })
  await app.ready()
  t.teardown(() => app.close())
  return { app, lines }
}
