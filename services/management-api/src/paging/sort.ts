import Type from 'typebox'
import type { Order } from './cursor.js'

/** Names of the fields that a list can be ordered by. */
type Types = Readonly<Record<string, Order['type']>>
type SortOf<Fields extends Types> = `${keyof Fields & string}${'' | ',asc' | ',desc'}`

/** The query parameter `sort`: a field, ascending by default. Newest first without it. */
export const SortParameter = <Fields extends Types>(fields: Fields) =>
  Type.Unsafe<SortOf<Fields>>({
    type: 'string',
    enum: Object.keys(fields).flatMap((field) => [field, `${field},asc`, `${field},desc`]),
    default: 'createdAt,desc',
    description:
      'A change of this field moves the entry. By updatedAt,asc it moves to the end, so pages by cursor show it again and miss none; in other orders they may miss an entry that is changed between two of them, except by createdAt, which never changes',
  })

export function orderOf<Fields extends Types>(
  list: string,
  fields: Fields,
  sort: SortOf<Fields>,
): Order & { field: keyof Fields & string } {
  const [field, direction] = sort.split(',') as [keyof Fields & string, string | undefined]
  const type = fields[field]
  if (type === undefined) throw new Error(`${list} cannot be sorted by ${field}`)
  return { list, field, type, direction: direction === 'desc' ? 'desc' : 'asc' }
}

/** The order of lists that take no `sort`. */
export const newestFirst = (list: string): Order => ({
  list,
  field: 'createdAt',
  type: 'time',
  direction: 'desc',
})
