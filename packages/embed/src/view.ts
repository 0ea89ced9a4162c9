import { captionOf, figure } from './figure.js'
import { fill, type Labels, reword } from './labels/labels.js'
import type { Attributes, Element, Markup } from './markup/markup.js'
import { pictureAttributes } from './pictures.js'
import type { Asset, LayoutName, Published } from './published.js'
import { type Config, readConfig } from './settings/config.js'
import { declarationsOf } from './settings/declarations.js'
import { parseObject } from './settings/parse.js'

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
  /** For a picture that is shown whole: how many times as wide as its box it is at the same height. */
  _fit: string | false
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
  /** Number of pictures that are shown; the visitor may ask for more. */
  _shown: number
  /** Whether widths of boxes follow from the proportions of the pictures. */
  _hasRatios: boolean
  items: readonly Item[]
  /** Whether its slides lie on top of each other. */
  _isFading: boolean
  /** Validated declarations for the host. */
  _declarations: string
  /** A button with a line icon on a 24 by 24 grid. */
  button: (name: string, label: string, path: string) => Element
  /** Previous and next buttons. CSS mirrors their icons in right-to-left pages. */
  _arrows: readonly Element[]
}

/** Pictures whose longer side exceeds the shorter one by more are shown whole, as logos and panoramas need it. */
const extremeRatio = 2.5

/** Whether a picture is better shown whole than cropped: transparent ones have a shape of their own. */
function needsWhole({ width, height, placeholder }: Asset): boolean {
  const ratio = width / height
  return (
    Math.max(ratio, 1 / ratio) > extremeRatio ||
    // The highest bit of the third byte of a ThumbHash says that it has transparency.
    (!!placeholder && atob(placeholder.thumbhash).charCodeAt(2) > 127)
  )
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
    const isWhole =
      config.objectFit === 'contain' || (config.objectFit === 'auto' && needsWhole(asset))
    const ratio = config.aspectRatio || asset.width / asset.height
    const slot = slotWidth(widget.layout, config, width, ratio, cap)
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
      _fit: isWhole && `${asset.width / asset.height / ratio}`,
      _hasCaption: config.showCaptions && !!caption,
      caption,
      name,
    }
  })
}

/** Not in a frame: one that is as high as its content would shrink again and again. */
const heightCap = (layout: LayoutName, config: Config): string | false =>
  !config.aspectRatio && /^(C|S|LIST_V)/.test(layout) && `${config.maxViewportHeight}vh`

export function createView(published: Published, surroundings: Surroundings): View {
  const { widget } = published
  const config = readConfig(widget.layout, widget.config)
  const labels = reword(surroundings.labels, config.labels)
  const cap = !surroundings._isFramed && heightCap(widget.layout, config)
  const items = itemsOf(published, config, labels, surroundings, cap)
  return {
    config,
    labels,
    name: config.ariaLabel || labels.gallery,
    slug: widget.slug,
    _isOverlay: config.captionPosition === 'overlay',
    items,
    _isFading: items.length > 1 && config.transition === 'fade' && config.slidesPerView === 1,
    _hasRatios:
      !!cap || !!config.rows || (widget.layout === 'LIST_HORIZONTAL' && !config.itemWidth),
    _declarations: declarationsOf({
      // First, so that the colours are declared after it and prevail.
      colorScheme: '',
      ...parseObject(widget.theme),
      ...config,
      aspectRatio: `${config.aspectRatio || 'auto'}`,
      objectFit: config.objectFit === 'auto' ? 'cover' : config.objectFit,
      // A fixed number of columns is reduced only if they would be narrower than 80 px.
      columns: `${config.columns || 999}`,
      minColumnWidth: config.columns ? 80 : config.minColumnWidth,
      maxHeight: config.maxHeight || 'none',
      maxViewportHeight: cap || 1e5,
    }),
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
 */
function slotWidth(
  layout: LayoutName,
  config: Config,
  width: string,
  ratio: number,
  cap: string | false,
): string {
  const { columns, itemHeight, itemWidth, minColumnWidth, rowHeight, rows, slidesPerView } = config
  const cell = columns
    ? `max(80px,${width}/${columns})`
    : `${1.5 * minColumnWidth}px${config._hasPair ? `,max(${width}/2,9999*(320px - ${width}))` : ''}`
  const slots: Readonly<Partial<Record<LayoutName, string>>> = {
    CAROUSEL: `max(160px,${width}/${slidesPerView})`,
    GRID: rows ? `${Math.round(1.5 * rowHeight * ratio)}px` : cell,
    MASONRY: cell,
    LIST_HORIZONTAL: `${itemWidth || Math.round(itemHeight * ratio)}px`,
  }
  return `min(${[width, slots[layout], cap && `${cap}*${ratio.toFixed(2)}`].filter(Boolean)})`
}
