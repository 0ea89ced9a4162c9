import type { Asset } from '../queries.ts'
import type { Item } from '../working-copy/fields.ts'

export const listIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export const toggled = (list: readonly string[], one: string, isOn: boolean): string[] =>
  isOn ? [...list.filter((other) => other !== one), one] : list.filter((other) => other !== one)

/** Each once, in the order of the pictures. Other tags of the project would have no picture to show. */
export const tagsOfPictures = (
  items: readonly Item[],
  assets: ReadonlyMap<string, Asset>,
): string[] => [...new Set(items.flatMap(({ assetId }) => assets.get(assetId)?.tags ?? []))]

type Row = readonly [width: number, value: number]

/** By width. Values of another kind count as none. */
export const widthsIn = (value: unknown): Row[] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {})
    .filter((row): row is [string, number] => /^\d+$/.test(row[0]) && typeof row[1] === 'number')
    .map(([width, count]): Row => [Number(width), count])
    .sort(([one], [other]) => one - other)

/** The table with a row replaced, added, or removed by null. A width that no screen has is not taken. */
export function withWidth(value: unknown, width: number, row: Row | null): unknown {
  if (row !== null && (row[0] < 10 || row[0] > 9999)) return value
  const others = widthsIn(value).filter(([one]) => one !== width && one !== row?.[0])
  const rows = [...others, ...(row === null ? [] : [row])].sort(([one], [other]) => one - other)
  return rows.length === 0 ? undefined : Object.fromEntries(rows)
}
