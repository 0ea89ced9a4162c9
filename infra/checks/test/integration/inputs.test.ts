import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import t from '@vitrine/testing/t'
import { affectedSuites } from '../../src/changed.js'
import { planSuites } from '../../src/suites.js'
import { createToolchain } from '../../src/toolchain.js'
import { root } from '../fixtures/workspace.js'

/** Read through another package, so that no path in the suite names them. */
const indirect: readonly (readonly [suite: string, file: string])[] = [
  ['@vitrine/delivery', '.env.example'],
  ['@vitrine/management-api', '.env.example'],
  ['@vitrine/openapi', 'packages/sdk/src/generated/management.ts'],
  ['@vitrine/openapi', 'packages/sdk/src/client.ts'],
  ['@vitrine/openapi', 'packages/cli/src/generated/operations.ts'],
]
/** Inputs of all tasks, in turbo.json. */
const globalInputs = ['tsconfig.base.json', 'infra/tsconfig.check.json']

const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root })
const tracked = stdout.split('\0')
const toolchain = await createToolchain(root, process.env, AbortSignal.timeout(300_000))
const { suites, tasks } = await planSuites(toolchain)

/** The files of other packages whose relative addresses stand in a suite. */
async function readBy(folder: string): Promise<string[]> {
  const sources = tracked.filter(
    (path) => path.startsWith(`${folder}/test/`) && /\.tsx?$/.test(path),
  )
  const found = await Promise.all(
    sources.map(async (source) => {
      const text = await readFile(join(root, source), 'utf8').catch(() => '')
      return [...text.matchAll(/new URL\(\s*'((?:\.\.\/)+[^'?#]+)'/g)].map(([, path = '']) =>
        posix.join(posix.dirname(source), path),
      )
    }),
  )
  return found
    .flat()
    .filter((path) => tracked.includes(path) && !path.startsWith(`${folder}/`))
    .filter((path) => !globalInputs.includes(path))
}

for (const { name, folder } of suites) {
  t.test(`turbo knows the files of other packages that the suite of ${name} reads`, async (t) => {
    const { inputs = {} } = tasks.find(({ taskId }) => taskId === `${name}#test`) ?? {}
    const known = Object.keys(inputs).map((path) => posix.join(folder, path))
    const more = indirect.filter(([suite]) => suite === name).map(([, file]) => file)
    t.same(
      [...(await readBy(folder)), ...more].filter((path) => !known.includes(path)),
      [],
    )
  })
}

t.test('a changed document affects each suite that reads it', async (t) => {
  const affected = affectedSuites(suites, tasks, ['packages/sdk/README.md'])
  t.same(affected.map(({ name }) => name).sort(), ['@vitrine/acceptance', '@vitrine/sdk'])
})
