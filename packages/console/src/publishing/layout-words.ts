import type { Layout } from '../controls/layout-picture.tsx'
import { say } from '../words/words.ts'

export const layouts: readonly Layout[] = [
  'CAROUSEL',
  'SLIDER',
  'GRID',
  'MASONRY',
  'LIST_HORIZONTAL',
  'LIST_VERTICAL',
]

export function layoutName(layout: Layout): string {
  if (layout === 'CAROUSEL') return say('Carousel')
  if (layout === 'SLIDER') return say('Slider')
  if (layout === 'GRID') return say('Grid')
  if (layout === 'MASONRY') return say('Masonry')
  return layout === 'LIST_HORIZONTAL' ? say('Horizontal list') : say('Vertical list')
}

/** Its use, in a few words. */
export function layoutUse(layout: Layout): string {
  if (layout === 'CAROUSEL') return say('Several side by side, turned over')
  if (layout === 'SLIDER') return say('One large picture at a time')
  if (layout === 'GRID') return say('Even rows and columns')
  if (layout === 'MASONRY') return say('Each picture in its own shape')
  return layout === 'LIST_HORIZONTAL'
    ? say('One line, scrolled sideways')
    : say('One below the other, with texts')
}
