import type { WidgetSpec } from '../fixture/widgets.js'

const header = {
  title: 'Pictures of a long summer by the sea and in the hills',
  text: `${'Each of them may be ordered as a print, in three sizes, with a frame or without one. '.repeat(3)}\nCall us.`,
  button: { label: 'See all prints', url: '/prints' },
}
const tags = ['sea', 'hills', 'MOUNTAINS AND WILD WOODS', ...'abcdefghijkl'].map(
  (tag) => `${tag} ${tag}`,
)
/** Transparent, as the third byte of its ThumbHash says. */
const logo = {
  width: 600,
  height: 200,
  placeholder: { color: '#1d3557', thumbhash: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==' },
}
const long = 'A caption that tells at length what is to be seen, and when, and why. '.repeat(4)

/**
 * Every layout with the settings that determine its height: columns, slides per view and bounds.
 */
const layouts: Readonly<Record<string, WidgetSpec>> = {
  carousel: { layout: 'CAROUSEL', config: { autoplay: true } },
  'carousel without controls': {
    layout: 'CAROUSEL',
    config: { showDots: false, aspectRatio: '4/3' },
  },
  'carousel with original proportions': { layout: 'CAROUSEL', config: { aspectRatio: 'auto' } },
  'arrows beside the pictures': {
    layout: 'CAROUSEL',
    config: { arrowPlacement: 'outside', showDots: false },
  },
  'arrows below, without dots': {
    layout: 'SLIDER',
    config: { arrowPlacement: 'below', showDots: false },
  },
  'several portraits': {
    layout: 'CAROUSEL',
    pictures: Array(6).fill({ width: 1200, height: 1600 }),
  },
  'row of logos': { layout: 'CAROUSEL', count: 9, pictures: Array(9).fill(logo) },
  'several per view': { layout: 'CAROUSEL', config: { slidesPerView: 4, gap: 12 } },
  slider: { layout: 'SLIDER', config: { transition: 'fade', aspectRatio: '21/9' } },
  'grid of three columns': { layout: 'GRID', config: { columns: 3 } },
  'grid of as many columns as fit': { layout: 'GRID', count: 9, config: {} },
  'grid with original proportions': { layout: 'GRID', config: { aspectRatio: 'auto' } },
  'masonry of three columns': { layout: 'MASONRY', count: 11, config: { columns: 3 } },
  'masonry of as many columns as fit': { layout: 'MASONRY', count: 14, config: {} },
  'vertical list': { layout: 'LIST_VERTICAL', count: 3, config: { gap: 20 } },
  'bounded list': { layout: 'LIST_VERTICAL', config: { maxHeight: 300 } },
  'horizontal list': { layout: 'LIST_HORIZONTAL', config: {} },
  'low horizontal list of frames': {
    layout: 'LIST_HORIZONTAL',
    config: { itemHeight: 120, aspectRatio: '2/1' },
  },
  'justified grid': { layout: 'GRID', count: 8, config: { rows: 'justified' } },
  'grid with more': { layout: 'GRID', count: 9, config: { loadMore: 4 } },
  'masonry with more': { layout: 'MASONRY', count: 14, config: { loadMore: 7 } },
  'vertical list with more': { layout: 'LIST_VERTICAL', count: 3, config: { loadMore: 2 } },
  'carousel with thumbnails': { layout: 'CAROUSEL', count: 14, config: { thumbnails: true } },
  'slider of half of the window': {
    layout: 'SLIDER',
    config: { aspectRatio: 'auto', maxViewportHeight: 50 },
  },
  'carousel with a header': { layout: 'CAROUSEL', config: { header } },
  'grid with a header and tags': {
    layout: 'GRID',
    config: { header, filterByTags: true },
    pictures: [{ tags }],
  },
  'bounded list with a title': {
    layout: 'LIST_VERTICAL',
    config: { maxHeight: 300, header: { title: header.title } },
  },
  'grid of three pictures': { layout: 'GRID', count: 3 },
  'grid with columns by width': {
    layout: 'GRID',
    count: 7,
    config: { columnsAt: { '300': 3, '700': 5 } },
  },
  'masonry with long captions': { layout: 'MASONRY', count: 7, pictures: [{ caption: long }, {}] },
  'vertical list of small pictures': {
    layout: 'LIST_VERTICAL',
    count: 4,
    // In the proportions of the fixture's pictures.
    pictures: [
      { width: 120, height: 80 },
      { width: 400, height: 500 },
    ],
  },
  'short horizontal list': { layout: 'LIST_HORIZONTAL', count: 2, config: { itemWidth: 150 } },
}
const captions = {
  off: {},
  below: { showCaptions: true },
  overlay: { showCaptions: true, captionPosition: 'overlay' },
}

type Named = { name: string; spec: WidgetSpec }

/** Every layout with every position of its captions. */
export const allWidgets: Named[] = Object.entries(layouts).flatMap(([name, base], number) =>
  Object.entries(captions).map(([position, config]) => ({
    name: `${name}, captions ${position}`,
    spec: {
      ...base,
      config: { ...base.config, ...config },
      theme: number % 2 ? { padding: 10, captionFontSize: 16 } : {},
    },
  })),
)

const positions = Object.keys(captions).length

/** Every layout with one position of its captions, in turn. */
export const someWidgets: Named[] = allWidgets.filter(
  (_, index) => index % positions === Math.floor(index / positions) % positions,
)
