import type { Layout } from './layouts.js'
import {
  byWidth,
  choices,
  either,
  flag,
  link,
  oneOf,
  parts,
  pattern,
  type Setting,
  tagList,
  text,
  texts,
  whole,
} from './setting.js'

type Settings = Readonly<Record<string, Setting>>

/** Width and height, both above zero. */
const size = '(?:\\d*[1-9]\\d*(?:\\.\\d+)?|0+\\.\\d*[1-9]\\d*)'
const ratio = `^(?:auto|${size}\\s*[/:]\\s*${size})$`

const shared = (gap?: number): Settings => ({
  aspectRatio: pattern(ratio, '"W/H" or "W:H", such as "16/9", or "auto"'),
  objectFit: oneOf(['auto', 'cover', 'contain'], 'auto'),
  gap: whole(0, 200, 'px', gap),
  showCaptions: flag(false),
  captionPosition: oneOf(['below', 'overlay']),
  lightbox: flag(true),
  ariaLabel: text(200),
  labels: texts(200),
  /** Hover includes the focus of the keyboard. Devices that cannot hover always show captions. */
  captionOn: oneOf(['always', 'hover'], 'always'),
  deepLink: flag(false),
  filterByTags: either(flag(false), tagList(50), false),
  header: parts({
    title: text(200),
    text: text(1000),
    button: parts({ label: text(60, 1), url: link() }, ['label', 'url']),
  }),
  lightboxTools: choices(['zoom', 'download', 'share', 'thumbnails'], ['zoom']),
  order: oneOf(['given', 'random'], 'given'),
})

/** `over` the pictures, and on touch screens below them. Logos have them `outside` by default. */
const arrows: Settings = { arrowPlacement: oneOf(['over', 'outside', 'below', 'none']) }

/** Settings of pictures that keep their own proportions and are as wide as the widget. */
const viewport: Settings = { maxViewportHeight: whole(10, 100, '% of the window', 80) }

/** How many pictures are shown at first, and how many more by each use of the button. */
const more = (fallback?: number): Settings => ({ loadMore: whole(1, 500, 'pictures', fallback) })

/**
 * Without `aspectRatio` all pictures share the median ratio of the set, from 3/4 to 3/1, and are no higher than
 * `maxViewportHeight`.
 */
const rotating = (transition: string): Settings => ({
  ...viewport,
  autoplay: flag(false),
  autoplaySpeed: whole(500, 60_000, 'ms', 5000),
  showArrows: flag(true),
  ...arrows,
  showDots: flag(true),
  infinite: flag(true),
  transition: oneOf(['slide', 'fade', 'none'], transition),
  transitionDuration: whole(0, 2000, 'ms', 400),
  thumbnails: flag(false),
})

/**
 * From 240 pixels on there are two columns at least, unless `minColumnWidth` or `columns` is stored. Below the least width of
 * `columnsAt` the other keys count.
 */
const grid = (minColumnWidth: number): Settings => ({
  ...more(),
  columns: either(whole(1, 12, ''), oneOf(['auto']), 'auto'),
  minColumnWidth: whole(80, 800, 'px', minColumnWidth),
  columnsAt: byWidth(whole(1, 12, ''), 10),
})

/** The known keys of `config`, per layout. */
export const configSettings: Readonly<Record<Layout, Settings>> = {
  /** Without `slidesPerView`: up to six logos, up to three portraits with a `gap` of 16 px, one of other pictures. */
  CAROUSEL: { ...shared(), ...rotating('slide'), slidesPerView: whole(1, 10, '') },
  SLIDER: { ...shared(0), ...rotating('fade'), showCounter: flag(true) },
  GRID: {
    ...shared(16),
    ...grid(200),
    rows: oneOf(['justified']),
    rowHeight: whole(60, 1000, 'px', 240),
  },
  MASONRY: { ...shared(16), ...grid(240) },
  LIST_VERTICAL: { ...shared(16), ...viewport, ...more(12), maxHeight: whole(50, 10_000, 'px') },
  /** With `itemWidth` all widths are equal, otherwise all heights. */
  LIST_HORIZONTAL: {
    ...shared(16),
    itemHeight: whole(40, 2000, 'px', 240),
    itemWidth: whole(40, 2000, 'px'),
    snap: flag(true),
    ...arrows,
  },
}
