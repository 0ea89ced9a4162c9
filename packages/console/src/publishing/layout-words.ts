import type { Layout } from '../controls/layout-picture.tsx'
import { t } from '../words/words.ts'

export const layouts: readonly Layout[] = [
  'CAROUSEL',
  'SLIDER',
  'GRID',
  'MASONRY',
  'LIST_HORIZONTAL',
  'LIST_VERTICAL',
]

export function layoutName(layout: Layout): string {
  if (layout === 'CAROUSEL') return t('Carousel')
  if (layout === 'SLIDER') return t('Slider')
  if (layout === 'GRID') return t('Grid')
  if (layout === 'MASONRY') return t('Masonry')
  return layout === 'LIST_HORIZONTAL' ? t('Horizontal list') : t('Vertical list')
}

/** Its use, in a few words. */
export function layoutUse(layout: Layout): string {
  if (layout === 'CAROUSEL') return t('Several side by side, turned over')
  if (layout === 'SLIDER') return t('One large picture at a time')
  if (layout === 'GRID') return t('Even rows and columns')
  if (layout === 'MASONRY') return t('Each picture in its own shape')
  return layout === 'LIST_HORIZONTAL'
    ? t('One line, scrolled sideways')
    : t('One below the other, with texts')
}
