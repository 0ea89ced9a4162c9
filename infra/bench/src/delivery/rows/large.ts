import type { Row } from '../row.js'
import { compareThroughput } from '../throughput.js'

/** A rendition of about 1 MB, served from disk. */
export const large: Row = (fixture) =>
  compareThroughput(fixture, {
    name: 'rendition of 1 MB',
    target: fixture.project.image(fixture.delivery.url, 'baseline.jpg', 'w=2000&q=95&format=jpeg'),
    isLarge: true,
  })
