import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { affectedSuites, changedFiles } from '../../src/changed.js'

const suite = (name: string, folder: string) => ({ name, folder, weight: 1 })
const http = suite('@vitrine/http', 'packages/http')
const delivery = suite('@vitrine/delivery', 'services/delivery')
const acceptance = suite('@vitrine/acceptance', 'packages/acceptance')
const suites = [http, delivery, acceptance]

const task = (taskId: string, directory: string, ...dependencies: string[]) => ({
  taskId,
  directory,
  dependencies,
  inputs: { 'package.json': 'a1' },
})
const tasks = [
  task('@vitrine/http#build', http.folder),
  task('@vitrine/http#test', http.folder, '@vitrine/http#build'),
  task('@vitrine/delivery#build', delivery.folder, '@vitrine/http#build'),
  task('@vitrine/delivery#test', delivery.folder, '@vitrine/delivery#build'),
  {
    ...task('@vitrine/acceptance#test', acceptance.folder, '@vitrine/delivery#build'),
    inputs: { '../http/README.md': 'a1', '../../README.md': 'a1' },
  },
]

const cases: [what: string, files: string[], expected: typeof suites][] = [
  ['nothing', [], []],
  ['a source affects every suite that needs its build', ['packages/http/src/a.ts'], suites],
  ['a service affects those that start it', ['services/delivery/src/a.ts'], [delivery, acceptance]],
  ['a test affects its own suite', ['packages/http/test/a.test.ts'], [http]],
  ['a document affects its own suite', ['services/delivery/SETTINGS.md'], [delivery]],
  ['a document affects the suites that read it', ['packages/http/README.md'], [http, acceptance]],
  ['a document of the root affects the suites that read it', ['README.md'], [acceptance]],
  ['another document of the root affects none', ['CONTRIBUTING.md'], []],
  ['any other file of the root affects all', ['pnpm-lock.yaml'], suites],
]

for (const [what, files, expected] of cases) {
  t.test(`changed: ${what}`, async (t) => {
    t.strictSame(affectedSuites(suites, tasks, files), expected)
  })
}

t.test('a change of the console affects no suite that only calls management-api', (t) => {
  const management = suite('@vitrine/management-api', 'services/management-api')
  const served = [
    task('@vitrine/console#build', 'packages/console'),
    task('@vitrine/management-api#build', management.folder, '@vitrine/console#build'),
    task('@vitrine/management-api#test', management.folder, '@vitrine/management-api#build'),
    task('@vitrine/delivery#test', delivery.folder, '@vitrine/management-api#build'),
    task('@vitrine/acceptance#test', acceptance.folder, '@vitrine/management-api#build'),
  ]
  const all = [management, delivery, acceptance]
  const affectedBy = (file: string) => affectedSuites(all, served, [file])
  t.strictSame(affectedBy('packages/console/src/app.tsx'), [management, acceptance])
  t.strictSame(affectedBy('services/management-api/src/a.ts'), all)
  t.end()
})

t.test('changed files are those that differ from the commit, and new ones', async (t) => {
  const root = t.testdir({
    'kept.ts': '1',
    'edited.ts': '1',
    'deleted.ts': '1',
    '.gitignore': 'dist',
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
    })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  writeFileSync(join(root, 'edited.ts'), '2')
  rmSync(join(root, 'deleted.ts'))
  writeFileSync(join(root, 'new.ts'), '1')
  writeFileSync(join(root, 'dist'), '1')
  t.same((await changedFiles(root, 'HEAD')).sort(), ['deleted.ts', 'edited.ts', 'new.ts'])
  await t.rejects(changedFiles(root, 'no-such-branch'), {
    message: /^--changed no-such-branch: git/,
  })
})
