import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from '@vitrine/testing/t'

const program = join(import.meta.dirname, '../../dist/run-files.js')

t.test('a file that ends with a named pipe does not break what the next one requires', (t) => {
  const cwd = t.testdir({
    store: { node_modules: { a: { 'index.js': "require('b')" }, b: { 'index.js': '' } } },
    node_modules: { a: t.fixture('symlink', '../store/node_modules/a') },
    unit: {
      'first.cjs': `require('./required.cjs')
require('node:child_process').execFileSync('mkfifo', ['pipe'])
require('node:fs').lstatSync('pipe')`,
      'required.cjs': '',
      'second.cjs': "require('a')",
    },
  })
  const { stdout, status } = spawnSync(process.execPath, [program], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TAP: '1', VITRINE_TEST_FILES: 'unit/first.cjs unit/second.cjs' },
  })
  t.equal(status, 0, stdout)
  t.end()
})
