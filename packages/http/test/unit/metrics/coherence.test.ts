import t from '@vitrine/testing/t'
import { coherenceObserver, createMetrics } from '../../../src/index.js'

function observed() {
  const lines: string[] = []
  const metrics = createMetrics()
  const note = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  const observer = coherenceObserver(metrics, { warn: note('warn'), error: note('error') })
  const value = async (series: string) => {
    const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }
  return { observer, value, lines }
}

t.test('each observation has its series, at 0 from the start', async (t) => {
  const { observer, value } = observed()
  const table: [series: string, tell: () => void][] = [
    ['coherence_answers_total{source="memory"}', () => observer.answered('memory')],
    ['coherence_answers_total{source="fill"}', () => observer.answered('fill')],
    ['coherence_floor_rejections_total{source="store"}', () => observer.floorRejected('store')],
    ['coherence_validated_answers_total', () => observer.validated()],
    ['coherence_lease_lapses_total', () => observer.leaseLapsed()],
    ['coherence_fenced_total', () => observer.fenced()],
    ['coherence_fences_total', () => observer.fencedReplica('r1')],
    ['coherence_pending_total', () => observer.pending()],
    ['coherence_acknowledge_seconds_count', () => observer.acknowledged(3)],
  ]
  for (const [series, tell] of table) {
    t.equal(await value(series), 0, series)
    tell()
    tell()
    t.equal(await value(series), 2, series)
  }
  t.equal(await value('coherence_acknowledge_seconds_bucket{le="0.002"}'), 0)
  t.equal(await value('coherence_acknowledge_seconds_bucket{le="0.004"}'), 2, 'in seconds')
})

t.test('a stale answer is counted, and logged as an error', async (t) => {
  const { observer, value, lines } = observed()
  observer.audited({ replica: 'r1', compared: 10, stale: [] })
  t.same(lines, [])
  observer.audited({ replica: 'r2', compared: 5, stale: ['widget:1', 'widget:2'] })
  t.equal(await value('coherence_audit_compared_total'), 15)
  t.equal(await value('coherence_violations_total'), 2)
  t.same(lines, ['error a cached answer is stale {"replica":"r2","stale":["widget:1","widget:2"]}'])
})
