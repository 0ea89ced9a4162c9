import { t } from '../words/words.ts'
import { type Sort, sorts } from './picture-order.ts'

const labels = (): Record<Sort, string> => ({
  'createdAt,desc': t('Newest first'),
  'createdAt,asc': t('Oldest first'),
  'updatedAt,desc': t('Last changed'),
  'filename,asc': t('Name, A to Z'),
  'filename,desc': t('Name, Z to A'),
  'sizeBytes,desc': t('Largest first'),
  'sizeBytes,asc': t('Smallest first'),
})

/** The orders of a list of pictures, for a select. */
export const sortOptions = (): { id: Sort; label: string }[] => {
  const words = labels()
  return sorts.map((id) => ({ id, label: words[id] }))
}
