import type { Asset } from '../queries.ts'
import type { Start } from './start.ts'

export type Item = Pick<Asset, 'id' | 'createdAt' | 'filename'>

export type Page = { content: readonly Item[]; totalElements: number; nextCursor: string | null }

/** A text that was saved: the picture before and after. */
export type Saved = { before: Asset; after: Asset }

/** The pictures of a run, those that are loaded. Its order is fixed, so that "back" and the number keep their meaning. */
export type Run = {
  items: readonly Item[]
  /** The present one; the number of items at the end of those that are loaded. */
  index: number
  /** The number of the first item, from 1: after a reload a run goes on in its middle. */
  firstNumber: number
  /** Pictures of the whole run, also those that are not loaded. */
  total: number
  nextCursor: string | null
  /** Names of pictures that another person has deleted. */
  gone: readonly string[]
}

const itemOf = ({ id, createdAt, filename }: Item): Item => ({ id, createdAt, filename })

/** The run of the first page. A start that is not on it is shown first: it may have its text by now. */
export function begin(page: Page, start: Start | null): Run {
  const found = page.content.findIndex(({ id }) => id === start?.id)
  const dropped = Math.max(0, found)
  const added =
    start === null || found >= 0 ? [] : [{ id: start.id, createdAt: start.createdAt, filename: '' }]
  const firstNumber = start?.number ?? 1
  return {
    items: [...added, ...page.content.slice(dropped).map(itemOf)],
    index: 0,
    firstNumber,
    total: firstNumber - 1 + page.totalElements - dropped + added.length,
    nextCursor: page.nextCursor,
    gone: [],
  }
}

/** With the page after the last one. */
export function withPage(run: Run, { content, nextCursor }: Omit<Page, 'totalElements'>): Run {
  const ids = new Set(run.items.map(({ id }) => id))
  const items = [...run.items, ...content.filter(({ id }) => !ids.has(id)).map(itemOf)]
  const loaded = run.firstNumber - 1 + items.length
  // Pictures that were added or changed since the run began are counted when they come.
  const total = nextCursor === null ? loaded : Math.max(run.total, loaded)
  return { ...run, items, nextCursor, total }
}

/** Pictures ahead, below which the next page is loaded. */
const fewAhead = 20

export const needsPage = ({ items, index, nextCursor }: Run): boolean =>
  nextCursor !== null && items.length - index <= fewAhead

export const isAtEnd = ({ items, index, nextCursor }: Run): boolean =>
  nextCursor === null && index >= items.length

export const numberOf = ({ firstNumber, index, total }: Run): number =>
  Math.min(firstNumber + index, total)

export const forward = (run: Run): Run => ({
  ...run,
  index: Math.min(run.items.length, run.index + 1),
})

export const back = (run: Run): Run => ({ ...run, index: Math.max(0, run.index - 1) })

/** At a picture of the run: one whose text was taken back, or not saved. */
export const goTo = (run: Run, id: string): Run => {
  const index = run.items.findIndex((item) => item.id === id)
  return index === -1 ? run : { ...run, index }
}

/** Without a picture that was deleted: the next one takes its place. */
export function withoutGone(run: Run, id: string): Run {
  const at = run.items.findIndex((item) => item.id === id)
  const item = run.items[at]
  if (item === undefined) return run
  return {
    ...run,
    items: run.items.filter((one) => one !== item),
    index: at < run.index ? run.index - 1 : run.index,
    total: run.total - 1,
    gone: [...run.gone, item.filename],
  }
}
