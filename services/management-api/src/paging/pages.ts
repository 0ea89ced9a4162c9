import { validationFailed } from '@vitrine/contracts/errors'
import { type PageQuery, pageOf } from '@vitrine/http'
import { decodeCursor, encodeCursor, type Order, type Position } from './cursor.js'

type Naming = {
  /** The field that decides between equal values. */
  id?: string
  /** Applies a condition or a direction to the field of the order, in Prisma's terms. */
  by?: (field: string, condition: unknown) => object
}

const byField = (field: string, condition: unknown): object => ({ [field]: condition })

type Row = Readonly<Record<string, unknown>>

/**
 * One page of a list, by number or after a cursor. A page after a cursor begins at a position in the order, so
 * rows that are added or deleted elsewhere do not move it.
 *
 * @throws AppError VALIDATION_FAILED for a cursor that is invalid, or sent with a page.
 */
export function createPage(
  order: Order,
  query: PageQuery,
  { id = 'id', by = byField }: Naming = {},
) {
  const { page, size, cursor } = query
  if (cursor !== undefined && page > 0) {
    throw validationFailed([{ field: 'page', message: 'cannot be sent with a cursor' }])
  }
  const after = cursor === undefined ? null : decodeCursor(order, cursor)
  const positionOf = (row: Row): Position => ({
    value: row[order.field] as Position['value'],
    id: String(row[id]),
  })

  const take = size + 1
  const skip = page * size
  const orderBy = [by(order.field, order.direction), byField(id, 'asc')]
  const beginning = after === null ? {} : behind(order, after, { id, by })
  /** @param rows at most `take`, in the order. Every row has the field of the order and the id. */
  const answer = <Item extends Row>(rows: readonly Item[], total: number) => {
    const content = rows.slice(0, size)
    const last = content.at(-1)
    const hasMore = rows.length > size && last !== undefined
    return pageOf(content, total, query, hasMore ? encodeCursor(order, positionOf(last)) : null)
  }

  return {
    after,
    /** One more than the page has: it shows whether there is a next one. */
    take,
    skip,
    answer,
    /** The page of the rows that Prisma finds, and their number on all pages. */
    read: async <Item extends Row>(
      where: object,
      find: (rows: {
        where: { AND: object[] }
        orderBy: object[]
        skip: number
        take: number
      }) => Promise<readonly Item[]>,
      count: (all: { where: object }) => Promise<number>,
    ) => {
      const [rows, total] = await Promise.all([
        find({ where: { AND: [where, beginning] }, orderBy, skip, take }),
        count({ where }),
      ])
      return answer(rows, total)
    },
  }
}

/** The first condition lets the index find the position. */
function behind(
  { field, direction }: Order,
  { value, id: lastId }: Position,
  { id, by }: Required<Naming>,
): object {
  const beyond = direction === 'asc' ? { gt: value } : { lt: value }
  const from = direction === 'asc' ? { gte: value } : { lte: value }
  const sameValue = { AND: [by(field, value), byField(id, { gt: lastId })] }
  return { AND: [by(field, from), { OR: [by(field, beyond), sameValue] }] }
}
