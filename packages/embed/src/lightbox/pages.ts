import type { Element } from '../markup/markup.js'
import type { Item, View } from '../view.js'

/** The addresses of a picture's renditions, with their widths in pixels, ascending. */
type Source = readonly [url: string, width: number]

export type Pages = ReturnType<typeof createPages>

/**
 * The picture in view and its neighbours, each on a page of the row. Positions count on over the ends of the list, so
 * that the last picture is followed by the first.
 *
 * @param places the pictures in the page, of which those that have loaded are shown until better ones have.
 */
export function createPages(
  { items }: View,
  row: HTMLElement,
  places: readonly (HTMLImageElement | null)[],
  toDom: (markup: Element) => Node,
) {
  const pages = new Map<number, HTMLElement>()
  const widths = new WeakMap<HTMLElement, number>()
  const indexOf = (position: number) => ((position % items.length) + items.length) % items.length
  const pictureOf = (page: HTMLElement) => page.firstElementChild as HTMLImageElement

  /** Loads the rendition for the drawn width. If it fails, the picture stays as it is. */
  const sharpen = (position: number, scale: number, fetchPriority: 'high' | 'low') => {
    const page = pages.get(position)
    const item = items[indexOf(position)]
    if (!page || !item) return
    const picture = pictureOf(page)
    const sources = sourcesOf(item)
    const needed = picture.offsetWidth * scale * devicePixelRatio
    const [url, width] = sources.find(([, width]) => width >= needed) ?? sources.at(-1) ?? ['', 0]
    if (width <= (widths.get(picture) ?? 0)) return
    widths.set(picture, width)
    if (!picture.src) {
      picture.src = url
      return
    }
    const better = new Image()
    better.fetchPriority = fetchPriority
    better.src = url
    better.decode().then(
      () => {
        if (widths.get(picture) === width) picture.src = url
      },
      () => widths.delete(picture),
    )
  }
  const add = (position: number) => {
    const index = indexOf(position)
    const item = items[index]
    if (pages.has(position) || !item) return
    const page = toDom(pageMarkup(item)) as HTMLElement
    const picture = pictureOf(page)
    const { width, height } = item.asset
    page.style.setProperty('--at', `${position}`)
    page.style.setProperty('--ratio', `${width / height}`)
    page.style.setProperty('--width', `${width}px`)
    const place = places[index]
    if (place?.naturalWidth) {
      picture.src = place.currentSrc
      const known = sourcesOf(item).find(([url]) => url === place.currentSrc)
      widths.set(picture, known?.[1] ?? 0)
    }
    pages.set(position, page)
    row.append(page)
  }
  return {
    indexOf,
    picture: (position: number) => pictureOf(pages.get(position) as HTMLElement),
    sharpen: (position: number, scale: number) => sharpen(position, scale, 'high'),
    /** Keeps the page at a position and its neighbours. */
    show: (position: number) => {
      const near = items.length > 1 ? [position, position - 1, position + 1] : [position]
      for (const [at, page] of pages) {
        if (near.includes(at)) continue
        page.remove()
        pages.delete(at)
      }
      near.forEach(add)
      for (const [at, page] of pages) page.inert = at !== position
      for (const at of near) sharpen(at, 1, at === position ? 'high' : 'low')
    },
  }
}

/**
 * The sources of the page's own picture, and for zooming the original's width, up to delivery's limit. A project that
 * shows less to the public publishes smaller sizes. A refused rendition is not shown.
 */
function sourcesOf({ asset: { width, height }, _picture }: Item): Source[] {
  const sources = `${_picture.srcset}`.split(',').map((one): Source => {
    const [url = '', size = ''] = one.split(' ')
    return [url, parseInt(size, 10)]
  })
  const most = Math.floor(width * Math.min(1, 4096 / Math.max(width, height)))
  if (most > 2112) sources.push([originalOf(_picture.src, most), most])
  return sources
}

const originalOf = (src: unknown, width: number): string =>
  `${src}`.replace(/w=\d+(?=&format=auto$)/, `w=${width}`)

/** Address of the largest rendition. */
export const largestOf = (item: Item): string => sourcesOf(item).at(-1)?.[0] ?? ''

const pageMarkup = (item: Item): Element => [
  'div',
  { class: 'page', role: 'group', 'aria-label': item.name, 'data-text': item._picture.alt },
  [
    'img',
    {
      alt: item._picture.alt,
      class: `${item._picture.class}${hasDarkParts(item) ? ' clear' : ''}`,
      draggable: 'false',
    },
  ],
]

/** Whether it is a transparent picture that needs a light ground. Green is most of the brightness. */
const hasDarkParts = ({ _isClear, asset: { placeholder } }: Item): boolean =>
  _isClear && parseInt(`${placeholder?.color.slice(3, 5)}`, 16) < 140
