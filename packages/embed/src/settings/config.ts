import type { Asset, LayoutName } from '../published.js'
import { camelCaseKeys, parseObject } from './parse.js'
import { isSmall, isTransparent, stageRatio } from './stage.js'

/** Bounds of the numbers that determine amounts and frequencies. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  gap: [0, 200],
  autoplaySpeed: [500, 60_000],
  transitionDuration: [0, 2000],
  slidesPerView: [1, 10],
  columns: [1, 12],
}

/** A widget's complete `config`. Missing or invalid values are replaced by the layout's defaults. */
export type Config = ReturnType<typeof readConfig>

function defaultsOf(layout: LayoutName, isRotating: boolean) {
  return {
    gap: isRotating ? 0 : 16,
    objectFit: 'auto',
    showCaptions: false,
    captionPosition: 'below',
    captionOn: 'always',
    lightbox: true,
    lightboxTools: ['zoom'],
    deepLink: false,
    ariaLabel: '',
    autoplay: false,
    autoplaySpeed: 5000,
    showArrows: true,
    arrowPlacement: 'over',
    showDots: true,
    infinite: true,
    transition: layout === 'SLIDER' ? 'fade' : 'slide',
    transitionDuration: 400,
    thumbnails: false,
    slidesPerView: 1,
    showCounter: layout === 'SLIDER',
    /** 0 for as many as fit. */
    columns: 0,
    /** Numbers of columns by the widget's width, pixels. */
    columnsAt: {} as Record<string, unknown>,
    minColumnWidth: layout === 'MASONRY' ? 240 : 200,
    /** 0 for unbounded. */
    maxHeight: 0,
    /** 0 for equal heights, `itemHeight`. */
    itemWidth: 0,
    itemHeight: 240,
    rowHeight: 240,
    /** Percent of the window's height. */
    maxViewportHeight: 80,
    rows: '',
    /** 0 for all pictures at once. */
    loadMore: layout === 'LIST_VERTICAL' ? 12 : 0,
    snap: true,
    labels: {} as Record<string, unknown>,
  }
}

/**
 * @param json the `config` of the delivery API.
 * @param assets the pictures of the widget: what its owner did not choose follows from them.
 */
export function readConfig(layout: LayoutName, json: string, assets: readonly Asset[] = []) {
  const isSlider = layout === 'SLIDER'
  const isRotating = isSlider || layout === 'CAROUSEL'
  const values = parseObject(json)
  const isJustified = layout === 'GRID' && values.rows === 'justified'
  const own = ratioOf(values.aspectRatio)
  const ratio = stageRatio(assets)
  const heights = assets.map(({ height }) => height)
  const isFree = layout === 'CAROUSEL' && !values.slidesPerView && values.transition !== 'fade'
  const isTransparentSet = 2 * assets.filter(isTransparent).length > assets.length
  const isLogos = isFree && isTransparentSet
  const isPortraits = isFree && !isLogos && !own && ratio < 1
  const config = {
    ...defaultsOf(layout, isRotating),
    // Arrows would lie on the names of logos.
    ...(isRotating && isTransparentSet && { arrowPlacement: 'outside' }),
    ...(isLogos && { slidesPerView: 6 }),
    ...(isPortraits && { slidesPerView: 3, gap: 16 }),
    /** Width divided by height of every picture's frame; 0 for each picture's own proportions. */
    aspectRatio: isRotating
      ? own || (isLogos ? logoRatio : ratio)
      : (own ?? (layout === 'GRID' && !isJustified ? 1 : 0)),
  }
  // Iterate over our keys, not the sent ones: a sent key may be the name of an inherited property.
  for (const key in config) {
    const value = values[key]
    const [least, most] = ranges[key] ?? [0, 10_000]
    const isRight = typeof value !== 'number' || (value >= least && value <= most)
    // @ts-expect-error a value is only assigned to a key of its own type
    if (typeof value === typeof config[key] && isRight) config[key] = value
  }
  if (isSlider) config.slidesPerView = 1
  if (isRotating || layout === 'LIST_HORIZONTAL') config.loadMore = 0
  config.labels = camelCaseKeys(config.labels)
  config.columnsAt ??= {}
  return {
    ...config,
    _isRotating: isRotating,
    _isSlider: isSlider,
    _isLogos: isLogos,
    _isTransparentSet: isTransparentSet,
    /** More pictures get a line. */
    _mostDots: 8,
    /** Whether pictures are no higher than a part of the window. */
    _isCapped: layout === 'LIST_VERTICAL' ? !config.aspectRatio : isRotating && !own,
    /** The most height of pictures that are all small, pixels; 0 for others. */
    _mostHeight: isRotating && !own && assets.every(isSmall) ? Math.max(0, ...heights) : 0,
    /** Minimum width of a slide, pixels. A narrow widget shows fewer slides at once. */
    _leastWidth: isLogos ? 120 : isPortraits ? 280 : 160,
    /** Whether a part of the next picture is in view, where there are several. */
    _isPeeking: isPortraits && config.infinite,
    /** At least two columns from 240 px on. */
    _hasPair: !config.columns && typeof values.minColumnWidth !== 'number',
  }
}

/** The frame of a logo. */
const logoRatio = 1.6

function ratioOf(value: unknown): number | undefined {
  if (value === 'auto') return 0
  const [width = 0, height = 0] = typeof value === 'string' ? value.split(/[/:]/).map(Number) : []
  const quotient = width / height
  return quotient > 0 && Number.isFinite(quotient) ? quotient : undefined
}
