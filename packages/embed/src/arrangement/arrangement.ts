import type { Labels } from '../labels/labels.js'
import type { Element, Markup } from '../markup/markup.js'
import type { Asset, Published } from '../published.js'
import css from '../styles/arrangement.css'
import type { createView, Item, Surroundings, View } from '../view.js'
import { above } from './above.js'
import { setAddress, tagInAddress } from './address.js'
import { readArranging } from './config.js'
import { shuffled, visitSeed } from './order.js'

export { css as extraCss }

type Means = Surroundings & {
  /** Passed in by the element: importing its module here would load it twice. */
  _createView: typeof createView
  /** Whether pictures are shown already, whose order then stays. */
  _isWritten: boolean
}

type Place = Means & {
  _shadow: ShadowRoot
  /** Draws a widget, or without anything to stand above it, its pictures alone. */
  _start: (view: View, above?: readonly Markup[]) => void
}

/** Shows a widget with what surrounds its pictures, and lets the visitor filter them. */
export function arrange(published: Published, place: Place): void {
  const { parts, above, viewOf } = arrangementOf(published, place)
  place._start(viewOf(parts.assets), above)
  if (parts.tags.length > 0 && !published.isStill) {
    startFilter(parts, published, place, (assets) => place._start(viewOf(assets)))
  }
}

type Arrangement = {
  parts: Parts
  /** Stands above the pictures. */
  above: readonly Element[]
  viewOf: (assets: readonly Asset[]) => View
}

/** The pictures in their order, and what surrounds them. */
export function arrangementOf(
  published: Published,
  { _createView, _isWritten, ...surroundings }: Means,
): Arrangement {
  const { assets, widget } = published
  const config = readArranging(widget.config, assets)
  const isMixed = config.isRandom && !_isWritten
  const ordered = isMixed ? shuffled(assets, visitSeed(), widget.id) : assets
  const { title, tags } = config
  const labels = title ? { ...surroundings.labels, gallery: title } : surroundings.labels
  return {
    parts: { assets: ordered.map(withVideo), tags },
    above: above(config, surroundings.labels),
    viewOf: (shown) => {
      const view = _createView({ ...published, assets: shown }, { ...surroundings, labels })
      return { ...view, items: view.items.map((item) => dressed(item, view.labels)) }
    },
  }
}

type Parts = { assets: readonly Asset[]; tags: readonly string[] }

/** The picture of a video is a link to it. */
const withVideo = (asset: Asset): Asset =>
  asset.video ? { ...asset, link: { url: asset.video.url, newTab: false } } : asset

function dressed(item: Item, labels: Labels): Item {
  if (!item.asset.video) return item
  const [tag, attributes, link, ...rest] = item.content as Element
  const [name, facts, ...inside] = link as Element
  if (name !== 'a') return item
  return {
    ...item,
    content: [tag, attributes, [name, facts, ...inside, playSign(labels)], ...rest],
  }
}

const playSign = ({ video = 'Video' }: Labels): Markup => [
  'svg',
  { class: 'play', part: 'play', viewBox: '0 0 24 24', role: 'img', 'aria-label': video },
  ['path', { d: 'M9 6.500v11l9-5.500z' }],
]

const listeners = new WeakMap<ShadowRoot, AbortController>()

function startFilter(
  { assets, tags }: Parts,
  { widget }: Published,
  { _shadow: shadow, labels }: Place,
  redraw: (assets: readonly Asset[]) => void,
): void {
  const row = shadow.querySelector('.filter')
  if (!row) return
  const buttons = [...row.querySelectorAll<HTMLElement>('.tag')]
  const status = row.querySelector('.found') as HTMLElement
  const choices = ['', ...tags]
  let current = ''

  const show = (tag: string) => {
    if (tag === current) return
    current = tag
    // Held while more pictures were expected.
    ;(row.closest('.frame') as HTMLElement).style.minHeight = ''
    buttons.forEach((button, index) => {
      button.ariaPressed = `${choices[index] === tag}`
    })
    const shown = tag === '' ? assets : assets.filter((asset) => asset.tags?.includes(tag))
    redraw(shown)
    status.textContent = labels.slideOf
      .replace('{n}', `${shown.length}`)
      .replace('{count}', `${assets.length}`)
  }
  const follow = () => {
    // It outlives neither the row nor the element.
    if (!row.isConnected) return controller.abort()
    const tag = tagInAddress(widget.slug)
    show(tags.includes(tag) ? tag : '')
  }
  buttons.forEach((button, index) => {
    button.onclick = () => {
      const tag = choices[index] ?? ''
      show(tag)
      setAddress(widget.slug, tag)
    }
  })
  listeners.get(shadow)?.abort()
  const controller = new AbortController()
  listeners.set(shadow, controller)
  const { signal } = controller
  addEventListener('popstate', follow, { signal })
  addEventListener('hashchange', follow, { signal })
  follow()
}
