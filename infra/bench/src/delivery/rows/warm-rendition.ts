import type { Row } from '../row.js'
import { compareThroughput } from '../throughput.js'

/** A cached rendition of about 35 KB. */
export const warmRendition: Row = (fixture) =>
  compareThroughput(fixture, {
    name: 'rendition, kept',
    target: fixture.project.image(fixture.delivery.url, 'baseline.jpg', 'w=560&format=webp'),
    bars: [{ atLeast: 20_000 }, { peer: 'fastify', atLeast: 0.9 }],
  })
