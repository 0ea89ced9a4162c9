import { say } from '../../words/words.ts'

/** Names of the keys for people. Keys that are not here are shown as they are spelled, in words. */
const labels = (): Readonly<Record<string, string>> => ({
  aspectRatio: say('Shape of the frames'),
  objectFit: say('Pictures in the frames'),
  gap: say('Space between'),
  showCaptions: say('Show captions'),
  captionPosition: say('Place of captions'),
  lightbox: say('Enlarge on click'),
  ariaLabel: say('Name for screen readers'),
  labels: say('Own words of the controls'),
  autoplay: say('Move on by itself'),
  autoplaySpeed: say('Time per picture'),
  showArrows: say('Arrows'),
  showDots: say('Dots'),
  showCounter: say('Counter'),
  thumbnails: say('Small pictures below'),
  infinite: say('Start again after the last'),
  transition: say('Change of pictures'),
  transitionDuration: say('Duration of the change'),
  slidesPerView: say('Pictures in sight'),
  columns: say('Columns'),
  minColumnWidth: say('Least width of a column'),
  maxHeight: say('Largest height'),
  maxViewportHeight: say('Largest part of the window'),
  itemWidth: say('Width of a picture'),
  itemHeight: say('Height of a picture'),
  rowHeight: say('Height of a row'),
  rows: say('Rows'),
  loadMore: say('Pictures before “Show more”'),
  snap: say('Stop at pictures'),
  backgroundColor: say('Background'),
  borderRadius: say('Rounding of the widget'),
  padding: say('Inner margin'),
  captionColor: say('Text of captions'),
  colorScheme: say('Light or dark'),
  imageBorderRadius: say('Rounding of pictures'),
  captionFontSize: say('Size of captions'),
  captionAlign: say('Alignment of captions'),
  captionBackground: say('Behind captions'),
  fontFamily: say('Font'),
  accentColor: say('Accent'),
  controlColor: say('Symbols of controls'),
  controlBackground: say('Behind controls'),
  shadow: say('Shadow'),
})

const inWords = (key: string): string => {
  const words = key.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const camelCase = (key: string): string =>
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const labelOf = (key: string): string => {
  const name = camelCase(key)
  const known = labels()
  return Object.hasOwn(known, name) ? (known[name] ?? name) : inWords(name)
}

/** Values that have names. */
const values = (): Readonly<Record<string, string>> => ({
  auto: say('Automatic'),
  cover: say('Fill, cropped'),
  contain: say('Whole'),
  below: say('Below'),
  overlay: say('On the picture'),
  slide: say('Slide'),
  fade: say('Fade'),
  none: say('None'),
  left: say('Left'),
  center: say('Centre'),
  right: say('Right'),
  start: say('Start'),
  end: say('End'),
  light: say('Light'),
  dark: say('Dark'),
  sm: say('Small'),
  md: say('Medium'),
  lg: say('Large'),
  justified: say('Justified'),
})

export function valueWords(value: string): string {
  const known = values()
  return Object.hasOwn(known, value) ? (known[value] ?? value) : value
}

/** A text that a person has written, which has no other words. */
export const wordsOfText = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? text : wordsOfValue(text)

/** Any value of a setting, in a line of differences. */
export function wordsOfValue(value: unknown): string {
  if (value === undefined || value === null) return say('not set')
  if (value === true) return say('on')
  if (value === false) return say('off')
  if (typeof value === 'string') return value === '' ? say('empty') : valueWords(value)
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** Keys of texts that people write. */
const written: ReadonlySet<string> = new Set(['ariaLabel', 'fontFamily'])

/** The value of a part of a widget, or of a key of it. */
export const wordsOfKey = (key: string, value: unknown): string =>
  written.has(camelCase(key)) ? wordsOfText(value) : wordsOfValue(value)

/** Units of physics are the same in every language. */
export const unitWords = (unit: string): string => (unit === 'pictures' ? say('pictures') : unit)

type Group = { id: string; label: string; keys: readonly string[] }

/** The order of the form. Keys of no group come last. */
export const groups = (): Group[] => [
  {
    id: 'pictures',
    label: say('Pictures'),
    keys: [
      ...['columns', 'minColumnWidth', 'slidesPerView', 'rows', 'rowHeight', 'itemHeight'],
      ...['itemWidth', 'aspectRatio', 'objectFit', 'gap', 'maxHeight', 'maxViewportHeight'],
      ...['loadMore', 'snap', 'lightbox'],
    ],
  },
  { id: 'captions', label: say('Captions'), keys: ['showCaptions', 'captionPosition'] },
  {
    id: 'movement',
    label: say('Movement'),
    keys: ['autoplay', 'autoplaySpeed', 'infinite', 'transition', 'transitionDuration'],
  },
  {
    id: 'controls',
    label: say('Controls'),
    keys: ['showArrows', 'showDots', 'showCounter', 'thumbnails', 'ariaLabel', 'labels'],
  },
]
