import { t } from '../words/words.ts'

/**
 * Names of the settings, the same in the editor, the history and the log. Keys that are not here are shown as they are
 * spelled, in words.
 */
const labels = (): Readonly<Record<string, string>> => ({
  aspectRatio: t('Shape of the frames'),
  objectFit: t('Pictures in the frames'),
  gap: t('Space between'),
  showCaptions: t('Show captions'),
  captionPosition: t('Place of captions'),
  lightbox: t('Enlarge on click'),
  ariaLabel: t('Name for screen readers'),
  labels: t('Texts of the controls'),
  captionOn: t('When captions show'),
  deepLink: t('An address for each picture'),
  filterByTags: t('Buttons for tags'),
  header: t('Heading'),
  title: t('Title'),
  text: t('Text'),
  button: t('Button'),
  label: t('Words on it'),
  url: t('Leads to'),
  lightboxTools: t('Tools of the enlarged picture'),
  order: t('Order'),
  arrowPlacement: t('Place of the arrows'),
  autoplay: t('Autoplay'),
  autoplaySpeed: t('Time per picture'),
  showArrows: t('Arrows'),
  showDots: t('Dots'),
  showCounter: t('Counter'),
  thumbnails: t('Small pictures below'),
  infinite: t('Loop'),
  transition: t('Transition'),
  transitionDuration: t('Duration of the transition'),
  slidesPerView: t('Pictures per view'),
  columns: t('Columns'),
  columnsAt: t('Columns by width'),
  minColumnWidth: t('Smallest width of a column'),
  maxHeight: t('Largest height'),
  maxViewportHeight: t('Largest share of the window’s height'),
  itemWidth: t('Width of a picture'),
  itemHeight: t('Height of a picture'),
  rowHeight: t('Height of a row'),
  rows: t('Rows'),
  loadMore: t('Pictures before “Show more”'),
  snap: t('Stop at pictures'),
  backgroundColor: t('Background'),
  borderRadius: t('Rounding of the widget'),
  padding: t('Inner margin'),
  captionColor: t('Text of captions'),
  colorScheme: t('Light or dark'),
  imageBackground: t('Behind transparent pictures'),
  imageBorderRadius: t('Rounding of pictures'),
  captionFontSize: t('Size of captions'),
  captionAlign: t('Alignment of captions'),
  captionBackground: t('Behind captions'),
  fontFamily: t('Font'),
  accentColor: t('Accent'),
  controlColor: t('Symbols of controls'),
  controlBackground: t('Behind controls'),
  shadow: t('Shadow'),
})

const inWords = (key: string): string => {
  const words = key.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const camelCase = (key: string): string =>
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const labelOf = (key: string): string => {
  const name = camelCase(key)
  const words = labels()
  return Object.hasOwn(words, name) ? (words[name] ?? name) : inWords(name)
}

/** Values that have names. */
const values = (): Readonly<Record<string, string>> => ({
  auto: t('Automatic'),
  cover: t('Fill, cropped'),
  contain: t('Whole'),
  below: t('Below'),
  overlay: t('On the picture'),
  slide: t('Slide'),
  fade: t('Fade'),
  none: t('None'),
  left: t('Left'),
  center: t('Centre'),
  right: t('Right'),
  start: t('Start'),
  end: t('End'),
  light: t('Light'),
  dark: t('Dark'),
  sm: t('Small'),
  md: t('Medium'),
  lg: t('Large'),
  justified: t('Justified'),
  always: t('Always'),
  hover: t('Under the pointer'),
  given: t('As listed'),
  random: t('Random at each visit'),
  over: t('Over the picture'),
  outside: t('Beside the picture'),
  zoom: t('Zoom'),
  download: t('Download'),
  share: t('Share'),
  thumbnails: t('Small pictures'),
})

export function valueWords(value: string): string {
  const words = values()
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value
}

/** A text that a person has written, which has no other words. */
export const wordsOfText = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? text : wordsOfValue(text)

/** Any value of a setting, in a line of differences. */
export function wordsOfValue(value: unknown): string {
  if (value === undefined || value === null) return t('not set')
  if (value === true) return t('on')
  if (value === false) return t('off')
  if (typeof value === 'string') return value === '' ? t('empty') : valueWords(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.map(valueWords).join(', ') || t('None')
  }
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** Keys of texts that people write. */
const written: ReadonlySet<string> = new Set(['ariaLabel', 'fontFamily'])

/** The value of a part of a widget, or of a key of it. */
export const wordsOfKey = (key: string, value: unknown): string =>
  written.has(camelCase(key)) ? wordsOfText(value) : wordsOfValue(value)
