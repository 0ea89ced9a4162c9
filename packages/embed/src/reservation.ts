import type { Published } from './published.js'
import { type Config, readConfig } from './settings/config.js'
import { parseObject } from './settings/parse.js'

/** The row of dots and other controls below a carousel, pixels. */
const barHeight = 44

/** Height of a widget without its padding: its width times `share`, and `pixels`. */
type Height = { share: number; pixels: number }

/**
 * A `style` that keeps a widget's place free until its script has come, so that nothing on the page
 * moves; the element removes it when it is ready. Empty where the height hangs on more than the
 * width: captions below, columns as many as fit, strips. A snippet needs none.
 */
export function reservation({ widget, assets }: Published): string {
  const config = readConfig(widget.layout, widget.config)
  const shapes = assets.map(({ width, height }) =>
    config.aspectRatio ? 1 / config.aspectRatio : height / width,
  )
  const height = heightOf(widget.layout, config, shapes)
  if (height === undefined) return ''
  const { padding } = parseObject(widget.theme)
  const around = typeof padding === 'number' ? padding : 0
  const { share, pixels } = height
  // The ratio is that of the content box. What does not grow with the width is padding below it, or,
  // where it is less than nothing, width taken off.
  const below = around + Math.max(0, pixels)
  const beside = around + Math.max(0, -pixels / share)
  return `display:block;box-sizing:content-box;aspect-ratio:${(1 / share).toFixed(4)};padding:${around}px ${beside.toFixed(2)}px ${below.toFixed(2)}px ${around}px`
}

function heightOf(layout: string, config: Config, shapes: readonly number[]): Height | undefined {
  const { aspectRatio, captionPosition, columns, gap, maxHeight, showCaptions } = config
  const count = shapes.length
  if (count === 0 || (showCaptions && captionPosition !== 'overlay')) return undefined
  if (layout === 'LIST_VERTICAL' && maxHeight === 0) {
    return { share: shapes.reduce((sum, shape) => sum + shape), pixels: (count - 1) * gap }
  }
  if (aspectRatio === 0) return undefined
  if (layout === 'GRID' && columns > 0) {
    const rows = Math.ceil(count / columns)
    const share = rows / columns / aspectRatio
    return { share, pixels: (rows - 1) * gap - share * (columns - 1) * gap }
  }
  if ((layout === 'CAROUSEL' || layout === 'SLIDER') && config.slidesPerView === 1) {
    return { share: 1 / aspectRatio, pixels: hasBar(config, count) ? barHeight : 0 }
  }
  return undefined
}

const hasBar = ({ autoplay, showCounter, showDots }: Config, count: number): boolean =>
  count > 1 && (autoplay || showCounter || showDots)
