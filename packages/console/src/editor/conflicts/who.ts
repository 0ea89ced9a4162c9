import { t } from '../../words/words.ts'
import { useEdited } from '../use-editing.tsx'

export type Side = 'mine' | 'theirs'

/** The names of those who have made the newest changes. They are not known at once. */
export function useWhoChanged(): string {
  const authors = useEdited(({ news }) => news?.authors)
  return authors === undefined || authors.length === 0 ? t('Another person') : authors.join(', ')
}
