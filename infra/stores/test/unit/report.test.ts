import t from 'tap'
import { createReport } from '../../src/report/report.js'

t.test('one table: a row per check, a column per store', async (t) => {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  const one = report.column('one')
  one.expect('uploads', true, '200 × 201')
  one.expect('orphans', false, '3')
  report.column('another').expect('uploads', true)
  report.column('another').notRun('store killed', 'needs a store of its own')
  t.equal(
    report.table(),
    [
      '              one             another',
      '------------  --------------  --------------------------------',
      'uploads       pass 200 × 201  pass',
      'orphans       FAIL 3          -',
      'store killed  -               not run needs a store of its own',
    ].join('\n'),
  )
  t.same(report.counts(), { passed: 2, failed: 1 })
  t.same(lines[1], '  FAIL 3 · orphans', 'each is logged as it comes')
})
