import { readFile } from 'node:fs/promises'

export type Picture = {
  /** In `prisma/pictures`. */
  filename: string
  contentType: string
  altText: string
  tags: readonly string[]
  /** The point that crops keep in sight; without one, the middle. */
  focalPoint?: { x: number; y: number }
  /** The content of the file. */
  read: () => Promise<Buffer>
}

const photographs: readonly Omit<Picture, 'read'>[] = [
  {
    filename: 'pier-at-dusk.jpg',
    contentType: 'image/jpeg',
    altText: 'A wooden pier leads out onto still water under a violet evening sky',
    tags: ['landscape', 'water', 'evening'],
    focalPoint: { x: 0.55, y: 0.55 },
  },
  {
    filename: 'mountain-lake.jpg',
    contentType: 'image/jpeg',
    altText: 'Snow-covered mountains above the still water of Lake Sherburne',
    tags: ['landscape', 'mountains', 'water'],
    focalPoint: { x: 0.32, y: 0.36 },
  },
  {
    filename: 'sandstone-canyon.jpg',
    contentType: 'image/jpeg',
    altText: 'Waves of orange sandstone glow in a canyon below a strip of blue sky',
    tags: ['landscape', 'desert'],
    focalPoint: { x: 0.6, y: 0.5 },
  },
  {
    filename: 'city-lights.avif',
    contentType: 'image/avif',
    altText: 'The lit towers of Singapore mirror in the bay after sunset',
    tags: ['city', 'evening', 'panorama'],
    focalPoint: { x: 0.62, y: 0.5 },
  },
  {
    filename: 'tea-gardens.jpg',
    contentType: 'image/jpeg',
    altText: 'Green slopes of tea bushes climb into the morning mist',
    tags: ['landscape', 'plants'],
    focalPoint: { x: 0.55, y: 0.6 },
  },
  {
    filename: 'desert-hikers.jpg',
    contentType: 'image/jpeg',
    altText:
      'Hikers walk along the ridge of a tall orange dune while the wind blows sand off its crest',
    tags: ['landscape', 'desert', 'people'],
    focalPoint: { x: 0.6, y: 0.72 },
  },
  {
    filename: 'shrine-gates.jpg',
    contentType: 'image/jpeg',
    altText: 'A stone path runs through a long row of vermilion torii gates',
    tags: ['architecture', 'path'],
    focalPoint: { x: 0.5, y: 0.47 },
  },
  {
    filename: 'courtyard-sky.webp',
    contentType: 'image/webp',
    altText: 'The courtyard of Casa Milà in Barcelona, seen from below, opens to a bright sky',
    tags: ['architecture', 'city'],
  },
  {
    filename: 'spice-market.jpg',
    contentType: 'image/jpeg',
    altText: 'Heaps of spices, dried flowers and minerals in bowls on a market stall',
    tags: ['still life', 'market'],
    focalPoint: { x: 0.62, y: 0.55 },
  },
  {
    filename: 'forget-me-nots.jpg',
    contentType: 'image/jpeg',
    altText: 'Small blue forget-me-nots against dark green leaves',
    tags: ['plants', 'close-up'],
    focalPoint: { x: 0.47, y: 0.5 },
  },
  {
    filename: 'dandelion.webp',
    contentType: 'image/webp',
    altText: 'A dandelion clock in a meadow, lit from behind by the low sun',
    tags: ['plants', 'close-up', 'evening'],
    focalPoint: { x: 0.48, y: 0.33 },
  },
  {
    filename: 'paper-lantern.png',
    contentType: 'image/png',
    altText: 'A white paper lantern with three Chinese characters and a red seal',
    tags: ['object', 'still life'],
    focalPoint: { x: 0.5, y: 0.6 },
  },
]

/** The demo's pictures, in most shapes and kinds of file that a layout has to cope with. */
export const catalogue: readonly Picture[] = photographs.map((photograph) => ({
  ...photograph,
  read: () => readFile(new URL(`../../pictures/${photograph.filename}`, import.meta.url)),
}))
