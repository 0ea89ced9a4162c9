import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from '@vitrine/testing/t'
import { write } from '../fixtures/tree.js'
import { read, root as workspace } from '../fixtures/workspace.js'

const biome = join(workspace, 'node_modules/.bin/biome')
const source = 'export const port = process.env.PORT\n'

/** The names of the rules that biome reports for a tree with a single file. */
async function lint(folder: string, path: string, text = source): Promise<string[]> {
  await write(folder, {
    '.biome.json': await read('.biome.json'),
    '.gitignore': await read('.gitignore'),
    'infra/checks/tables.grit': await read('infra/checks/tables.grit'),
    'infra/checks/barrels.grit': await read('infra/checks/barrels.grit'),
    [path]: text,
  })
  const { stdout } = await promisify(execFile)(biome, ['lint', '--reporter=json', '.'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string }[] }
  return diagnostics.map(({ category }) => category)
}

const refused = ['services/delivery/src/config.ts', 'packages/http/src/health.ts']
const permitted = [
  'services/delivery/src/main.ts',
  'services/delivery/test/unit/config.test.ts',
  'packages/testing/src/backends.ts',
  'prisma/src/migrate.ts',
]

for (const path of refused) {
  t.test(`process.env is rejected in ${path}`, async (t) => {
    t.strictSame(await lint(t.testdir({}), path), ['lint/style/noProcessEnv'])
  })
}

for (const path of permitted) {
  t.test(`process.env may be read in ${path}`, async (t) => {
    t.strictSame(await lint(t.testdir({}), path), [])
  })
}

const table = "{ a: 'b' }"
const tables: [path: string, declaration: string, expected: string[]][] = [
  ['services/delivery/src/a.ts', `known: Record<string, string> = ${table}`, ['plugin']],
  ['packages/http/src/a.ts', `known: Readonly<Record<string, string>> = ${table}`, ['plugin']],
  ['packages/http/src/a.ts', `known: Record<'a', string> = ${table}`, []],
  ['packages/http/src/a.ts', `known = ${table} satisfies Record<string, string>`, []],
  ['packages/http/src/a.ts', 'known: Record<string, string> = {}', []],
  ['packages/http/test/a.ts', `known: Record<string, string> = ${table}`, []],
]

for (const [path, declaration, expected] of tables) {
  t.test(
    `in ${path} "${declaration}" is ${expected.length ? 'rejected' : 'permitted'}`,
    async (t) => {
      t.strictSame(await lint(t.testdir({}), path, `export const ${declaration}\n`), expected)
    },
  )
}

const barrel = 'packages/http/src/index.ts'
const declarations: [path: string, text: string, expected: string[]][] = [
  [barrel, 'export const port: number = 1\n', ['plugin']],
  [barrel, 'export function port() {}\n', ['plugin']],
  [barrel, 'export async function port() {}\n', ['plugin']],
  [barrel, 'export class Port {}\n', ['plugin']],
  [barrel, 'export type Port = number\n', ['plugin']],
  [barrel, 'export interface Port { number: number }\n', ['plugin']],
  [barrel, "import './env.js'\nexport * from './a.js'\nexport { type B, b } from './b.js'\n", []],
  ['packages/http/src/port.ts', 'export const port: number = 1\n', []],
]

for (const [path, text, expected] of declarations) {
  t.test(
    `in ${path} "${text.trim()}" is ${expected.length ? 'rejected' : 'permitted'}`,
    async (t) => {
      t.strictSame(await lint(t.testdir({}), path, text), expected)
    },
  )
}
