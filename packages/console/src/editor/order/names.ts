import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import type { Item } from '../working-copy/fields.ts'

/** The text that the public reads for the picture; null if there is none. */
export const altTextOf = (item: Item, asset: Asset | undefined): string | null =>
  item.altText ?? (asset?.decorative ? '' : asset?.altText || null)

export const nameOf = (item: Item, asset: Asset | undefined): string =>
  item.caption || altTextOf(item, asset) || asset?.filename || t('A deleted picture')
