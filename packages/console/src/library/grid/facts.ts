import type { Asset } from '../queries.ts'

/** Such as `WEBP`. */
export const kindOf = ({ contentType }: Pick<Asset, 'contentType'>): string =>
  contentType.replace('image/', '').toUpperCase()

/** Such as `300 × 200`. */
export const pixelsOf = ({ width, height }: Pick<Asset, 'width' | 'height'>): string =>
  `${width} × ${height}`

/** The text in place of a missing alt text. */
export function textStateOf({
  altText,
  decorative,
}: Pick<Asset, 'altText' | 'decorative'>): 'present' | 'decorative' | 'missing' {
  if (altText !== null) return 'present'
  return decorative ? 'decorative' : 'missing'
}
