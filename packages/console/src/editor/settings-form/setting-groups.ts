import { t } from '../../words/words.ts'

/** Units of physics are the same in every language. */
export const unitWords = (unit: string): string => (unit === 'pictures' ? t('pictures') : unit)

type Group = { id: string; label: string; keys: readonly string[] }

/** The order of the form. Keys of no group come last. */
export const groups = (): Group[] => [
  {
    id: 'pictures',
    label: t('Pictures'),
    keys: [
      'columns',
      'minColumnWidth',
      'slidesPerView',
      'rows',
      'rowHeight',
      'itemHeight',
      'itemWidth',
      'aspectRatio',
      'objectFit',
      'gap',
      'maxHeight',
      'maxViewportHeight',
      'loadMore',
      'snap',
    ],
  },
  {
    id: 'lightbox',
    label: t('Enlarged pictures'),
    keys: ['lightbox', 'lightboxTools', 'deepLink'],
  },
  { id: 'captions', label: t('Captions'), keys: ['showCaptions', 'captionPosition'] },
  {
    id: 'movement',
    label: t('Movement'),
    keys: ['autoplay', 'autoplaySpeed', 'infinite', 'transition', 'transitionDuration'],
  },
  {
    id: 'controls',
    label: t('Controls'),
    keys: ['showArrows', 'showDots', 'showCounter', 'thumbnails', 'ariaLabel', 'labels'],
  },
]
