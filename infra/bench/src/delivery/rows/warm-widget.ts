import type { Row } from '../row.js'
import { compareThroughput } from '../throughput.js'

/** The whole way of a widget that the process has: key, project, slug, lease, answer. */
export const warmWidget: Row = (fixture) =>
  compareThroughput(fixture, {
    name: 'widget, kept',
    target: fixture.project.widget(fixture.delivery.url),
    bars: [{ peer: 'fastify', atLeast: 0.8 }],
    withNginx: false,
  })
