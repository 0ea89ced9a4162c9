import { captionOf, figure } from './figure.js'
import { fill, type Labels, reword } from './labels/labels.js'
import type { Attributes, Element, Markup } from './markup/markup.js'
import { pictureAttributes } from './pictures.js'
import type { Asset, Published } from './published.js'
import { type Config, readConfig } from './settings/config.js'
import { declarationsOf } from './settings/declarations.js'
import { parseObject } from './settings/parse.js'
import { slotWidth } from './slot.js'

/** Properties of the page; a server has to assume them. */
export type Surroundings = {
  labels: Labels
  /** CSS length: the widget's width. */
  width: string
  /** Whether the widget is above the fold. */
  _isOnScreen: boolean
}

export type Item = {
  asset: Asset
  _picture: Attributes
  /** The picture with its caption and link. */
  content: Markup
  /** Height divided by width of the picture's box. */
  shape: number
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
  _isOverlay: boolean
  /** CSS length: approximate width of a picture's box. */
  slot: string
  items: readonly Item[]
  /** Whether its pictures fill frames of another shape. */
  _crops: boolean
  /** Validated declarations for the host. */
  _declarations: string
  /** A button with a line icon on a 24 by 24 grid. */
  button: (name: string, label: string, path: string) => Element
  /** Previous and next buttons. CSS mirrors their icons in right-to-left pages. */
  _arrows: readonly Element[]
}

export function createView(
  { widget, assets: all }: Published,
  { labels: ours, width, _isOnScreen }: Surroundings,
): View {
  const config = readConfig(widget.layout, widget.config)
  const labels = reword(ours, config.labels)
  // Any other scheme could run code or leak data when a picture is opened.
  const assets = all.filter(({ url }) => /^https?:/.test(url))
  const slot = slotWidth(widget.layout, config, width)
  const ratio = config.objectFit === 'cover' ? config.aspectRatio : 0
  const items = assets.map((asset, index): Item => {
    const numbered = (pattern: string) => fill(pattern, index + 1, assets.length)
    const caption = captionOf(asset)
    const picture = {
      ...pictureAttributes(asset, { width: slot, ratio }, _isOnScreen && index === 0),
      // A link needs a name even if its picture has no alternative text.
      alt:
        asset.altText ||
        (asset.link
          ? caption || numbered(labels.slideOf)
          : config.lightbox
            ? numbered(labels.open)
            : ''),
      class: `p${index}`,
    }
    return {
      asset,
      _picture: picture,
      content: figure(asset, picture, config, caption),
      shape: config.aspectRatio ? 1 / config.aspectRatio : asset.height / asset.width,
      _hasCaption: config.showCaptions && !!caption,
      caption,
      name: numbered(labels.slideOf),
    }
  })
  return {
    config,
    labels,
    name: config.ariaLabel || labels.gallery,
    slot,
    _isOverlay: config.captionPosition === 'overlay',
    items,
    _crops: ratio > 0,
    _declarations: declarationsOf({
      // First, so that the colours are declared after it and prevail.
      colorScheme: '',
      ...parseObject(widget.theme),
      ...config,
      aspectRatio: `${config.aspectRatio || 'auto'}`,
      // A fixed number of columns is reduced only if they would be narrower than 80 px.
      columns: `${config.columns || 999}`,
      minColumnWidth: config.columns ? 80 : config.minColumnWidth,
      maxHeight: config.maxHeight || 'none',
    }),
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
