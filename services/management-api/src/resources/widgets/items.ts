import { type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import { maxItemTextBytes, type RequestedItem } from './item-schemas.js'

/** One place of a widget's list. Null: the text of the asset, or no link. */
export type Item = {
  assetId: string
  caption: string | null
  altText: string | null
  link: { url: string; newTab: boolean } | null
  /** The page of a video, of which the picture is the poster. */
  video: { url: string } | null
}

/** The list in a request: `assetIds`, or `items`, or both if they agree. */
export type RequestedList = {
  assetIds?: readonly string[] | undefined
  items?: readonly RequestedItem[] | undefined
}

/**
 * The list after a change. A client may send back both fields of a GET and edit one of them: the one that differs
 * from the stored list counts. With `assetIds` alone, texts and links follow the n-th occurrence of their image.
 *
 * @returns `stored` itself if the request does not change it.
 * @throws AppError VALIDATION_FAILED if both fields differ from the stored list and disagree, or if the texts
 *   are too long in total.
 */
export function listAfter(
  stored: readonly Item[],
  { assetIds, items }: RequestedList,
): readonly Item[] {
  const requested = items?.map(complete)
  const isRequested = requested !== undefined && !isSameList(requested, stored)
  const isRelisted = assetIds !== undefined && !hasIds(stored, assetIds)
  if (isRequested && isRelisted && !hasIds(requested, assetIds)) {
    const message = 'must list the same assets as assetIds in the same order: send one of the two'
    throw validationFailed([{ field: 'items', message }])
  }
  if (isRequested) return requireShort(requested)
  return isRelisted ? relist(stored, assetIds) : stored
}

/** @throws AppError VALIDATION_FAILED as `listAfter`, or if a new widget has neither field. */
export function firstList(requested: RequestedList): readonly Item[] {
  const problems = missingList(requested)
  if (problems.length > 0) throw validationFailed(problems)
  return listAfter([], requested)
}

/** The problem that `firstList` would report for an unvalidated body. */
export function missingList(body: unknown): ErrorDetail[] {
  const { assetIds, items } = (body ?? {}) as Record<string, unknown>
  if (assetIds !== undefined || items !== undefined) return []
  return [{ field: 'assetIds', message: 'is required, unless items are sent' }]
}

export const idsOf = (items: readonly { assetId: string }[]): string[] =>
  items.map(({ assetId }) => assetId)

/** The details of an error name the field that the client sent. */
export const fieldOfAsset = ({ items }: RequestedList, index: number): string =>
  items === undefined ? `assetIds[${index}]` : `items[${index}].assetId`

export const hasText = ({ caption, altText, link, video }: Item): boolean =>
  caption !== null || altText !== null || link !== null || video !== null

const complete = ({
  assetId,
  caption = null,
  altText = null,
  link = null,
  video = null,
}: RequestedItem): Item => ({
  assetId,
  caption,
  altText,
  link: link && { url: link.url, newTab: link.newTab ?? false },
  video: video && { url: video.url },
})

const hasIds = (items: readonly Item[], assetIds: readonly string[]): boolean =>
  items.length === assetIds.length && items.every(({ assetId }, i) => assetId === assetIds[i])

const isSameList = (left: readonly Item[], right: readonly Item[]): boolean =>
  left.length === right.length && left.every((item, i) => isSame(item, right[i]))

const isSame = (left: Item, right?: Item): boolean =>
  left.assetId === right?.assetId &&
  left.caption === right.caption &&
  left.altText === right.altText &&
  left.link?.url === right.link?.url &&
  left.link?.newTab === right.link?.newTab &&
  left.video?.url === right.video?.url

function relist(stored: readonly Item[], assetIds: readonly string[]): Item[] {
  const former = new Map<string, Item[]>()
  for (const item of stored) former.set(item.assetId, [...(former.get(item.assetId) ?? []), item])
  return assetIds.map((assetId) => former.get(assetId)?.shift() ?? complete({ assetId }))
}

function requireShort(items: readonly Item[]): readonly Item[] {
  const texts = items.flatMap(({ caption, altText, link, video }) => [
    caption,
    altText,
    link?.url,
    video?.url,
  ])
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
  if (bytes <= maxItemTextBytes) return items
  const message = `may have ${maxItemTextBytes} bytes of captions, alternative texts and addresses in total, and has ${bytes}`
  throw validationFailed([{ field: 'items', message }])
}
