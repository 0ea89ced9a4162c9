import { figure } from './figure.js'
import { fill, type Labels, reword } from './labels/labels.js'
import type { Attributes, Element, Markup } from './markup/markup.js'
import { pictureAttributes } from './pictures.js'
import type { Asset, Published } from './published.js'
import { type Config, readConfig } from './settings/config.js'
import { declarationsOf } from './settings/declarations.js'
import { parseObject } from './settings/parse.js'
import { slotWidth } from './slot.js'

/** What differs between pages, and what a server has to assume. */
export type Surroundings = {
  labels: Labels
  /** CSS length: how wide the widget is. */
  width: string
  /** Whether the widget is on the first screen. */
  isOnScreen: boolean
}

export type Item = {
  asset: Asset
  /** The `img`'s. */
  picture: Attributes
  /** The picture with its caption and link. */
  content: Markup
  /** Height by width of the picture's place. */
  shape: number
  hasCaption: boolean
  /** Such as "3 of 10". */
  name: string
}

/** Everything that a layout's template needs. */
export type View = {
  config: Config
  labels: Labels
  /** What assistive technology calls the widget. */
  name: string
  isOverlay: boolean
  /** CSS length: how wide a picture's place is, about. */
  slot: string
  items: readonly Item[]
  /** Declarations for the host, checked. */
  declarations: string
  /** A button with an icon of lines on a field of 24 by 24. */
  button: (name: string, label: string, path: string) => Element
  /** Buttons to the previous and to the next. Right to left, CSS mirrors their icons. */
  arrows: readonly Element[]
}

export function createView(
  { widget, assets: all }: Published,
  { labels: ours, width, isOnScreen }: Surroundings,
): View {
  const config = readConfig(widget.layout, widget.config)
  const labels = reword(ours, config.labels)
  // Any other scheme would run or leak something when a picture is opened.
  const assets = all.filter(({ url }) => /^https?:/.test(url))
  const slot = slotWidth(widget.layout, config, width)
  const ratio = config.objectFit === 'cover' ? config.aspectRatio : 0
  const items = assets.map((asset, index): Item => {
    const numbered = (pattern: string) => fill(pattern, index + 1, assets.length)
    const picture = {
      ...pictureAttributes(asset, { width: slot, ratio }, isOnScreen && index === 0),
      alt: asset.altText ?? (config.lightbox ? numbered(labels.open) : ''),
    }
    return {
      asset,
      picture,
      content: figure(asset, picture, config),
      shape: config.aspectRatio ? 1 / config.aspectRatio : asset.height / asset.width,
      hasCaption: config.showCaptions && !!asset.altText,
      name: numbered(labels.slideOf),
    }
  })
  return {
    config,
    labels,
    name: config.ariaLabel || labels.gallery,
    slot,
    isOverlay: config.captionPosition === 'overlay',
    items,
    declarations: declarationsOf({
      // Before the colours, so that these prevail.
      colorScheme: '',
      ...parseObject(widget.theme),
      ...config,
      aspectRatio: `${config.aspectRatio || 'auto'}`,
      // A number of columns gives way where they would be narrower than 80 px, not before.
      columns: `${config.columns || 999}`,
      minColumnWidth: config.columns ? 80 : config.minColumnWidth,
      maxHeight: config.maxHeight || 'none',
    }),
    button,
    arrows: [
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
