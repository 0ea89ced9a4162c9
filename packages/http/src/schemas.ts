import { maxSlugLength, slugPattern } from '@vitrine/contracts'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'

// Schemas that every resource uses, defined once so that both services agree.

/** Normalized to lower case, because cache tags and object keys contain ids. */
export const Uuid = Type.String({ lowercase: true, format: 'uuid', description: 'a UUID' })

export const Slug = Type.String({
  pattern: slugPattern,
  maxLength: maxSlugLength,
  description: 'lower-case letters and digits, in words joined by single hyphens',
})

/**
 * A display name: trimmed, then 1–200 characters, none of them a control character or one that changes the
 * direction of text.
 */
export const Name = Type.String({
  trim: true,
  minLength: 1,
  maxLength: 200,
  format: 'name',
  description:
    'text without control characters, also those of text direction (U+202A–202E, U+2066–2069)',
})

/** A timestamp in a response. Rows contain a Date; it is sent as server local time without a zone. */
export const Timestamp = Type.Unsafe<Date>({
  type: 'string',
  format: 'local-date-time',
  description: 'server local time, YYYY-MM-DDTHH:MM:SS',
})

/** A timestamp in a request. Parse it with `parseTimestamp`. */
export const TimestampInput = Type.String({
  format: 'timestamp',
  description: 'YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z',
})

/** Raised by 1 when something of the resource changes. */
export const Revision = Type.Integer({
  minimum: 1,
  description: 'from 1; raised by 1 by each change. Send it as If-Match: "3"',
})

/** A JSON value that is sent as a string of JSON. */
export const JsonText = Type.Unsafe<unknown>({
  type: 'string',
  contentMediaType: 'application/json',
})

/** Makes a schema nullable. A `type` list gives more readable errors than `anyOf`. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => {
  const { type, ...rest } = schema as unknown as { type: string }
  return Type.Unsafe<Static<Schema> | null>({ ...rest, type: [type, 'null'] })
}

/**
 * A field that a PUT may repeat because a GET returned it. It is compared with the resource (see
 * `compareReadOnly`) and removed before the handler gets the body.
 */
export const ReadOnly = Type.Optional(
  Type.Unsafe<ReadOnlyField>({
    readOnly: true,
    description: 'as a GET returns it; another value is refused',
  }),
)

/** Like ReadOnly, for a field that changes by itself: any value is ignored. */
export const Volatile = Type.Optional(
  Type.Unsafe<ReadOnlyField>({ readOnly: true, volatile: true, description: 'ignored' }),
)

declare const readOnly: unique symbol
type ReadOnlyField = { [readOnly]: true }

/** The body that a handler receives, without its read-only fields. */
export type Writable<Body> = {
  [Key in keyof Body as NonNullable<Body[Key]> extends ReadOnlyField ? never : Key]: Body[Key]
}

export const closed = { additionalProperties: false } as const

/** The options of a closed object that the OpenAPI document lists as a named component. */
export const closedAs = (title: string) => ({ ...closed, title }) as const

/** An object that the OpenAPI document lists as a named component. */
export const Component = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Object(properties, { title })

export const PageQuery = Type.Object({
  page: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'zero-based' }),
  size: Type.Integer({ minimum: 1, maximum: 500, default: 20 }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description:
        'the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort',
    }),
  ),
})
export type PageQuery = Static<typeof PageQuery>

/** A page. If its items are a component, it is one too: `PageOfAssets`. */
export const Page = <Item extends TSchema>(item: Item) => {
  const { title } = item as { title?: string }
  return Type.Object(
    {
      content: Type.Array(item),
      totalElements: Type.Integer(),
      totalPages: Type.Integer(),
      size: Type.Integer(),
      number: Nullable(Type.Integer({ description: 'null for a page after a cursor' })),
      first: Type.Boolean(),
      last: Type.Boolean(),
      nextCursor: Nullable(
        Type.String({ description: 'the cursor of the next page; null on the last one' }),
      ),
    },
    title === undefined ? {} : { title: `PageOf${title}s` },
  )
}

/** One page of a list, in the contract's shape. An empty list is its own first and last page. */
export function pageOf<Item>(
  content: Item[],
  totalElements: number,
  { page, size, cursor }: PageQuery,
  nextCursor: string | null,
) {
  const isFirst = page === 0 && cursor === undefined
  return {
    content,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
    size,
    number: cursor === undefined ? page : null,
    first: isFirst,
    last: nextCursor === null,
    nextCursor,
  }
}
