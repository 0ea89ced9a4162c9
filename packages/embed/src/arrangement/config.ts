import type { Asset } from '../published.js'

/** What stands around the pictures, and which of them in which order: keys of `config` that few widgets have. */
export type Arranging = {
  title: string
  text: string
  /** Without an address in a frame, whose server does not know the page that a path belongs to. */
  button?: { label: string; url: string } | undefined
  /** The tags that have buttons, in their order. */
  tags: readonly string[]
  isRandom: boolean
}

const textIn = (values: object, key: string): string => {
  const value = (values as Record<string, unknown>)[key]
  return typeof value === 'string' ? value.trim() : ''
}

const objectOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {}

/** @param json the `config` of the delivery API. Values of the wrong kind count as left out. */
export function readArranging(json: string, assets: readonly Asset[]): Arranging {
  const { header: given, order, filter_by_tags, filterByTags = filter_by_tags } = parsed(json)
  const header = objectOf(given)
  const button = objectOf('button' in header && header.button)
  const [label, url] = [textIn(button, 'label'), textIn(button, 'url')]
  return {
    title: textIn(header, 'title'),
    text: textIn(header, 'text'),
    button: label ? { label, url } : undefined,
    tags: tagsOf(filterByTags, assets),
    isRandom: order === 'random',
  }
}

function parsed(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) ?? {}
  } catch {
    return {}
  }
}

/** Those that a picture has: in the order of the list, or of the pictures. */
function tagsOf(wanted: unknown, assets: readonly Asset[]): string[] {
  const used = new Set(assets.flatMap(({ tags = [] }) => tags))
  if (Array.isArray(wanted)) return [...new Set(wanted)].filter((tag) => used.has(tag))
  return wanted === true ? [...used] : []
}
