import type { Row } from '../row.js'
import { compareThroughput } from '../throughput.js'

/** A widget cached in the process: key, project, slug, lease and response. */
export const warmWidget: Row = (fixture) =>
  compareThroughput(fixture, {
    name: 'widget, kept',
    target: fixture.project.widget(fixture.delivery.url),
    bars: [{ peer: 'fastify', atLeast: 0.8 }],
    withNginx: false,
  })
