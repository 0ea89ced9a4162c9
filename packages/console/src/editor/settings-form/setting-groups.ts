import { t } from '../../words/words.ts'

/** Units of physics are the same in every language. */
export const unitWords = (unit: string): string => (unit === 'pictures' ? t('pictures') : unit)

type Group = {
  id: string
  label: string
  keys: readonly string[]
  /** Few widgets have these: they are folded. */
  rare: readonly string[]
}

/** The order of the form. Keys of no group come last. */
export const groups = (): Group[] => [
  {
    id: 'pictures',
    label: t('Pictures'),
    keys: [
      'columns',
      'slidesPerView',
      'rows',
      'itemHeight',
      'aspectRatio',
      'objectFit',
      'gap',
      'loadMore',
    ],
    rare: [
      'minColumnWidth',
      'columnsAt',
      'rowHeight',
      'itemWidth',
      'maxHeight',
      'maxViewportHeight',
      'snap',
      'order',
    ],
  },
  {
    id: 'lightbox',
    label: t('Enlarged pictures'),
    keys: ['lightbox'],
    rare: ['lightboxTools', 'deepLink'],
  },
  {
    id: 'header',
    label: t('Above the pictures'),
    keys: [],
    rare: ['header', 'filterByTags'],
  },
  {
    id: 'captions',
    label: t('Captions'),
    keys: ['showCaptions', 'captionPosition'],
    rare: ['captionOn'],
  },
  {
    id: 'movement',
    label: t('Movement'),
    keys: ['autoplay', 'autoplaySpeed', 'infinite', 'transition'],
    rare: ['transitionDuration'],
  },
  {
    id: 'controls',
    label: t('Controls'),
    keys: ['showArrows', 'showDots', 'showCounter', 'thumbnails'],
    rare: ['arrowPlacement', 'ariaLabel', 'labels'],
  },
]
