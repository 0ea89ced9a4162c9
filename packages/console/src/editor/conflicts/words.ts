import { t } from '../../words/words.ts'
import { partWords, valueOfPart } from '../publish/difference-words.ts'
import type { Link, Video } from '../working-copy/fields.ts'
import type { Conflict } from '../working-copy/merge.ts'

/** Longer texts are cut off. */
const mostLetters = 60

/** The field that both have changed. @param name of the picture, if the field belongs to one. */
export function labelOfConflict({ part, key, field }: Conflict, name: string): string {
  if (part === 'order') return t('Order of the pictures')
  if (part !== 'item') return partWords(part, key)
  if (field === 'caption') return t('Caption of “{name}”', { name })
  if (field === 'altText') return t('Alt text of “{name}”', { name })
  if (field === 'video') return t('Video of “{name}”', { name })
  return field === 'link' ? t('Link of “{name}”', { name }) : name
}

/** One side of a choice. */
export function wordsOfSide({ part, key, field, ...sides }: Conflict, side: 'mine' | 'theirs') {
  const value = sides[side]
  if (part === 'order') return side === 'mine' ? t('my order') : t('their order')
  if (part === 'item' && field === null) {
    return value === undefined ? t('removed') : t('kept, with changes')
  }
  if (field === 'link' && value !== null) return linkWords(value as Link)
  const isVideo = field === 'video' && value !== null
  return isVideo ? cut((value as Video).url) : cut(valueOfPart(part, key, value))
}

/** The address alone may be the same on both sides. */
function linkWords({ url, newTab }: Link): string {
  const address = cut(url)
  return newTab ? t('{address}, in a new tab', { address }) : address
}

function cut(words: string): string {
  const letters = [...words]
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : words
}
