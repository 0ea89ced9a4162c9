import t from 'tap'
import { errorLines } from '../../src/log-lines.js'

t.test('lines at error level that contain the text', async (t) => {
  const line = (level: number, code: string) => JSON.stringify({ level, code })
  const log = [
    line(50, 'NoSuchBucket'),
    line(40, 'NoSuchBucket'),
    line(60, 'NoSuchBucket'),
    line(50, 'SlowDown'),
    'NoSuchBucket at x.js:1',
    '',
  ].join('\n')
  t.same(errorLines(log, /NoSuchBucket/), [line(50, 'NoSuchBucket'), line(60, 'NoSuchBucket')])
})
