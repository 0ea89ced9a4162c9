import { draw } from './canvas.js'
import { animatedWebp, avif, jpeg, sidewaysJpeg, transparentPng, webp } from './encode.js'
import { aurora } from './scenes/aurora.js'
import { bauhaus } from './scenes/bauhaus.js'
import { botanical } from './scenes/botanical.js'
import { ceramicVase } from './scenes/ceramic-vase.js'
import { cityDusk } from './scenes/city-dusk.js'
import { dawnRidges } from './scenes/dawn-ridges.js'
import { dayFrame } from './scenes/day-cycle.js'
import { desertDunes } from './scenes/desert-dunes.js'
import { mistyForest } from './scenes/misty-forest.js'
import { mushroomLamp } from './scenes/mushroom-lamp.js'
import { oceanSunset } from './scenes/ocean-sunset.js'
import { paperCut } from './scenes/paper-cut.js'

export type Picture = {
  filename: string
  contentType: string
  altText: string
  tags: readonly string[]
  /** The point that crops keep in sight; without one, the middle. */
  focalPoint?: { x: number; y: number }
  /** The encoded file; the same bytes at every call. */
  render: () => Promise<Buffer>
}

/** Milliseconds per frame from the morning on: dusk and dawn pass quickly, noon and midnight linger. */
const dayDelays = [320, 260, 700, 260, 320, 200, 200, 260, 700, 260, 200, 200]

/** The day begins in the morning, because a still rendition shows the first frame. */
const morning = 4 / 12

/** The demo's pictures: every accepted kind of file, and every shape that a layout has to cope with. */
export const catalogue: readonly Picture[] = [
  {
    filename: 'dawn-ridges.jpg',
    contentType: 'image/jpeg',
    altText: 'The sun rises behind eight mountain ridges that fade from deep blue to peach',
    tags: ['landscape', 'mountains', 'dawn'],
    focalPoint: { x: 0.66, y: 0.29 },
    render: async () => jpeg(await dawnRidges()),
  },
  {
    filename: 'desert-dunes.jpg',
    contentType: 'image/jpeg',
    altText: 'Rippled sand dunes with long shadows under a low sun',
    tags: ['landscape', 'desert'],
    focalPoint: { x: 0.77, y: 0.28 },
    render: async () => jpeg(await desertDunes()),
  },
  {
    filename: 'ocean-sunset.jpg',
    contentType: 'image/jpeg',
    altText: 'The setting sun draws a path of light across a calm sea',
    tags: ['landscape', 'sea', 'dusk'],
    focalPoint: { x: 0.54, y: 0.47 },
    render: async () => jpeg(await oceanSunset()),
  },
  {
    filename: 'aurora.avif',
    contentType: 'image/avif',
    altText: 'Green northern lights over dark hills and a still lake',
    tags: ['landscape', 'night', 'panorama'],
    render: async () => avif(await aurora()),
  },
  {
    filename: 'misty-forest.jpg',
    contentType: 'image/jpeg',
    altText: 'Rows of spruces in the morning mist',
    tags: ['landscape', 'forest'],
    focalPoint: { x: 0.66, y: 0.3 },
    render: async () => sidewaysJpeg(await mistyForest()),
  },
  {
    filename: 'city-dusk.jpg',
    contentType: 'image/jpeg',
    altText: 'A skyline with lit windows mirrors in the river at dusk',
    tags: ['city', 'dusk'],
    focalPoint: { x: 0.6, y: 0.6 },
    render: async () => jpeg(await cityDusk()),
  },
  {
    filename: 'bauhaus.webp',
    contentType: 'image/webp',
    altText: 'Circles, arcs and stripes in red, blue, yellow and black on a grid',
    tags: ['abstract', 'print'],
    render: async () => webp(await bauhaus()),
  },
  {
    filename: 'paper-cut.jpg',
    contentType: 'image/jpeg',
    altText: 'Layers of cut paper from violet to cream around a pale moon',
    tags: ['abstract', 'paper'],
    focalPoint: { x: 0.52, y: 0.43 },
    render: async () => jpeg(await paperCut()),
  },
  {
    filename: 'botanical.jpg',
    contentType: 'image/jpeg',
    altText: 'Green, sand and terracotta sprigs before a peach-coloured disc',
    tags: ['print', 'plants'],
    focalPoint: { x: 0.54, y: 0.36 },
    render: async () => jpeg(await botanical()),
  },
  {
    filename: 'ceramic-vase.jpg',
    contentType: 'image/jpeg',
    altText: 'A white vase with dried branches beside a bowl of oranges in window light',
    tags: ['still life', 'interior'],
    focalPoint: { x: 0.5, y: 0.6 },
    render: async () => jpeg(await ceramicVase()),
  },
  {
    filename: 'mushroom-lamp.png',
    contentType: 'image/png',
    altText: 'A terracotta table lamp in the shape of a mushroom',
    tags: ['product', 'interior'],
    focalPoint: { x: 0.5, y: 0.4 },
    render: () => transparentPng(mushroomLamp()),
  },
  {
    filename: 'day-cycle.webp',
    contentType: 'image/webp',
    altText: 'A day over green hills, from the morning through sunset and night to sunrise',
    tags: ['animation', 'landscape'],
    render: renderDayCycle,
  },
]

async function renderDayCycle(): Promise<Buffer> {
  const frames = dayDelays.map((_, index) =>
    draw(dayFrame((morning + index / dayDelays.length) % 1)),
  )
  return animatedWebp(await Promise.all(frames), dayDelays)
}
