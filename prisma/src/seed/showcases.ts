import type { Schemas } from '@vitrine/sdk'

/** A widget of the demo. */
export type Showcase = Omit<Schemas['NewWidget'], 'items' | 'assetIds'> & {
  slug: string
  /** File names of the catalogue, in display order. */
  pictures: readonly string[]
  /** Pages of videos, by the file names of their posters. */
  videos?: Readonly<Record<string, string>>
}

const paper = { backgroundColor: '#f7f3ec', captionColor: '#4a4238', accentColor: '#b8552f' }
const ink = { backgroundColor: '#10141f', captionColor: '#eef1f6', accentColor: '#f2a65a' }
/** Text has the colour of the page. */
const plain = { backgroundColor: 'transparent', accentColor: '#2f6f6a' }

/** One widget per layout. */
export const showcases: readonly Showcase[] = [
  {
    slug: 'demo-carousel',
    name: 'Carousel: wide open spaces',
    layout: 'CAROUSEL',
    pictures: ['pier-at-dusk.jpg', 'mountain-lake.jpg', 'sandstone-canyon.jpg', 'city-lights.avif'],
    videos: { 'city-lights.avif': 'https://commons.wikimedia.org/wiki/Category:Videos' },
    config: {
      aspectRatio: '16/9',
      autoplay: true,
      autoplaySpeed: 5000,
      showArrows: true,
      showDots: true,
      infinite: true,
      transition: 'slide',
      transitionDuration: 500,
      showCaptions: true,
      captionPosition: 'overlay',
      ariaLabel: 'Wide open spaces',
    },
    theme: { ...ink, borderRadius: 16, padding: 0, shadow: 'md' },
  },
  {
    slug: 'demo-grid',
    name: 'Grid: shapes and colours',
    layout: 'GRID',
    pictures: [
      'shrine-gates.jpg',
      'spice-market.jpg',
      'paper-lantern.png',
      'forget-me-nots.jpg',
      'courtyard-sky.webp',
      'dandelion.webp',
    ],
    config: {
      columns: 3,
      aspectRatio: '1/1',
      gap: 16,
      lightbox: true,
      showCaptions: true,
      captionPosition: 'overlay',
      captionOn: 'hover',
      ariaLabel: 'Shapes and colours',
    },
    theme: { ...paper, borderRadius: 16, padding: 16, imageBorderRadius: 10 },
  },
  {
    slug: 'demo-masonry',
    name: 'Masonry: everything',
    layout: 'MASONRY',
    pictures: [
      'desert-hikers.jpg',
      'pier-at-dusk.jpg',
      'courtyard-sky.webp',
      'spice-market.jpg',
      'city-lights.avif',
      'shrine-gates.jpg',
      'dandelion.webp',
      'mountain-lake.jpg',
      'forget-me-nots.jpg',
      'sandstone-canyon.jpg',
      'paper-lantern.png',
      'tea-gardens.jpg',
    ],
    config: {
      header: {
        title: 'A year of pictures',
        text: 'Choose a subject, or open a picture: the address leads back to it.',
        button: { label: 'More at Commons', url: 'https://commons.wikimedia.org/' },
      },
      filterByTags: ['landscape', 'architecture', 'plants', 'evening'],
      columns: 'auto',
      gap: 14,
      lightbox: true,
      lightboxTools: ['zoom', 'share', 'thumbnails'],
      deepLink: true,
      ariaLabel: 'All pictures',
    },
    theme: { ...plain, borderRadius: 0, padding: 0, imageBorderRadius: 12 },
  },
  {
    slug: 'demo-slider',
    name: 'Slider: from morning to night',
    layout: 'SLIDER',
    pictures: ['tea-gardens.jpg', 'mountain-lake.jpg', 'pier-at-dusk.jpg', 'city-lights.avif'],
    config: {
      aspectRatio: '21/9',
      transition: 'fade',
      transitionDuration: 700,
      showCounter: true,
      showArrows: true,
      ariaLabel: 'From morning to night',
    },
    theme: { ...ink, borderRadius: 0, padding: 0 },
  },
  {
    slug: 'demo-list-vertical',
    name: 'Vertical list: a walk outside',
    layout: 'LIST_VERTICAL',
    pictures: ['sandstone-canyon.jpg', 'desert-hikers.jpg', 'mountain-lake.jpg', 'tea-gardens.jpg'],
    config: {
      maxHeight: 640,
      aspectRatio: '3/2',
      gap: 20,
      showCaptions: true,
      captionPosition: 'below',
      ariaLabel: 'A walk outside',
    },
    theme: { ...paper, borderRadius: 16, padding: 20, imageBorderRadius: 8, captionFontSize: 15 },
  },
  {
    slug: 'demo-list-horizontal',
    name: 'Horizontal list: portraits',
    layout: 'LIST_HORIZONTAL',
    pictures: [
      'forget-me-nots.jpg',
      'shrine-gates.jpg',
      'desert-hikers.jpg',
      'spice-market.jpg',
      'dandelion.webp',
      'paper-lantern.png',
    ],
    config: {
      itemWidth: 300,
      aspectRatio: '4/5',
      gap: 16,
      snap: true,
      lightbox: true,
      ariaLabel: 'Portraits',
    },
    theme: { ...plain, borderRadius: 0, padding: 0, imageBorderRadius: 14 },
  },
]
