import type { Layout } from './layouts.js'
import { either, flag, oneOf, pattern, type Setting, text, texts, whole } from './setting.js'

type Settings = Readonly<Record<string, Setting>>

/** Width and height, both above zero. */
const size = '(?:\\d*[1-9]\\d*(?:\\.\\d+)?|0+\\.\\d*[1-9]\\d*)'
const ratio = `^(?:auto|${size}\\s*[/:]\\s*${size})$`

const shared = (gap: number): Settings => ({
  aspectRatio: pattern(ratio, '"W/H" or "W:H", such as "16/9", or "auto"'),
  objectFit: oneOf(['cover', 'contain'], 'cover'),
  gap: whole(0, 200, 'px', gap),
  showCaptions: flag(false),
  captionPosition: oneOf(['below', 'overlay']),
  lightbox: flag(false),
  ariaLabel: text(200),
  labels: texts(200),
})

const rotating: Settings = {
  autoplay: flag(false),
  autoplaySpeed: whole(500, 60_000, 'ms', 5000),
  showArrows: flag(true),
  showDots: flag(true),
  infinite: flag(true),
  transition: oneOf(['slide', 'fade', 'none'], 'slide'),
  transitionDuration: whole(0, 2000, 'ms', 400),
}

const grid = (minColumnWidth: number): Settings => ({
  columns: either(whole(1, 12, ''), oneOf(['auto']), 'auto'),
  minColumnWidth: whole(80, 800, 'px', minColumnWidth),
})

/** The known keys of `config`, per layout. */
export const configSettings: Readonly<Record<Layout, Settings>> = {
  CAROUSEL: { ...shared(0), ...rotating, slidesPerView: whole(1, 10, '', 1) },
  SLIDER: { ...shared(0), ...rotating, showCounter: flag(true) },
  GRID: { ...shared(16), ...grid(200) },
  MASONRY: { ...shared(16), ...grid(240) },
  LIST_VERTICAL: { ...shared(16), maxHeight: whole(50, 10_000, 'px') },
  LIST_HORIZONTAL: { ...shared(16), itemWidth: whole(40, 2000, 'px', 280), snap: flag(true) },
}
