import { captionOf, figure } from './figure.js'
import { fill, type Labels, reword } from './labels/labels.js'
import type { Attributes, Element, Markup } from './markup/markup.js'
import { pictureAttributes } from './pictures.js'
import type { Asset, LayoutName, Published } from './published.js'
import { type Config, readConfig } from './settings/config.js'
import { declarationsOf } from './settings/declarations.js'
import { parseObject } from './settings/parse.js'
import { isSmall, isTransparent, logoShare } from './settings/stage.js'

/** Properties of the page; a server has to assume them. */
export type Surroundings = {
  labels: Labels
  /** CSS length: the widget's width. */
  width: string
  /** Whether the page is in a frame, whose height may follow from that of the widget. */
  _isFramed: boolean
  /** Whether the widget is above the fold. */
  _isOnScreen: boolean
}

export type Item = {
  asset: Asset
  /** CSS length: approximate width of the picture's box. */
  _slot: string
  _picture: Attributes
  /** The picture with its caption and link. */
  content: Markup
  /** Height divided by width of the picture's box. */
  shape: number
  /** Whether the picture has transparent parts, as logos have. */
  _isClear: boolean
  /** For a picture that is shown whole: how many times as wide as its box it is at the same height. */
  _fit: string | false
  /** For a transparent picture: its most width as a part of its cell's. */
  _share: string | false
  _hasCaption: boolean
  /** Its text, whether or not the layout shows it. */
  caption: string
  /** For example "3 of 10". */
  name: string
}

export type View = {
  config: Config
  labels: Labels
  name: string
  slug: string
  _isOverlay: boolean
  /** Of captions, pixels. */
  _fontSize: number
  /** Number of pictures that are shown; the visitor may ask for more. */
  _shown: number
  /** Whether widths of boxes follow from the proportions of the pictures. */
  _hasRatios: boolean
  items: readonly Item[]
  /** Whether its slides lie on top of each other. */
  _isFading: boolean
  /** Whether something stands above its pictures, or they have another order or play signs: see `arrangement`. */
  _isArranged: boolean
  /** Whether a carousel needs styles that few have. */
  _isVariant: boolean
  /** Validated declarations for the host. */
  _declarations: string
  /** A button with a line icon on a 24 by 24 grid. */
  button: (name: string, label: string, path: string) => Element
  /** Previous and next buttons. CSS mirrors their icons in right-to-left pages. */
  _arrows: readonly Element[]
}

/** Any other scheme could run code or leak data when a picture is opened. */
const isSafe = ({ url }: Asset): boolean => /^https?:/.test(url)

function itemsOf(
  { widget, assets: all }: Published,
  config: Config,
  labels: Labels,
  { width, _isOnScreen }: Surroundings,
  cap: string | false,
): Item[] {
  const assets = all.filter(isSafe)
  return assets.map((asset, index) => {
    const numbered = (pattern: string) => fill(pattern, index + 1, assets.length)
    const caption = captionOf(asset)
    const name = numbered(labels.slideOf)
    const opening = config.lightbox ? numbered(labels.open) : ''
    const _isClear = isTransparent(asset)
    const isWhole =
      config.objectFit === 'contain' ||
      (config.objectFit === 'auto' && (_isClear || (config._isRotating && isSmall(asset))))
    const ratio = config.aspectRatio || asset.width / asset.height
    const slot = slotWidth(widget.layout, config, width, asset, ratio, cap, assets.length)
    const picture = {
      ...pictureAttributes(
        asset,
        { width: slot, ratio: isWhole ? 0 : config.aspectRatio },
        _isOnScreen && index === 0,
      ),
      // A link needs a name even if its picture has no alternative text.
      alt: asset.altText || (asset.link ? caption || name : opening),
      class: `p${index}${isWhole ? ' whole' : ''}`,
    }
    return {
      asset,
      _slot: slot,
      _picture: picture,
      content: figure(asset, picture, config, caption),
      shape: 1 / ratio,
      _isClear,
      _fit: isWhole && `${asset.width / asset.height / ratio}`,
      _share:
        isWhole &&
        _isClear &&
        `${config._isLogos ? logoShare(asset.width / asset.height).toFixed(3) : 0.84}`,
      _hasCaption: config.showCaptions && !!caption,
      caption,
      name,
    }
  })
}

export function createView(published: Published, surroundings: Surroundings): View {
  const { widget } = published
  const theme = parseObject(widget.theme)
  const config = readConfig(widget.layout, widget.config, published.assets)
  const labels = reword(surroundings.labels, config.labels)
  // No part of the window in a frame: one that is as high as its content would shrink again and again.
  const cap = config._mostHeight
    ? `${config._mostHeight}px`
    : !surroundings._isFramed && config._isCapped && `${config.maxViewportHeight}vh`
  const items = itemsOf(published, config, labels, surroundings, cap)
  return {
    config,
    labels,
    name: config.ariaLabel || labels.gallery,
    slug: widget.slug,
    _isOverlay: config.captionPosition === 'overlay',
    items,
    _isFading: items.length > 1 && config.transition === 'fade' && config.slidesPerView === 1,
    _isVariant:
      config._isRotating &&
      (config._isSlider ||
        config.showCounter ||
        items.length > config._mostDots ||
        config.arrowPlacement !== 'over' ||
        items.some(({ _fit }) => _fit !== false)),
    _hasRatios:
      (!!cap && !config._isRotating) ||
      !!config.rows ||
      (widget.layout === 'LIST_HORIZONTAL' && !config.itemWidth),
    _isArranged:
      /"(header|filter.?by.?tags|order)"/i.test(widget.config) ||
      items.some(({ asset }) => asset.video),
    _declarations: declarationsOf({
      // First, so that the colours are declared after it and prevail.
      colorScheme: '',
      ...theme,
      ...config,
      aspectRatio: config.aspectRatio ? `${Number(config.aspectRatio.toFixed(5))}` : 'auto',
      objectFit: config.objectFit === 'auto' ? 'cover' : config.objectFit,
      maxHeight: config.maxHeight || 'none',
      maxViewportHeight: cap || 1e5,
    }),
    _fontSize: Number(theme.captionFontSize) || 14,
    _shown: config.loadMore || items.length,
    button,
    _arrows: [
      button('arrow prev', labels.prev, 'm14.5 5-7 7 7 7'),
      button('arrow next', labels.next, 'm9.5 5 7 7-7 7'),
    ],
  }
}

const button = (name: string, label: string, d: string): Element => [
  'button',
  { class: `control ${name}`, type: 'button', 'aria-label': label },
  ['svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ['path', { d }]],
]

/**
 * CSS length: width of a picture's box in a widget that is `width` wide. It needs none of the
 * layout's code, so the first picture does not have to wait for that.
 *
 * @param ratio width divided by height of the box.
 * @param cap CSS length: the most height of the box, if it is limited.
 * @param count number of pictures.
 */
function slotWidth(
  layout: LayoutName,
  config: Config,
  width: string,
  asset: Asset,
  ratio: number,
  cap: string | false,
  count: number,
): string {
  const { columns, columnsAt, itemHeight, itemWidth, minColumnWidth, rowHeight, rows } = config
  const cell =
    Object.entries(columnsAt)
      .map(([from, wished]) => `max(${width}/${wished},9999*(${from}px - ${width}))`)
      .join() ||
    (columns
      ? `max(80px,${width}/${columns})`
      : `max(${1.6 * minColumnWidth}px,${width}/${count})${config._hasPair ? `,max(${width}/2,9999*(240px - ${width}))` : ''}`)
  const slots: Readonly<Partial<Record<LayoutName, string>>> = {
    CAROUSEL: `max(${config._leastWidth}px,${width}/${config.slidesPerView})`,
    GRID: rows ? `${Math.round(1.5 * rowHeight * ratio)}px` : cell,
    MASONRY: cell,
    LIST_VERTICAL: '720px',
    LIST_HORIZONTAL: `${itemWidth || Math.round(itemHeight * ratio)}px`,
  }
  const limit = cap && !config._isRotating && `${cap}*${ratio.toFixed(2)}`
  return `min(100vw,${[width, `${asset.width}px`, slots[layout], limit].filter(Boolean)})`
}
