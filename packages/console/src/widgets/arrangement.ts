import type { Layout } from '../controls/layout-picture.tsx'

export type Arrangement = 'one' | 'row' | 'column' | 'middle' | 'bricks' | 'first' | 'grid'

/** How a thumbnail places so many pictures, and how many of them it shows. */
export function arrangementOf(layout: Layout, count: number): [Arrangement, number] {
  if (count <= 1 || layout === 'SLIDER') return ['one', 1]
  if (layout === 'LIST_VERTICAL') return ['column', 2]
  if (count === 2) return ['row', 2]
  if (layout === 'LIST_HORIZONTAL') return ['row', Math.min(count, 4)]
  if (layout === 'CAROUSEL') return ['middle', 3]
  if (count === 3) return ['first', 3]
  return [layout === 'MASONRY' ? 'bricks' : 'grid', 4]
}
