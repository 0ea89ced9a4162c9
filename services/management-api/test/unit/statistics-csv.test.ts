import t from '@vitrine/testing/t'
import { csvOf, prefersCsv } from '../../src/resources/statistics/csv.js'
import type { Statistic } from '../../src/resources/statistics/schemas.js'

const table = (content: Statistic[]) =>
  csvOf({
    ...{ from: new Date(), to: new Date(), timeZone: 'UTC', rounded: false, more: false },
    ...{ totals: { views: 0, clicks: 0, opens: 0 }, content },
  })
const counts = { views: 3, clicks: 2, opens: 1 }

t.test('a table has the columns of its rows, escaped', async (t) => {
  const rows = [
    { assetId: 'a', filename: 'one "two", three.jpg', ...counts },
    { assetId: 'b', filename: null, ...counts },
  ]
  t.equal(
    table(rows),
    'assetId,filename,views,clicks,opens\r\na,"one ""two"", three.jpg",3,2,1\r\nb,,3,2,1\r\n',
  )
  t.equal(table([]), 'views,clicks,opens\r\n')
})

t.test('no cell is a formula', async (t) => {
  t.match(table([{ assetId: 'a', filename: '=HYPERLINK("x")', ...counts }]), `"'=HYPERLINK(""x"")"`)
})

t.test('CSV is for those who prefer it', async (t) => {
  for (const accept of [
    'text/csv',
    'text/csv, */*',
    'application/json;q=0.5, text/csv',
    'text/*',
  ]) {
    t.ok(prefersCsv(accept), accept)
  }
  for (const accept of [
    undefined,
    '*/*',
    'application/json, text/csv',
    'text/csv;q=0',
    'text/html',
  ]) {
    t.notOk(prefersCsv(accept), `${accept}`)
  }
})
