import type { Row } from '../row.js'
import { compareThroughput } from '../throughput.js'

/** A revalidation of an unchanged rendition: 304. */
export const notModified: Row = (fixture) =>
  compareThroughput(fixture, {
    name: 'rendition, 304',
    target: fixture.project.image(fixture.delivery.url, 'baseline.jpg', 'w=560&format=webp'),
    isRevalidated: true,
  })
