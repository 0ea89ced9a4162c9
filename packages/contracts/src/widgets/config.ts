import type { Layout } from './layouts.js'
import {
  either,
  flag,
  oneOf,
  pattern,
  type Setting,
  someOf,
  text,
  texts,
  whole,
} from './setting.js'

type Settings = Readonly<Record<string, Setting>>

/** Width and height, both above zero. */
const size = '(?:\\d*[1-9]\\d*(?:\\.\\d+)?|0+\\.\\d*[1-9]\\d*)'
const ratio = `^(?:auto|${size}\\s*[/:]\\s*${size})$`

const shared = (gap: number): Settings => ({
  aspectRatio: pattern(ratio, '"W/H" or "W:H", such as "16/9", or "auto"'),
  objectFit: oneOf(['auto', 'cover', 'contain'], 'auto'),
  gap: whole(0, 200, 'px', gap),
  showCaptions: flag(false),
  captionPosition: oneOf(['below', 'overlay']),
  lightbox: flag(true),
  lightboxTools: someOf(['zoom', 'download', 'share', 'thumbnails'], ['zoom']),
  deepLink: flag(false),
  ariaLabel: text(200),
  labels: texts(200),
})

/** Settings of pictures that keep their own proportions and are as wide as the widget. */
const viewport: Settings = { maxViewportHeight: whole(10, 100, '% of the window', 80) }

/** How many pictures are shown at first, and how many more by each use of the button. */
const more: Settings = { loadMore: whole(1, 500, 'pictures') }

const rotating: Settings = {
  ...viewport,
  autoplay: flag(false),
  autoplaySpeed: whole(500, 60_000, 'ms', 5000),
  showArrows: flag(true),
  showDots: flag(true),
  infinite: flag(true),
  transition: oneOf(['slide', 'fade', 'none'], 'slide'),
  transitionDuration: whole(0, 2000, 'ms', 400),
  thumbnails: flag(false),
}

/** From 320 pixels on there are two columns at least, unless `minColumnWidth` or `columns` is stored. */
const grid = (minColumnWidth: number): Settings => ({
  ...more,
  columns: either(whole(1, 12, ''), oneOf(['auto']), 'auto'),
  minColumnWidth: whole(80, 800, 'px', minColumnWidth),
})

/** The known keys of `config`, per layout. */
export const configSettings: Readonly<Record<Layout, Settings>> = {
  CAROUSEL: { ...shared(0), ...rotating, slidesPerView: whole(1, 10, '', 1) },
  SLIDER: { ...shared(0), ...rotating, showCounter: flag(true) },
  GRID: {
    ...shared(16),
    ...grid(200),
    rows: oneOf(['justified']),
    rowHeight: whole(60, 1000, 'px', 240),
  },
  MASONRY: { ...shared(16), ...grid(240) },
  LIST_VERTICAL: { ...shared(16), ...viewport, ...more, maxHeight: whole(50, 10_000, 'px') },
  /** With `itemWidth` all widths are equal, otherwise all heights. */
  LIST_HORIZONTAL: {
    ...shared(16),
    itemHeight: whole(40, 2000, 'px', 240),
    itemWidth: whole(40, 2000, 'px'),
    snap: flag(true),
  },
}
