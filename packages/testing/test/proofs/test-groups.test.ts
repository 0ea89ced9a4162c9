import t from 'tap'
import { groupsOf, needsOwnProcess } from '../../src/test-groups.js'
import { runGroup } from '../run-group.js'

const filesOf = (folder: string, length: number) =>
  Array.from({ length }, (_, index) => `${folder}/file-${index}.test.ts`)
const files = [...filesOf('browser', 20), ...filesOf('unit', 60)]

t.test('every file is in one group, and one that needs it is alone', async (t) => {
  const groups = groupsOf(files, ['unit/file-3.test.ts'])
  t.same(groups.flatMap(({ members }) => [...members]).sort(), [...files].sort())
  t.strictSame(groups.at(-1), { name: 'unit-file-3', members: ['unit/file-3.test.ts'] })
  t.ok(groups.every(({ members }) => members.length <= 48))
  t.equal(new Set(groups.map(({ name }) => name)).size, groups.length)
})

t.test('units are in no process that starts services or a browser', async (t) => {
  const folders = groupsOf(files, []).map(
    ({ members }) => new Set(members.map((file) => file.split('/')[0])),
  )
  t.ok(folders.every(({ size }) => size === 1))
  t.equal(folders.length, 4)
})

t.test('two files that use backends are in two processes, and few units in one', async (t) => {
  const names = (prefix: string) => ['a', 'b'].map((name) => `${prefix}/${name}.test.ts`)
  t.equal(groupsOf(names('integration'), []).length, 2)
  t.equal(groupsOf(names('unit'), []).length, 1)
  t.same(groupsOf([], []), [])
})

t.test('a file that needs a process of its own says why', async (t) => {
  t.ok(needsOwnProcess('// Needs a process of its own: it measures memory.\nimport …'))
  t.notOk(needsOwnProcess('import …'))
})

const passing = (name: string) => `import t from '../current-test.js?${name}'
t.teardown(() => console.log('# teardown of ${name}'))
t.test('of ${name}', async (t) => { t.pass() })
`
const failing = `import t from '../current-test.js?failing'
t.test('fails', async (t) => { t.fail() })
`

t.test(
  'a file’s teardowns run before the next file, and a failure does not stop the group',
  async (t) => {
    const texts = { first: passing('first'), failing, last: passing('last') }
    const { stdout, status } = runGroup(t, texts)
    t.not(status, 0)
    const order = ['ok 1 - of first', 'teardown of first', 'not ok 1 - fails', 'ok 1 - of last']
    const places = order.map((text) => stdout.indexOf(text))
    t.ok(
      places.every((place) => place >= 0),
      stdout,
    )
    t.same(
      [...places].sort((one, other) => one - other),
      places,
    )
  },
)

const withFolder = `import t from '../current-test.js?folder'
import { existsSync } from 'node:fs'
const stopAt = (t) => {
  const folder = t.testdir({})
  t.teardown(() => console.log('# stopped', existsSync(folder)))
  t.pass()
}
stopAt(t)
t.test('a test of the file', async (t) => stopAt(t))
`

t.test('a service that a teardown stops still has the folder of its test', async (t) => {
  const { stdout, status } = runGroup(t, { withFolder })
  t.equal(status, 0)
  t.same(stdout.match(/# stopped \w+/g), ['# stopped true', '# stopped true'])
})
