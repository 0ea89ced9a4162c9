import t from '@vitrine/testing/t'
import { createMetrics } from '../../../src/index.js'

t.test('every app has metrics of its own, and those of the process', async (t) => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.counter({ name: 'things_total', help: 'Things.', read: () => 3 })
  t.match(await one.text(), /^things_total 3$/m)
  t.notMatch(await other.text(), /things_total/)
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
    t.match(await other.text(), new RegExp(`^${name} `, 'm'), name)
  }
  t.match(other.contentType, /^text\/plain/)
})

t.test('counts of other modules are read at each fetch', async (t) => {
  const metrics = createMetrics()
  const counts = { hit: 1, miss: 0 }
  metrics.counterBy('outcome', { name: 'reads_total', help: 'Reads.', read: () => counts })
  metrics.gauge({ name: 'waiting', help: 'Waiting.', read: () => counts.hit - 5 })
  t.match(await metrics.text(), /^reads_total\{outcome="hit"\} 1\n.*="miss"\} 0$/m)
  counts.hit = 7
  for (let times = 0; times < 2; times += 1) {
    const text = await metrics.text()
    t.match(text, /^reads_total\{outcome="hit"\} 7$/m)
    t.match(text, /^waiting 2$/m)
  }
})

t.test('measurements are counted by size', async (t) => {
  const metrics = createMetrics()
  const observe = metrics.histogram({ name: 'size_bytes', help: 'Sizes.', buckets: [10, 100] })
  for (const size of [5, 50, 500]) observe(size)
  metrics.requests({ method: 'GET', route: '/things/:id', status: '2xx' })(0.004)
  const text = await metrics.text()
  for (const line of [
    'size_bytes_bucket{le="10"} 1',
    'size_bytes_bucket{le="100"} 2',
    'size_bytes_sum 555',
    'size_bytes_count 3',
    'http_request_duration_seconds_bucket{le="0.0025",method="GET",route="/things/:id",status="2xx"} 0',
    'http_request_duration_seconds_bucket{le="0.005",method="GET",route="/things/:id",status="2xx"} 1',
    'http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/things/:id",status="2xx"} 1',
    'http_request_duration_seconds_sum{method="GET",route="/things/:id",status="2xx"} 0.004',
    'http_request_duration_seconds_count{method="GET",route="/things/:id",status="2xx"} 1',
  ]) {
    t.ok(text.split('\n').includes(line), line)
  }
})
