import { type DescribedCall, multipartBody, type Parameter, type Schema } from '@vitrine/testing'
import fc, { type Arbitrary } from 'fast-check'
import { hostile, type KnownValues, nearlyValid, valid } from './values.js'

/** A reference to a value of the fixture, resolved when the request is sent, or a text. */
export type Reference = { pick: number } | { text: string }

export type FuzzRequest = {
  params: Record<string, Reference>
  query: [name: string, value: string][]
  headers: Record<string, string>
  /** One of the fixture's credentials; undefined for none. */
  credential: 'own' | 'foreign' | 'broken' | undefined
  body: Buffer | undefined
}

export type RequestOptions = KnownValues & {
  files: readonly Buffer[]
}

/** Requests for one call: most are valid, the others are wrong in one place or everywhere. */
export function requestsFor(call: DescribedCall, options: RequestOptions): Arbitrary<FuzzRequest> {
  const parameters = call.operation.parameters ?? []
  const named = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  return fc
    .record({
      params: fc.record(
        Object.fromEntries(
          [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, reference]),
        ),
      ),
      query: queries(named('query'), options),
      headers: headers(named('header')),
      credential: fc.oneof(
        { weight: 12, arbitrary: fc.constant('own' as const) },
        { weight: 1, arbitrary: fc.constantFrom('foreign', 'broken', undefined) },
      ),
      sent: bodies(call, options),
    })
    .map(({ sent, headers, ...request }) => ({
      ...request,
      headers: { ...headers, ...(sent && { 'content-type': sent.type }) },
      body: sent?.bytes,
    }))
}

const pathText = fc.oneof(
  fc.uuid(),
  fc.constantFrom('..', '%2e%2e', '%zz', '%00', '%ff', 'a%2Fb', '*', '{}', 'x'.repeat(300)),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(encodeURIComponent),
)
const reference: Arbitrary<Reference> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ pick: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ text: pathText }) },
)

function queries(parameters: Parameter[], known: KnownValues) {
  const pairs = parameters.map(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 4, arbitrary: valid(schema, known) },
      { weight: 1, arbitrary: hostile },
    )
    return fc.option(
      value.map((value): [string, string][] =>
        [value]
          .flat()
          .map((one) => [name, typeof one === 'object' ? JSON.stringify(one) : `${one}`]),
      ),
      { nil: [] },
    )
  })
  const unknown = fc.option(
    fc.tuple(fc.string({ maxLength: 10 }), fc.string({ unit: 'binary', maxLength: 10 })),
    { freq: 1, nil: undefined },
  )
  return fc
    .tuple(fc.tuple(...pairs), unknown)
    .map(([pairs, extra]) => [...pairs.flat(), ...(extra ? [extra] : [])])
}

const visible = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((n) => String.fromCharCode(n)),
})
const headerValues = fc.oneof(
  visible.filter(({ length }) => length > 0),
  fc.constantFrom('*', 'bytes=0-10', 'bytes=-5', 'bytes=5-', 'bytes=9-1', 'bytes=0-0,2-3', '"x"'),
  fc.constantFrom('image/webp', 'image/avif;q=0', 'https://a.example', 'null', '0'),
  fc.constantFrom('gzip', 'gzip;q=0.5, br', 'br;q=0, *'),
)
const headers = (parameters: Parameter[]): Arbitrary<Record<string, string>> =>
  fc.record(Object.fromEntries(parameters.map(({ name }) => [name.toLowerCase(), headerValues])), {
    requiredKeys: [],
  }) as Arbitrary<Record<string, string>>

type Sent = { type: string; bytes: Buffer } | undefined

function bodies({ method, operation }: DescribedCall, options: RequestOptions): Arbitrary<Sent> {
  const content = operation.requestBody?.content ?? {}
  if (content['multipart/form-data']) return uploads(options.files)
  const schema = content['application/json']?.schema
  if (method === 'GET' || method === 'HEAD') return fc.constant(undefined)
  if (schema === undefined) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: junk },
    )
  }
  return fc.oneof(
    { weight: 6, arbitrary: json(valid(schema, options)) },
    { weight: 4, arbitrary: json(nearlyValid(schema as Schema, options)) },
    { weight: 1, arbitrary: json(hostile) },
    { weight: 1, arbitrary: junk },
  )
}

const json = (values: Arbitrary<unknown>): Arbitrary<Sent> =>
  values.map((value) => ({
    type: 'application/json',
    bytes: Buffer.from(JSON.stringify(value) ?? ''),
  }))

/** A content type, and bytes that do not match it. */
const junk: Arbitrary<NonNullable<Sent>> = fc.record({
  type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'x', '*/*'),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('{', '[[', '{"a":1', 'null', '"', '{"__proto__":1}').map((s) => Buffer.from(s)),
  ),
})

function uploads(files: readonly Buffer[]): Arbitrary<Sent> {
  const part = fc.record({
    name: fc.oneof({ weight: 8, arbitrary: fc.constant('file') }, fc.constantFrom('x', '', 'a"b')),
    filename: fc
      .string({ unit: 'binary', maxLength: 30 })
      .map((name) => name.replace(/[\r\n"]/g, '')),
    content: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...files) },
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.tuple(fc.constantFrom(...files), fc.nat(400)).map(([file, end]) => file.subarray(0, end)),
    ),
  })
  const parts = fc.oneof({ weight: 5, arbitrary: fc.tuple(part) }, fc.array(part, { maxLength: 3 }))
  return fc.oneof(
    {
      weight: 9,
      arbitrary: parts.map((parts) => {
        const { body, contentType } = multipartBody(parts)
        return { type: contentType, bytes: body }
      }),
    },
    junk,
  )
}
