import t from '@vitrine/testing/t'
import { tallyTap } from '../../src/tap-results.js'

const version = 'TAP version 14\n'

/** A suite's file with the given points, as written by tap. */
function file(points: string, result = 'ok', notes = ''): string {
  const indented = points.replace(/^(?=.)/gm, '    ')
  return `${version}# Subtest: a.test.ts\n${indented}\n${result} 1 - a.test.ts\n${notes}\n1..1\n`
}

const test = (name: string, points: string, result: string, number = 1) =>
  `# Subtest: ${name}\n${points.replace(/^(?=.)/gm, '    ')}\n${result} ${number} - ${name}\n`

const cases = [
  {
    name: 'a test counts once regardless of its number of assertions',
    tap: file(`${test('adds', 'ok 1 - a\nok 2 - b\n1..2', 'ok')}1..1`),
    tally: { passed: 1, failed: 0, skipped: 0, failures: [] },
  },
  {
    name: 'the innermost tests count, not those around them',
    tap: file(
      `${test('outer', `${test('one', 'ok 1\n1..1', 'ok')}${test('two', 'ok 1\n1..1', 'ok', 2)}1..2`, 'ok')}1..1`,
    ),
    tally: { passed: 2, failed: 0, skipped: 0, failures: [] },
  },
  {
    name: 'a failed test is named with its file',
    tap: file(`${test('adds', 'not ok 1 - a\n1..1', 'not ok')}1..1`, 'not ok'),
    tally: { passed: 0, failed: 1, failures: [{ name: 'a.test.ts › adds' }] },
  },
  {
    name: 'a file with only assertions is one test',
    tap: file('ok 1 - a\nok 2 - b\n1..2'),
    tally: { passed: 1, failed: 0, skipped: 0, failures: [] },
  },
  {
    name: 'a failed assertion next to passing tests counts as a failure',
    tap: file(`${test('adds', 'ok 1\n1..1', 'ok')}not ok 2 - a\n1..2`, 'not ok'),
    tally: { passed: 1, failed: 1, failures: [{ name: 'a.test.ts' }] },
  },
  {
    name: 'a file that could not be loaded is a failure',
    tap: file('1..0 # no tests found', 'not ok'),
    tally: { passed: 0, failed: 1, failures: [{ name: 'a.test.ts' }] },
  },
  {
    name: 'a file whose process was killed reports the signal',
    tap: file(
      `${test('adds', 'ok 1\n1..1', 'ok')}1..1`,
      'not ok',
      '  ---\n  exitCode: null\n  signal: SIGALRM\n  ...\n',
    ),
    tally: {
      passed: 1,
      failed: 1,
      failures: [{ name: 'a.test.ts', details: ['the process was ended by SIGALRM'] }],
    },
  },
  {
    name: 'a file whose process failed after its tests reports the exit code',
    tap: file(`${test('adds', 'ok 1\n1..1', 'ok')}1..1`, 'not ok', '  ---\n  exitCode: 7\n  ...\n'),
    tally: {
      passed: 1,
      failed: 1,
      failures: [{ name: 'a.test.ts', details: ['the process ended with code 7'] }],
    },
  },
  {
    name: 'a file that failed before its first test reports the error',
    tap: file(
      '# uncaught: Error: no\n# uncaught:     at a.test.ts:3:5\n1..0 # no tests found',
      'not ok',
    ),
    tally: {
      passed: 0,
      failed: 1,
      failures: [
        { name: 'a.test.ts', details: ['uncaught: Error: no', 'uncaught:     at a.test.ts:3:5'] },
      ],
    },
  },
  {
    name: 'a file without a test is a failure',
    tap: `${version}ok 1 - a.test.ts # SKIP no tests found\n1..1\n`,
    tally: { passed: 0, failed: 1, failures: [{ name: 'a.test.ts has no test' }] },
  },
  {
    name: 'a suite without files is a failure',
    tap: `${version}1..0\n`,
    tally: { passed: 0, failed: 1, failures: [{ name: 'the suite has no test' }] },
  },
  {
    name: 'a suite that wrote nothing is a failure',
    tap: '',
    tally: { passed: 0, failed: 1, failures: [{ name: 'the suite has no test' }] },
  },
  {
    name: 'a skipped test neither passes nor fails, and is counted as such',
    tap: file(`${test('adds', 'ok 1\n1..1', 'ok')}ok 2 - later # SKIP not here\n1..2`),
    tally: { passed: 1, failed: 0, skipped: 1, failures: [] },
  },
  {
    name: 'a run that bailed out is a failure',
    tap: `${file(`${test('adds', 'ok 1\n1..1', 'ok')}1..1`).replace(/1\.\.1\n$/, '')}Bail out! no database\n`,
    tally: { passed: 1, failed: 1, failures: [{ name: 'the run broke off' }] },
  },
  {
    name: 'a run that ended before all its files had run is a failure',
    tap: file(`${test('adds', 'ok 1\n1..1', 'ok')}1..1`).replace(/1\.\.1\n$/, '1..2\n'),
    tally: { passed: 1, failed: 1, failures: [{ name: 'the run broke off' }] },
  },
]

t.test('a failure includes the messages of its assertions', async (t) => {
  const point = "not ok 1 - is equal\n  ---\n  diff: '-2 +1'\n  stack: a.test.ts:3:5\n  ...\n1..1"
  const { failures } = tallyTap(file(`${test('adds', point, 'not ok')}1..1`, 'not ok'))
  t.strictSame(failures, [
    { name: 'a.test.ts › adds', details: ['is equal\n-2 +1\na.test.ts:3:5'] },
  ])
})

for (const { name, tap, tally } of cases) {
  t.test(name, async (t) => t.match(tallyTap(tap), tally))
}
