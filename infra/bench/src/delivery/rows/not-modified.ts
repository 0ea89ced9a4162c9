import type { Row } from '../row.js'
import { compareThroughput } from '../throughput.js'

/** What the browser has is still right: 304. */
export const notModified: Row = (stage) =>
  compareThroughput(stage, {
    name: 'rendition, 304',
    target: stage.exhibition.image(stage.delivery.url, 'baseline.jpg', 'w=560&format=webp'),
    isRevalidated: true,
  })
