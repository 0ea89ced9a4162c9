export { coherenceObserver } from './coherence.js'
export { createMetrics, type Metrics } from './metrics.js'
