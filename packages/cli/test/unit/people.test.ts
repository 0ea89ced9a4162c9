import { VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import { slugOf } from '../../src/commands/quickstart.js'
import { reportOf, usageError } from '../../src/failure.js'
import { acknowledgementWords } from '../../src/output/acknowledgement.js'
import { cellOf, propertiesOf, tableOf } from '../../src/output/people.js'
import { pageOf } from '../../src/quickstart/page.js'

async function* rowsOf(count: number) {
  for (let n = 0; n < count; n += 1) yield { id: n, name: `N${n}` }
}

t.test('a table has one heading and all rows', async (t) => {
  let text = ''
  for await (const lines of tableOf(rowsOf(250), ['id', 'name'])) text += lines
  const lines = text.split('\n')
  t.equal(lines[0], 'ID  NAME')
  t.equal(lines[1], '0   N0')
  t.equal(lines.length, 252)
  let empty = ''
  for await (const part of tableOf(rowsOf(0), ['id'])) empty += part
  t.equal(empty, '')
})

t.test('text from the service cannot control the terminal', async (t) => {
  t.equal(cellOf('a\u001b[31mb\nc\u009b'), 'a [31mb c ')
  t.equal(cellOf('photo\u202egpj.exe\u2069'), 'photo gpj.exe ')
  t.equal(cellOf(null), '-')
  t.equal(propertiesOf({ id: 1, tags: ['a'] }), 'id    1\ntags  a\n')
})

t.test('names, sizes, times and nested values are readable', async (t) => {
  async function* rows() {
    yield { sizeBytes: 2_202_010, createdAt: '2026-11-29T02:51:07', allowedOrigins: [] }
  }
  let text = ''
  for await (const lines of tableOf(rows(), undefined)) text += lines
  t.equal(text, 'SIZE     CREATED AT           ALLOWED ORIGINS\n2.1 MiB  2026-11-29 02:51:07  -\n')
  const storedBytes = { limit: 53_687_091_200, used: 900 }
  const members = [
    { name: 'Ann', role: 'OWNER' },
    { name: 'Bo', role: 'VIEWER' },
  ]
  t.equal(
    propertiesOf({ storedBytes, config: { columns: 2, loop: true }, members, theme: {} }),
    [
      'stored   limit 50.0 GiB, used 900 bytes',
      'config   columns 2, loop yes',
      'members  name Ann, role OWNER',
      '         name Bo, role VIEWER',
      'theme    -',
      '',
    ].join('\n'),
  )
})

t.test('an error says nothing twice', async (t) => {
  const response = new Response(null, { status: 400 })
  const errorOf = (message: string) =>
    new VitrineError(response, {
      code: 'VALIDATION_FAILED',
      message,
      details: [{ field: 'file', message: 'is empty' }],
    })
  t.equal(reportOf(errorOf('file is empty.')).message, 'VALIDATION_FAILED: file is empty.')
  t.equal(
    reportOf(errorOf('The request is invalid.')).message,
    'VALIDATION_FAILED: The request is invalid.\n  file: is empty',
  )
})

t.test('errors have a sentence, a reason and an exit code', async (t) => {
  t.match(reportOf(usageError('No.')), { message: 'No.', exitCode: 2 })
  const cause = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  t.same(reportOf(new TypeError('fetch failed', { cause })), {
    message: 'fetch failed: ECONNREFUSED',
    exitCode: 1,
  })
})

t.test('an acknowledgement says who refuses, and what a CDN in front does', async (t) => {
  const all = { commitMs: 8.2, everywhereMs: 1.9, acknowledged: 4, replicas: 4, cdn: null }
  t.equal(acknowledgementWords(all, 'refused'), 'Refused by 4 of 4 replicas.')
  const one = { ...all, acknowledged: 1, replicas: 1 }
  t.equal(acknowledgementWords(one, 'live'), 'Live on 1 of 1 replica.')
  t.equal(
    acknowledgementWords({ ...all, cdn: { purgedMs: 41.3 } }, 'refused'),
    'Refused by 4 of 4 replicas and purged from the CDN in 41 ms.',
  )
  t.equal(
    acknowledgementWords({ ...all, acknowledged: 3, cdn: { purgedMs: null } }, 'refused'),
    'Refused by 3 of 4 replicas, but the CDN may keep pictures up to a year. Each other one serves nothing until it has the change.',
  )
})

t.test('names become slugs, and are text in a page', async (t) => {
  t.equal(slugOf('Été à la Plage!'), 'ete-a-la-plage')
  t.equal(slugOf('漢字'), 'photos')
  t.match(pageOf('<b>', '<i></i>'), /<h1>&lt;b&gt;<\/h1>\n<i><\/i>/)
})
